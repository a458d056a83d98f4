import type pg from "pg";

/** For how many milliseconds ids may be used, so that the ids of positions grow with time. See live/positions.ts. */
const LIFETIME = 1000;
const MOST = 1000;

const TAKE = {
  name: "take-position-ids",
  text: "select app_private.take_position_ids($1)::text[] as ids",
};

/** Ids for positions that worker nodes store. The coordinator gives them, as many at once as a second needs. */
export class PositionIds {
  readonly #pool: pg.Pool;
  #ids: string[] = [];
  #many = 1;
  #end = 0;
  #taking: Promise<void> | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async next(): Promise<string> {
    for (;;) {
      const id = performance.now() < this.#end ? this.#ids.pop() : undefined;
      if (id !== undefined) return id;
      this.#taking ??= this.#take().finally(() => {
        this.#taking = undefined;
      });
      await this.#taking;
    }
  }

  async #take(): Promise<void> {
    const began = performance.now();
    const isEarly = began < this.#end;
    this.#many = isEarly
      ? Math.min(2 * this.#many, MOST)
      : Math.max(1, this.#many - this.#ids.length);
    const { rows } = await this.#pool.query<{ ids: string[] }>({ ...TAKE, values: [this.#many] });
    // The lowest is used first.
    this.#ids = (rows[0]?.ids ?? []).reverse();
    this.#end = began + LIFETIME;
  }
}
