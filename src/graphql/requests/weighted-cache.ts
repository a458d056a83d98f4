/** Keeps values up to a total weight. It drops the least recently used ones first. */
export class WeightedCache<Key, Value> {
  readonly #most: number;
  readonly #kept = new Map<Key, { value: Value; weight: number }>();
  #weight = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    const kept = this.#kept.get(key);
    if (kept && this.#weight * 2 >= this.#most) {
      // The cache is getting full: from now on, the first of the map is the one that was used longest ago.
      this.#kept.delete(key);
      this.#kept.set(key, kept);
    }
    return kept?.value;
  }

  set(key: Key, value: Value, weight: number): void {
    this.#weight += weight - (this.#kept.get(key)?.weight ?? 0);
    this.#kept.delete(key);
    this.#kept.set(key, { value, weight });
    for (const [oldest, one] of this.#kept) {
      if (this.#weight <= this.#most) return;
      this.#kept.delete(oldest);
      this.#weight -= one.weight;
    }
  }
}
