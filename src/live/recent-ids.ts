/** Remembers ids for at least `lifetime`, and at most twice as long. */
export class RecentIds {
  readonly #lifetime: number;
  #newer = new Set<number>();
  #older = new Set<number>();
  #since = performance.now();

  /** @param lifetime in milliseconds */
  constructor(lifetime: number) {
    this.#lifetime = lifetime;
  }

  /** Adds an id. Returns false if it is already there. */
  add(id: number): boolean {
    const now = performance.now();
    if (now - this.#since > this.#lifetime) {
      this.#older = now - this.#since > 2 * this.#lifetime ? new Set() : this.#newer;
      this.#newer = new Set();
      this.#since = now;
    }
    if (this.#newer.has(id) || this.#older.has(id)) return false;
    this.#newer.add(id);
    return true;
  }
}
