/** Many small sets of 32-bit numbers in one array: an array of arrays takes ten times their memory. */
export class SetStore {
  private values = new Uint32Array(1 << 16);
  private readonly ends: number[] = [];

  /** Appends a set; the first has the index 0. */
  add(set: Uint32Array): void {
    const start = this.endOf(this.ends.length - 1);
    const end = start + set.length;
    if (end > this.values.length) {
      const larger = new Uint32Array(Math.max(end, 2 * this.values.length));
      larger.set(this.values);
      this.values = larger;
    }
    this.values.set(set, start);
    this.ends.push(end);
  }

  /** The set with an index, as it was added; a view that is valid until the next `add`. RangeError where there is none. */
  get(index: number): Uint32Array {
    return this.values.subarray(this.endOf(index - 1), this.endOf(index));
  }

  private endOf(index: number): number {
    if (index < 0) return 0;
    const end = this.ends[index];
    if (end === undefined) throw new RangeError(`no set ${index}`);
    return end;
  }
}
