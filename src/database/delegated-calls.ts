import type pg from "pg";
import { PositionIds } from "./position-ids.ts";
import type { RequestSettings } from "./request-settings.ts";
import { statementName } from "./statement-names.ts";

/**
 * Calls functions that Citus runs on the worker node of a request's user. Such a function checks the session itself, so the call is
 * one statement, without a role or claims before it.
 */
export class DelegatedCalls {
  readonly #pool: pg.Pool;
  readonly #ids: PositionIds;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#ids = new PositionIds(pool);
  }

  /** Returns the rows as arrays. They are none if the function has done nothing, and the coordinator has to do it. */
  async call(
    settings: RequestSettings,
    text: string,
    values: readonly unknown[],
  ): Promise<readonly unknown[]> {
    const userId = settings["token.user_id"];
    const sessionId = settings["token.session_id"];
    if (!userId || !sessionId) return [];
    const { rows } = await this.#pool.query({
      name: statementName(text),
      text,
      values: [userId, sessionId, await this.#ids.next(), ...values],
      rowMode: "array",
    });
    return rows;
  }
}
