import { stringifyPayload } from "postgraphile/grafast";
import { GraphQLError, type GraphQLSchema } from "postgraphile/graphql";
import { AnswerBudget } from "../../database/answer-budget.ts";
import type { WithRequest } from "../../database/database-request.ts";
import type { TakeQuota } from "../../limits/quotas.ts";
import { isObject, parseJson } from "../../limits/read-json.ts";
import { peopleRead } from "../audit/people-fields.ts";
import { recordRead } from "../audit/record-read.ts";
import type { MaskError } from "../errors/mask-error.ts";
import { retryAfter } from "../errors/unavailable.ts";
import { needsNoToken } from "../requests/doorman.ts";
import type { Request } from "../requests/request.ts";
import { countField } from "../requests/root-fields.ts";
import type { FastOperation } from "./compile.ts";
import type { FastPath } from "./index.ts";
import type { Row } from "./rows.ts";

/** Returns the answer to a request's body as text; undefined if grafserv has to answer. */
export type FastAnswer = (
  body: Buffer,
  request: Request,
) => Promise<{ text: string; retryAfter?: number | undefined } | undefined>;

/**
 * Returns the GraphQL result for a statement's rows, which it empties, or for the error that the statement threw. Its
 * data is JSON text; undefined if the rows do not fit the schema.
 */
export async function resultOf(
  { label, node, write }: FastOperation,
  read: () => Promise<readonly unknown[]>,
): Promise<{ data: string | undefined; errors?: GraphQLError[] }> {
  let rows: Row[] | undefined;
  try {
    rows = (await read()) as Row[];
    const data = `{${label}:${write(rows)}}`;
    // V8 keeps the promises of a request that has waited until a full collection. The rows must not stay with them.
    rows.length = 0;
    return { data };
  } catch (error) {
    const originalError = error as Error;
    const place = { nodes: node, path: [JSON.parse(label)], originalError };
    const errors = [new GraphQLError(originalError.message, place)];
    return { data: rows ? undefined : `{${label}:null}`, errors };
  }
}

/** Makes the function that answers requests over HTTP whose documents are known. */
export function makeFastAnswer(
  fastPath: FastPath,
  schema: GraphQLSchema,
  withPgClient: WithRequest,
  takeQuota: TakeQuota,
  maskError: MaskError,
  mostBytes: number,
): FastAnswer {
  /** Reads what a body asks for. Undefined if the document is unknown or not plain, or if the body has other keys. */
  function read(body: Buffer, { identity }: Request) {
    const json = parseJson(body.toString());
    const { query, variables, operationName, ...others } = isObject(json) ? json : {};
    const asked = typeof query === "string" ? fastPath.documents.get(query) : undefined;
    const given = variables ?? {};
    if (!asked || !isObject(given) || Object.keys(others).length > 0) return undefined;
    if (operationName != null && typeof operationName !== "string") return undefined;
    if (!identity && !needsNoToken(asked.size, true)) return undefined;
    const operation = fastPath.find(schema, asked, operationName);
    const statement = operation?.bind(given);
    if (!operation || !statement) return undefined;
    const people = identity && peopleRead(schema, asked, operationName, given, identity.userId);
    return { operation, asked, people, ...statement };
  }

  return async (body, request) => {
    const found = read(body, request);
    if (!found) return undefined;
    const { operation, asked, people, text, values } = found;
    // The fast path takes neither batches nor publications. Grafast refuses the request if the quota is used up.
    if ((await takeQuota(request, countField(operation.node, {}, false))) > 0) return undefined;
    const { log } = request;
    log?.asks([operation.node.name.value], operation.name);
    const budget = new AnswerBudget(mostBytes, asked.size, true);
    request.budget = budget;
    const query = { text, values: [...values], arrayMode: true };
    const { data, errors } = await resultOf(operation, async () => {
      if (!text) return [];
      if (people) await recordRead(withPgClient, request, people);
      return (await withPgClient(request, (client) => client.query(query))).rows;
    });
    // Grafast reads a list again if it does not fit the schema, or the budget, which may be larger in Grafast. It must
    // not run a mutation again.
    const isUnfit = data === undefined || budget.isSpent;
    if (isUnfit && operation.declared.kind === "list") return undefined;
    if (!errors) return { text: `{"data":${data}}` };
    const masked = errors.map((error) => maskError(error, log));
    // The library wants JSON by its type, and writes errors as such.
    const payload = { data: data ?? null, errors: masked as never };
    return { text: stringifyPayload(payload, true), retryAfter: retryAfter({ data, errors }) };
  };
}
