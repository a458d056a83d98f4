/** Numbers that came lately: remembered for a time, and for as much again at most. */
export class Recent {
  readonly #lifetime: number;
  #newer = new Set<number>();
  #older = new Set<number>();
  #since = performance.now();

  /** @param lifetime in milliseconds */
  constructor(lifetime: number) {
    this.#lifetime = lifetime;
  }

  /** True for a number that did not come lately. */
  add(value: number): boolean {
    const now = performance.now();
    if (now - this.#since > this.#lifetime) {
      this.#older = now - this.#since > 2 * this.#lifetime ? new Set() : this.#newer;
      this.#newer = new Set();
      this.#since = now;
    }
    if (this.#newer.has(value) || this.#older.has(value)) return false;
    this.#newer.add(value);
    return true;
  }
}
