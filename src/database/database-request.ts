import type { PgClient } from "postgraphile/@dataplan/pg";
import type { LoggedRequest } from "../ops/logged-request.ts";
import type { AnswerBudget } from "./answer-budget.ts";

/** A request as the adaptor reads it: for whom its statements run, where, and what pays for them. */
export interface DatabaseRequest {
  /** Undefined without a valid token. */
  readonly identity: { readonly userId: number; readonly sessionId: number } | undefined;
  /** Whose connections it takes. By default those of the public. */
  readonly pool?: "public" | "publication" | undefined;
  /** Pays for the answer. Undefined for statements that are not part of an answer. */
  readonly budget?: AnswerBudget | undefined;
  readonly log?: LoggedRequest | undefined;
}

/** Runs a callback on a connection, under the role of a request; without one, as the host. */
export type WithRequest = <T>(
  request: DatabaseRequest | null,
  callback: (client: PgClient) => T | Promise<T>,
) => Promise<T>;
