/**
 * |r - g| / ((|r| + |g|) / 2), and 0 for two zeros: from 0 to 2. The mean of the sizes, since the mean of the values
 * would divide by zero for opposite signs. Both are taken as shares of the larger one, which neither the largest nor
 * the smallest doubles overflow. NaN where one of them is not finite.
 */
export function relativeError(response: number, truth: number): number {
  const larger = Math.max(Math.abs(response), Math.abs(truth));
  if (larger === 0) return 0;
  const [r, g] = [response / larger, truth / larger];
  return Math.abs(r - g) / ((Math.abs(r) + Math.abs(g)) / 2);
}
