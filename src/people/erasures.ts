import { appendFile, mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { DatabaseError, Pool } from "pg";
import type { Log } from "../ops/log.ts";
import type { Room } from "../ops/room.ts";

/** An entry of the list. The person's random key is all that identifies them there. */
interface ListedErasure {
  key: string;
  at: Date;
}

/** Matches a key anywhere, so that a line that a full disk cut short does not hide other lines. */
const KEY = /(?<![0-9a-f-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-f-])/g;

/** The list of erasures: a file that only grows, outside the database, so that a restore does not bring people back. */
export class ErasureList {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Rejects if the list cannot be written. */
  async requireWritable(): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true });
    await (await open(this.#file, "a", 0o600)).close();
  }

  /** Adds erasures. They are on the disk when the promise is fulfilled. */
  async add(erasures: readonly ListedErasure[]): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true });
    const lines = erasures.map(({ key, at }) => `${at.toISOString()} ${key}\n`).join("");
    await appendFile(this.#file, lines, { mode: 0o600, flush: true });
  }

  /** Reads the keys of all erasures. There is no file before the first one. */
  async keys(): Promise<string[]> {
    try {
      const text = await readFile(this.#file, "utf8");
      return [...new Set(text.match(KEY) ?? [])];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  }
}

/** Users, erasures or keys. */
const ROWS_PER_STATEMENT = 10_000;

const UNLISTED = `
  select e.user_id as "userId", e.erasure_key as key, e.erased_at as at
    from app_private.erased_users e where e.erasure_key is not null order by e.erased_at limit $1`;

const NOTE_LISTED = `
  update app_private.erased_users e set erasure_key = null where e.user_id = any ($1) and e.erasure_key = any ($2)`;

const LISTED = `
  select count(*)::int as listed from app_private.erased_users e where e.erasure_key is null`;

const BACK = "select u.id from app_public.users u where u.erasure_key = any ($1) order by u.id";

/** Erasures that outlive the database: what a restore brings back is erased again. */
export class Erasures implements Room {
  /** Lists erasures that could not be listed at once. */
  readonly tasks = { list_erasures: () => this.list() };
  readonly #owner: Pick<Pool, "query">;
  readonly #file: string;
  readonly #list: ErasureList;
  readonly #log: Log;

  constructor(owner: Pick<Pool, "query">, file: string, log: Log) {
    this.#owner = owner;
    this.#file = file;
    this.#list = new ErasureList(file);
    this.#log = log;
  }

  /** Rejects if the list cannot be written. Must be called before an erasure. */
  async requireList(): Promise<void> {
    await this.#list.requireWritable();
  }

  /** Lists the erasures that are not listed yet. Two hosts at once may list one twice, which does no harm. */
  async list(): Promise<void> {
    for (;;) {
      const { rows } = await this.#owner.query<{ userId: number; key: string; at: Date }>(
        UNLISTED,
        [ROWS_PER_STATEMENT],
      );
      if (rows.length === 0) return;
      await this.#list.add(rows);
      // From now on nothing in the database connects the person with the list.
      await this.#owner.query(NOTE_LISTED, [
        rows.map(({ userId }) => userId),
        rows.map(({ key }) => key),
      ]);
    }
  }

  /**
   * Gives every user a key, and erases people again if a restore brought them back. Must be called before a host serves
   * or a worker runs jobs.
   */
  async start(): Promise<void> {
    const give = () =>
      this.#owner.query<{ given: number }>("select app_private.give_erasure_keys($1) as given", [
        ROWS_PER_STATEMENT,
      ]);
    while ((await give()).rows[0]?.given === ROWS_PER_STATEMENT);
    await this.#eraseAgain();
    try {
      await this.list();
    } catch (error) {
      // A job tries again each minute.
      this.#log(`Erasures could not be listed: ${(error as Error).message}`, "error");
    }
  }

  async #eraseAgain(): Promise<void> {
    // Counted before the list is read, because another host may list more in between.
    const listed = (await this.#owner.query<{ listed: number }>(LISTED)).rows[0]?.listed ?? 0;
    const keys = await this.#list.keys();
    if (keys.length < listed) this.#missList(keys.length, listed);
    for (let from = 0; from < keys.length; from += ROWS_PER_STATEMENT) {
      const { rows } = await this.#owner.query<{ id: number }>(BACK, [
        keys.slice(from, from + ROWS_PER_STATEMENT),
      ]);
      for (const { id } of rows) await this.#erase(id);
    }
  }

  /** Logs that the list has fewer erasures than were listed. The service starts anyway, because alerts matter more. */
  #missList(has: number, listed: number): void {
    this.#log(
      `ERASURES_FILE (${this.#file}) lists ${has} erasures, but ${listed} are known. If the database was restored, it may have brought ` +
        "people back: put the list where it was, and start again.",
      "error",
    );
  }

  async #erase(id: number): Promise<void> {
    try {
      await this.#owner.query("select app_private.erase_person($1)", [id]);
      this.#log(`User ${id} was erased before the database was restored, and is erased again.`);
    } catch (error) {
      const { code, message } = error as DatabaseError;
      // Another host was faster.
      if (code === "LA404") return;
      if (code !== "LA409") throw error;
      this.#log(`User ${id} was erased before, and cannot be erased again: ${message}`, "error");
    }
  }
}
