/** The fields of a member of a group whose change means that its detail is out of date. */
const MEMBER_FIELDS = [
  'id',
  'title',
  'label',
  'type',
  'status',
  'resolution',
  'open_time',
  'actual_close_time',
  'actual_resolve_time',
  'scheduled_close_time',
  'resolution_set_time',
] as const;

/** The same of the post. */
const POST_FIELDS = ['id', 'title', 'status', 'edited_at', 'forecasts_count', 'nr_forecasters'] as const;

/**
 * What a listed group says that decides whether its stored detail still holds. Undefined for any other post. Values are
 * taken as they are: a field that is missing counts as such.
 */
export function groupState(listed: unknown): object | undefined {
  const group = field(listed, 'group_of_questions');
  const members = field(group, 'questions');
  if (!Array.isArray(members)) return undefined;
  return {
    ...pick(listed, POST_FIELDS),
    group: field(group, 'id'),
    members: members.map((member) => pick(member, MEMBER_FIELDS)),
  };
}

function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, field(value, name)]));
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
