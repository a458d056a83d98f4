import { randomInt } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type pg from "pg";
import { readSpeech } from "../../database/read-speech.ts";

/** A longer speech becomes an empty list. */
const MAX_SPEECH_BYTES = 4_194_304;
const TEXTS_PER_STATEMENT = 300;

const NO_SOUND: readonly number[] = [];

const FIND = {
  name: "find-speeches",
  text: `select t.place::int, s.id, s.size
    from unnest($1::int[], $2::int[]) with ordinality t (alert_id, level, place)
    cross join lateral app_private.find_speech(t.alert_id, t.level) s
    where s.id is not null order by t.place`,
  rowMode: "array" as const,
};

/** A sound that is asked for. */
interface Demand {
  alertId: number;
  level: number;
  /** Empty, or a mark once it is granted. */
  list: readonly number[];
}

const newestFirst = (a: Demand, b: Demand) => b.alertId - a.alertId || a.level - b.level;

interface Speech {
  id: string;
  size: number;
}

/** The byte values as JSON, each with its comma. */
const DIGITS = Array.from({ length: 256 }, (_, byte) => Buffer.from(`,${byte}`));

/** Writes bytes as the numbers of a JSON list, each after a comma. */
function asNumbers(bytes: Buffer): Buffer {
  const text = Buffer.allocUnsafe(bytes.length * 4);
  let length = 0;
  for (const byte of bytes) {
    const digits = DIGITS[byte] as Buffer;
    for (let i = 0; i < digits.length; i += 1) text[length++] = digits[i] as number;
  }
  return text.subarray(0, length);
}

/**
 * The sounds of one answer. It grants lists of bytes while a budget lasts, the newest alerts first. An answer contains
 * marks in their place until it is sent: Grafast takes 0.9 µs and 200 bytes for each number of a list, which is 3.5 s and
 * a gigabyte for a sound of 4 MiB, while everyone else waits.
 */
export class SoundLists {
  readonly #pool: pg.Pool;
  readonly #most: number;
  #left: number;
  #isSpent = false;
  #demands: Demand[] = [];
  #granting: Promise<void> | undefined;
  #granted: Speech[] = [];
  /** The first two numbers of a mark, which nobody can guess. The third is the place of its speech. */
  readonly #secret = [-randomInt(2 ** 30, 2 ** 31), -randomInt(2 ** 30, 2 ** 31)] as const;

  /** How each mark begins in JSON. */
  readonly #begin = `[${this.#secret.join()},`;

  /** @param most The most bytes of all sounds together. */
  constructor(pool: pg.Pool, most: number) {
    this.#pool = pool;
    this.#most = most;
    this.#left = most;
  }

  get isEmpty(): boolean {
    return this.#granted.length === 0;
  }

  /** Restores the budget for the next answer of a subscription. */
  refill(): void {
    this.#left = this.#most;
    this.#isSpent = false;
    this.#granted = [];
  }

  /**
   * Returns the sounds of the text 1, 2 or 3 of alerts, as marks. A list is empty if there is no sound, or if newer
   * alerts have spent the budget.
   */
  async of(alertIds: readonly number[], level: number): Promise<(readonly number[])[]> {
    const asked: Demand[] = alertIds.map((alertId) => ({ alertId, level, list: NO_SOUND }));
    this.#demands.push(...asked);
    // All sounds that are asked for in the same turn of the event loop compete for the budget.
    this.#granting ??= setImmediate().then(() => this.#grant());
    await this.#granting;
    return asked.map(({ list }) => list);
  }

  async #grant(): Promise<void> {
    const demands = this.#demands.sort(newestFirst);
    this.#demands = [];
    this.#granting = undefined;
    for (let at = 0; at < demands.length && !this.#isSpent; at += TEXTS_PER_STATEMENT) {
      await this.#grantSome(demands.slice(at, at + TEXTS_PER_STATEMENT));
    }
  }

  async #grantSome(demands: readonly Demand[]): Promise<void> {
    const speeches = await this.#find(demands);
    for (const [at, demand] of demands.entries()) {
      const speech = speeches[at];
      if (!speech || speech.size > MAX_SPEECH_BYTES) continue;
      // The first speech that does not fit spends the budget, so that no older alert is heard in its place.
      this.#isSpent ||= speech.size > this.#left;
      if (this.#isSpent) return;
      this.#left -= speech.size;
      demand.list = [...this.#secret, this.#granted.push(speech) - 1];
    }
  }

  async #find(demands: readonly Demand[]): Promise<(Speech | undefined)[]> {
    const { rows } = await this.#pool.query<[place: number, id: string, size: number]>({
      ...FIND,
      values: [demands.map(({ alertId }) => alertId), demands.map(({ level }) => level)],
    });
    const found: (Speech | undefined)[] = demands.map(() => undefined);
    for (const [place, id, size] of rows) found[place - 1] = { id, size };
    return found;
  }

  #read({ id, size }: Speech): AsyncGenerator<Buffer> {
    return readSpeech(this.#pool, id, 0, size - 1);
  }

  /** True if a text has marks of this answer. */
  areIn(text: string): boolean {
    return text.includes(this.#begin);
  }

  /** Writes an answer's text, part by part, with sounds in place of marks. */
  async *write(text: Buffer): AsyncGenerator<Buffer> {
    let at = 0;
    for (let mark = text.indexOf(this.#begin); mark >= 0; mark = text.indexOf(this.#begin, at)) {
      const end = text.indexOf("]", mark);
      const place = Number(text.toString("latin1", mark + this.#begin.length, end));
      yield text.subarray(at, mark + 1);
      let isFirst = true;
      for await (const bytes of this.#read(this.#granted[place] as Speech)) {
        const numbers = asNumbers(bytes);
        yield isFirst ? numbers.subarray(1) : numbers;
        isFirst = false;
      }
      at = end;
    }
    yield text.subarray(at);
  }
}
