import { dataFaults } from "./faults.ts";
import { type Reads, readingOn } from "./reads.ts";
import { revived } from "./revived.ts";
import { countRows, type Rows } from "./rows.ts";

/** Reads and checks the data of a restored database, which may lack tables. What cannot be read is a fault too. */
export async function readData(
  pool: Reads,
): Promise<{ rows: Rows; faults: string[]; revived: string[] }> {
  const unread = new Set<string>();
  const readable = readingOn(pool, unread);
  const rows = await countRows(readable);
  const faults = await dataFaults(readable);
  const lines = await revived(readable);
  return { rows, faults: [...unread, ...faults], revived: lines };
}
