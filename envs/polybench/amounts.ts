/** Dollars, shares or prices as an agent sees them: at most six decimals. The books keep the exact value. */
export function shown(amount: number): number {
  const rounded = Math.round(amount * 1e6) / 1e6;
  return rounded === 0 ? 0 : rounded;
}
