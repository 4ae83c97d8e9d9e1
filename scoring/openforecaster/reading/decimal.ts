const PLAIN = /^\d+$/;
const COMMA_GROUPS = /^([1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})(\.\d+)?$/;
const DOT_GROUPS = /^[1-9]\d{0,2}(?:\.\d{3}){2,}$/;
const DOT_GROUPS_COMMA = /^[1-9]\d{0,2}(?:\.\d{3})+,\d+$/;
const BLANK_GROUPS = /^[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?$/;
const POINT = /^\d*\.\d+$|^\d+\.$/;
const COMMA = /^\d+,\d+$/;

/**
 * Digits with their separators as a plain decimal text: grouping by comma (three by three, or the Indian way), by dot
 * where at least two dots or a decimal comma show it, or by blank counts where the groups are whole and the first does
 * not begin with 0; one other comma is a decimal comma. Undefined for what is no number, and for leading zeros, which
 * codes have and quantities have not.
 */
export function decimalText(digits: string): string | undefined {
  if (/^0\d/.test(digits)) return undefined;
  if (PLAIN.test(digits) || POINT.test(digits)) return digits;
  if (COMMA_GROUPS.test(digits)) return digits.replaceAll(',', '');
  if (DOT_GROUPS.test(digits)) return digits.replaceAll('.', '');
  if (DOT_GROUPS_COMMA.test(digits)) return digits.replaceAll('.', '').replace(',', '.');
  if (BLANK_GROUPS.test(digits)) return digits.replaceAll(' ', '').replace(',', '.');
  return COMMA.test(digits) ? digits.replace(',', '.') : undefined;
}
