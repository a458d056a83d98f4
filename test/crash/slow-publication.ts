import type pg from "pg";
import { redefine } from "../concurrency/delays.ts";

const PUBLISH_CHUNK = "app_private.publish_chunk(integer,integer)";
/** The size of a chunk. A crowd of a few thousand makes several chunks at each level. */
const CHUNK_SIZE = 1_500;

/** Makes the chunks of publications small and slow, so that kills happen during one. */
export async function slowPublications(owner: pg.Pool, milliseconds: number): Promise<void> {
  await redefine(owner, PUBLISH_CHUNK, (definition) =>
    definition.replace(/(?<=chunk_size integer DEFAULT )\d+/, String(CHUNK_SIZE)),
  );
  await redefine(owner, PUBLISH_CHUNK, (definition) =>
    definition.replace(
      /perform app_private\.notify_users/g,
      (statement) => `perform pg_sleep(random() * ${milliseconds / 1000});\n${statement}`,
    ),
  );
}
