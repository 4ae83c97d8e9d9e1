import { eventRules } from './events.js';
import { listRules } from './list-rules.js';
import { quoteRules, tapeRules } from './market-rules.js';

/** Name of the rule for records that do not parse as their wire schema. */
export const MALFORMED = 'malformed_record';

/** All drop rules with their definitions, in the order of CONTRACT 4.2. */
export const polybenchRules: readonly { name: string; doc: string }[] = [
  {
    name: MALFORMED,
    doc: 'The listed record does not have the shape that the upstream is known to send.',
  },
  ...[...listRules, ...quoteRules, ...tapeRules, ...eventRules].map(({ name, doc }) => ({ name, doc })),
];
