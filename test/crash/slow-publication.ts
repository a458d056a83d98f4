import type pg from "pg";

/** Lets each chunk of a publication take a while, so that kills fall into the middle of one. */
export async function slowPublications(owner: pg.Pool, milliseconds: number): Promise<void> {
  const { rows } = await owner.query<{ definition: string }>(
    "select pg_get_functiondef('app_private.publish_chunk(integer,integer)'::regprocedure) as definition",
  );
  const before = rows[0]?.definition as string;
  const after = before.replace(
    /perform app_private\.notify_users/g,
    (statement) => `perform pg_sleep(random() * ${milliseconds / 1000});\n${statement}`,
  );
  if (after === before) throw new Error("publish_chunk is as it was");
  await owner.query(after);
}
