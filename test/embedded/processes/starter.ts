/** Opens each database, prints whether it did or why not, and holds it until it is killed or asked to end. */
import { writeSync } from "node:fs";
import { openEmbedded } from "../../../src/database/embedded/index.ts";

for (const dataDir of process.argv.slice(2)) {
  try {
    const database = await openEmbedded({ dataDir });
    writeSync(1, `open ${database.created ? "created" : "found"}\n`);
    process.stdin.resume().once("end", () => void database.close());
  } catch (error) {
    writeSync(1, `refused ${(error as Error).message}\n`);
  }
}
