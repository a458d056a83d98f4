import type pg from "pg";
import { PositionIds } from "./position-ids.ts";
import type { RequestSettings } from "./request-settings.ts";
import { statementName } from "./statement-names.ts";

/** A statement that calls a function on a worker node. Its first values are the token's user and session. */
export interface DelegatedCall {
  text: string;
  /** The values that follow. */
  values: readonly unknown[];
  /** True if the function stores a position: an id for it comes before these values, and no row says that nothing was stored. */
  needsPositionId?: boolean;
}

/** The error of a function that does not know the session. The coordinator may know it. */
const isRefusal = (error: unknown) => (error as { code?: unknown })?.code === "LA401";

/**
 * Runs statements that Citus sends to the worker node of the request's user as they are. What they call checks the session
 * itself, so each is alone, without a role or claims before it.
 */
export class DelegatedCalls {
  readonly #pool: pg.Pool;
  readonly #ids: PositionIds;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#ids = new PositionIds(pool);
  }

  /** Returns the rows as arrays; undefined if the function has done nothing, and the coordinator has to do it. */
  async run(
    settings: RequestSettings,
    { text, values, needsPositionId }: DelegatedCall,
  ): Promise<readonly unknown[] | undefined> {
    const caller = [settings["token.user_id"], settings["token.session_id"]];
    if (!caller[0] || !caller[1]) return undefined;
    if (needsPositionId) caller.push(await this.#ids.next());
    const query = { name: statementName(text), text, values: [...caller, ...values] };
    try {
      const { rows } = await this.#pool.query({ ...query, rowMode: "array" });
      return needsPositionId && rows.length === 0 ? undefined : rows;
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }
}
