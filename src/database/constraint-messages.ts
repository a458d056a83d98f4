import type pg from "pg";
import { CONSTRAINT_MESSAGES, type ConstraintMessages } from "../graphql/errors/database-errors.ts";

/** Reads what to tell a client that breaks a constraint. */
export async function readConstraintMessages(
  database: Pick<pg.ClientBase, "query">,
): Promise<ConstraintMessages> {
  const { rows } = await database.query<{ name: string; message: string }>(CONSTRAINT_MESSAGES);
  return new Map(rows.map(({ name, message }) => [name, message]));
}
