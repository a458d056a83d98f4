import type { WithPgClient } from "postgraphile/@dataplan/pg";
import { context, object, type Step } from "postgraphile/grafast";
import type { RequestSettings } from "../../database/request-settings.ts";
import type { Identity, Tokens } from "../../people/tokens.ts";

/** Who sent a request, and how its statements run. */
export interface Caller {
  withPgClient: WithPgClient;
  pgSettings: RequestSettings;
  tokens: Tokens;
  /** Undefined without a valid token. */
  identity: Identity | undefined;
  /** The client's program, as it names itself. */
  client: string | undefined;
  /** Returns the client's address, as limits count it. */
  address: () => string;
}

/** The step that gives the caller. */
export function caller(): Step<Caller> {
  const $context = context();
  // Grafast's type of the object omits the types of the context's keys.
  return object({
    withPgClient: $context.get("withPgClient"),
    pgSettings: $context.get("pgSettings"),
    tokens: $context.get("tokens"),
    identity: $context.get("identity"),
    client: $context.get("client"),
    address: $context.get("address"),
  }) as unknown as Step<Caller>;
}
