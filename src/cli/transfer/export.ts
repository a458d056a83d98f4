import { Transform } from "node:stream";
import type { ClientBase } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { END_OF_COPY, FORMAT, type Foot, type Head, type TableHead } from "./format.ts";
import { readSchemaVersion, readSequences, readTables } from "./tables.ts";

const NEWLINE = 10;
const line = (value: Head | TableHead | Foot) => `${JSON.stringify(value)}\n`;

/** Counts the lines that pass. COPY writes a row as a line. */
class LineCounter extends Transform {
  lines = 0;
  override _transform(chunk: Buffer, _: unknown, done: (error: null, chunk: Buffer) => void) {
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1))
      this.lines += 1;
    done(null, chunk);
  }
}

/** Yields all data, piece by piece. The client's transaction must keep one snapshot of it. */
export async function* exported(client: ClientBase): AsyncGenerator<string | Buffer, Foot["rows"]> {
  yield line({ format: FORMAT, schemaVersion: await readSchemaVersion(client) });
  const rows: Foot["rows"] = {};
  for (const table of await readTables(client)) {
    yield line({ table });
    const { name, columns } = table;
    const counter = new LineCounter();
    const copy = client.query(copyTo(`copy (select ${columns.join(", ")} from ${name}) to stdout`));
    copy.on("error", (error) => counter.destroy(error)).pipe(counter);
    yield* counter;
    yield `${END_OF_COPY}\n`;
    rows[name] = counter.lines;
  }
  yield line({ rows, sequences: await readSequences(client) });
  return rows;
}
