/**
 * Keeps what was made of the last texts. It is limited by their characters, because a parsed document takes up to
 * two hundred bytes for each, and strangers choose the texts.
 */
export class DocumentCache<T> {
  readonly #most: number;
  readonly #kept = new Map<string, T>();
  #characters = 0;

  /** @param most The most characters of all texts. */
  constructor(most = 500_000) {
    this.#most = most;
  }

  get(text: string): T | undefined {
    const value = this.#kept.get(text);
    if (value === undefined || this.#characters * 2 < this.#most) return value;
    // It gets full: the first of the map is the one that was used longest ago.
    this.#kept.delete(text);
    this.#kept.set(text, value);
    return value;
  }

  set(text: string, value: T): void {
    if (!this.#kept.has(text)) this.#characters += text.length;
    this.#kept.set(text, value);
    for (const [oldest] of this.#kept) {
      if (this.#characters <= this.#most) return;
      this.#kept.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}
