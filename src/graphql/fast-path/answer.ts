import type { WithPgClient } from "postgraphile/@dataplan/pg";
import { stringifyPayload } from "postgraphile/grafast";
import type { GraphQLError, GraphQLSchema } from "postgraphile/graphql";
import type { RequestSettings } from "../../database/request-adaptor.ts";
import type { FastPath } from "./index.ts";
import { resultOf } from "./result.ts";

/** The answer to a request's body as text; undefined if grafserv has to answer. */
export type FastAnswer = (
  body: Buffer,
  settings: RequestSettings,
) => Promise<string | undefined> | undefined;

const isRecord = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Makes what answers the requests over HTTP whose documents are known. */
export function makeFastAnswer(parts: {
  fastPath: FastPath;
  schema: GraphQLSchema;
  withPgClient: WithPgClient;
  maskError(error: GraphQLError): GraphQLError;
}): FastAnswer {
  const { fastPath, schema, withPgClient, maskError } = parts;

  /** What a body asks for, if its document is known and nothing else is in it. */
  function read(body: Buffer) {
    let json: Record<string, unknown>;
    try {
      json = Object(JSON.parse(body.toString()));
    } catch {
      return undefined;
    }
    const { query, variables = null, operationName = null, ...others } = json;
    const isPlain =
      (operationName === null || typeof operationName === "string") &&
      (variables === null || isRecord(variables)) &&
      Object.keys(others).length === 0;
    const document = isPlain ? fastPath.documentOf(query as string) : undefined;
    const operation = document && fastPath.find(schema, document, operationName as string | null);
    const statement = operation?.bind((variables ?? {}) as Record<string, unknown>);
    return operation && statement && { operation, ...statement };
  }

  async function run(
    { operation, text, values }: NonNullable<ReturnType<typeof read>>,
    settings: RequestSettings,
  ): Promise<string | undefined> {
    const query = { text, values: values as never[], arrayMode: true };
    const ask = () => withPgClient(settings as never, (client) => client.query(query));
    const { data, errors } = await resultOf(operation, async () =>
      text ? (await ask()).rows : [],
    );
    // A list that cannot be written may be read again. What a mutation wrote must not.
    if (data === undefined && operation.declared.kind === "list") return undefined;
    if (!errors) return `{"data":${data}}`;
    const payload = { data: data ?? null, errors: errors.map(maskError) as never[] };
    return stringifyPayload(payload, true);
  }

  return (body, settings) => {
    const asked = read(body);
    return asked && run(asked, settings);
  };
}
