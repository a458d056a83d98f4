import type pg from "pg";

/** Slows down each chunk of a publication, so that kills happen during one. */
export async function slowPublications(owner: pg.Pool, milliseconds: number): Promise<void> {
  const { rows } = await owner.query<{ definition: string }>(
    "select pg_get_functiondef('app_private.publish_chunk(integer,integer)'::regprocedure) as definition",
  );
  const before = rows[0]?.definition as string;
  const after = before.replace(
    /perform app_private\.notify_users/g,
    (statement) => `perform pg_sleep(random() * ${milliseconds / 1000});\n${statement}`,
  );
  if (after === before) throw new Error("publish_chunk has not changed.");
  await owner.query(after);
}
