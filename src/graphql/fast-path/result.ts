import { GraphQLError } from "postgraphile/graphql";
import type { FastOperation } from "./compile.ts";
import type { Row } from "./rows.ts";

/** GraphQL's result, its data as JSON text; no data if rows do not fit the schema. */
export interface TextResult {
  data: string | undefined;
  errors?: readonly GraphQLError[];
}

/** The result of a statement's rows, or of the error that reading or writing them threw. */
export async function resultOf(
  { label, node, write }: FastOperation,
  read: () => Promise<readonly unknown[]>,
): Promise<TextResult> {
  let rows: readonly Row[] | undefined;
  try {
    rows = (await read()) as readonly Row[];
    return { data: `{${label}:${write(rows)}}` };
  } catch (error) {
    const originalError = error as Error;
    const place = { nodes: node, path: [JSON.parse(label)], originalError };
    const errors = [new GraphQLError(originalError.message, place)];
    return { data: rows ? undefined : `{${label}:null}`, errors };
  }
}
