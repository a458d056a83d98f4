import { context, object, type Step } from "postgraphile/grafast";
import type { WithRequest } from "../../database/database-request.ts";
import type { Tokens } from "../../people/tokens.ts";
import type { Request } from "./request.ts";

/** Who sent a request, and how its statements run. */
export interface Caller {
  withPgClient: WithRequest;
  request: Request;
  tokens: Tokens;
}

/** The step that gives the caller. */
export function caller(): Step<Caller> {
  const $context = context();
  // Grafast's type of the object omits the types of the context's keys.
  return object({
    withPgClient: $context.get("withPgClient"),
    request: $context.get("request"),
    tokens: $context.get("tokens"),
  }) as unknown as Step<Caller>;
}
