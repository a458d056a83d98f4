import type { WithPgClient } from "postgraphile/@dataplan/pg";
import type { GraphQLError } from "postgraphile/graphql";
import type { LocationPart, RootPart } from "../direct-rows/plan-parts.ts";
import { located } from "../direct-rows/row-writer.ts";

/** What a request brings to a replay. */
export interface ReplayContext {
  pgSettings: never;
  withPgClient: WithPgClient;
}

/** GraphQL's answer, its data as text. */
export interface ReplayResult {
  data: string | null;
  errors?: readonly GraphQLError[];
}

/** The only field of an operation. */
export interface SoleField {
  /** Its key in the answer. */
  key: string;
  isNonNull: boolean;
  location: LocationPart;
}

/** An operation that is one statement, whose rows are written as its one field. */
export interface Replay extends SoleField {
  text: string;
  /** What the statement's placeholders stand for; undefined for variables that do not fit. */
  bind(variables: Record<string, unknown>): readonly unknown[] | undefined;
  write(rows: readonly unknown[], root: RootPart, path: (string | number)[]): string;
}

/** Answers as Grafast would, by the rows of a statement. */
export async function answerBy(
  { key, isNonNull, location, write }: Pick<Replay, keyof SoleField | "write">,
  readRows: () => Promise<readonly unknown[]>,
): Promise<ReplayResult> {
  const root: RootPart = { errors: [], errorBehavior: "PROPAGATE" };
  // The first place of a path is Grafast's own.
  const path = ["", key];
  let field = "null";
  try {
    field = write(await readRows(), root, path);
    if (isNonNull && field === "null") throw new Error(`${key} has no value`);
  } catch (error) {
    root.errors.push(located(error, location, ["", key]));
  }
  const data = isNonNull && field === "null" ? null : `{${JSON.stringify(key)}:${field}}`;
  return root.errors.length > 0 ? { data, errors: root.errors as GraphQLError[] } : { data };
}

/** Runs the statement, and answers by it. */
export async function run(
  replay: Replay,
  values: readonly unknown[],
  { pgSettings, withPgClient }: ReplayContext,
): Promise<ReplayResult> {
  return await answerBy(replay, async () => {
    const query = { text: replay.text, values: values as never, arrayMode: true };
    return (await withPgClient(pgSettings, (client) => client.query(query))).rows;
  });
}
