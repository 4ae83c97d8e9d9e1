const PLAIN = /^\d+$/;
const COMMA_GROUPS = /^(\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})(\.\d+)?$/;
const DOT_GROUPS = /^\d{1,3}(?:\.\d{3}){2,}$/;
const DOT_GROUPS_COMMA = /^(\d{1,3}(?:\.\d{3})+),(\d+)$/;
const BLANK_GROUPS = /^(\d{1,3}(?: \d{3})+)(?:[.,](\d+))?$/;
const POINT = /^\d*\.\d+$|^\d+\.$/;
const COMMA = /^(\d+),(\d+)$/;

/**
 * The value of digits with their separators: grouping by comma (three by three, or the Indian way), by dot where at
 * least two dots or a decimal comma show it, or by blank counts where the groups are whole; one other comma is a
 * decimal comma. Undefined for what is no number, and for leading zeros, which codes have and quantities have not.
 */
export function decimalValue(digits: string): number | undefined {
  if (/^0\d/.test(digits)) return undefined;
  if (PLAIN.test(digits) || POINT.test(digits)) return Number(digits);
  if (COMMA_GROUPS.test(digits)) return Number(digits.replaceAll(',', ''));
  if (DOT_GROUPS.test(digits)) return Number(digits.replaceAll('.', ''));
  const dotted = DOT_GROUPS_COMMA.exec(digits);
  if (dotted) return Number(`${dotted[1]?.replaceAll('.', '')}.${dotted[2]}`);
  const blanks = BLANK_GROUPS.exec(digits);
  if (blanks) return Number(`${blanks[1]?.replaceAll(' ', '')}${blanks[2] ? `.${blanks[2]}` : ''}`);
  const comma = COMMA.exec(digits);
  return comma ? Number(`${comma[1]}.${comma[2]}`) : undefined;
}
