/** Whether a query's switch is on. */
export function isTrue(text: string | null): boolean {
  return text !== null && /^(true|1|yes|t|y)$/i.test(text);
}

/** A switch of a query, or what holds where it is absent or empty. */
export function switchOf(query: URLSearchParams, name: string, otherwise: boolean): boolean {
  const text = query.get(name);
  return text === null || text === '' ? otherwise : isTrue(text);
}

/** A whole number of a query that is not negative, or what holds where there is none. */
export function countOf(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name);
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
}

/** The values of a key that may be repeated or hold a comma list. */
export function list(query: URLSearchParams, name: string): string[] {
  return query
    .getAll(name)
    .flatMap((text) => text.split(','))
    .filter(Boolean);
}
