import type { WithPgClient } from "postgraphile/@dataplan/pg";
import { context, object, type Step } from "postgraphile/grafast";
import type { Identity, Tokens } from "../../auth/tokens.ts";
import type { RequestSettings } from "../../database/request-settings.ts";

/** Who asks, and how their statements run. */
export interface Caller {
  withPgClient: WithPgClient;
  pgSettings: RequestSettings;
  tokens: Tokens;
  /** Undefined without a valid token. */
  identity: Identity | undefined;
  /** The program that asks, as it names itself. */
  client: string | undefined;
  /** Returns the address that the client counts as. */
  address: () => string;
}

/** The step that gives the caller. */
export function caller(): Step<Caller> {
  const $context = context();
  // Grafast's type of the object leaves out what the context's keys hold.
  return object({
    withPgClient: $context.get("withPgClient"),
    pgSettings: $context.get("pgSettings"),
    tokens: $context.get("tokens"),
    identity: $context.get("identity"),
    client: $context.get("client"),
    address: $context.get("address"),
  }) as unknown as Step<Caller>;
}
