import { context, type FieldArgs, list, object, type Step, sideEffect } from "postgraphile/grafast";
import type { DatabaseRequest, WithRequest } from "../../database/database-request.ts";
import type { Publication } from "../../database/publication.ts";
import type { Tokens } from "../../people/tokens.ts";
import type { Request } from "./request.ts";

/** Who sent a request, and how its statements run. */
export interface Caller {
  withPgClient: WithRequest;
  request: Request;
  tokens: Tokens;
  publication: Publication;
}

/** The step that gives the caller. */
export function caller(): Step<Caller> {
  const $context = context();
  // Grafast's type of the object omits the types of the context's keys.
  return object({
    withPgClient: $context.get("withPgClient"),
    request: $context.get("request"),
    tokens: $context.get("tokens"),
    publication: $context.get("publication"),
  }) as unknown as Step<Caller>;
}

/**
 * The plan of a mutation that runs a function once, with the caller and the values of these arguments. GraphQL has
 * checked the values against the types in the schema.
 */
export const callerPlan =
  <Values extends unknown[], Result>(
    names: string[],
    run: (caller: Caller, ...values: Values) => Result | Promise<Result>,
  ) =>
  (_$root: unknown, args: FieldArgs): Step<Result> =>
    sideEffect(list([caller(), ...names.map((name) => args.getRaw(name))]), ([caller, ...values]) =>
      run(caller as Caller, ...(values as Values)),
    ) as Step<Result>;

async function firstRow<Row>(
  withPgClient: WithRequest,
  request: DatabaseRequest | null,
  text: string,
  values: unknown[],
): Promise<Row | undefined> {
  const { rows } = await withPgClient(request, (client) => client.query<Row>({ text, values }));
  return rows[0];
}

/** Returns the first row of a statement that runs under the caller's role. */
export const callerRow = <Row>(caller: Caller, text: string, ...values: unknown[]) =>
  firstRow<Row>(caller.withPgClient, caller.request, text, values);

/** Returns the first row of a statement that runs as the host: no role of a request may read a hash, or log in. */
export const hostRow = <Row>({ withPgClient }: Caller, text: string, ...values: unknown[]) =>
  firstRow<Row>(withPgClient, null, text, values);
