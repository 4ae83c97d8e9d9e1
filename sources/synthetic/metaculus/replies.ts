import type { SyntheticResponse } from '../part.js';

/** An answer in JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): SyntheticResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** 400 with the reasons by field. */
export function invalid(reasons: object): SyntheticResponse {
  return json(400, reasons);
}

/** 403 for a known account that may not do this. */
export function denied(): SyntheticResponse {
  return json(403, { detail: 'You do not have permission to perform this action.' });
}

/** 404 in the words of the site. */
export function missing(detail = 'Not found.'): SyntheticResponse {
  return json(404, { detail });
}
