import type pg from "pg";

/** A crowd of a few thousand has several of these at each level. */
const CHUNK_SIZE = 1_500;

/** Makes the chunks of publications small and slow, so that kills happen during one. */
export async function slowPublications(owner: pg.Pool, milliseconds: number): Promise<void> {
  const { rows } = await owner.query<{ definition: string }>(
    "select pg_get_functiondef('app_private.publish_chunk(integer,integer)'::regprocedure) as definition",
  );
  const before = rows[0]?.definition as string;
  const small = before.replace(/(?<=chunk_size integer DEFAULT )\d+/, String(CHUNK_SIZE));
  const slow = small.replace(
    /perform app_private\.notify_users/g,
    (statement) => `perform pg_sleep(random() * ${milliseconds / 1000});\n${statement}`,
  );
  if (small === before || slow === small) throw new Error("publish_chunk has not changed.");
  await owner.query(slow);
}
