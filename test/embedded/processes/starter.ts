/**
 * Opens each database, prints whether it did or why not, and then what it logged, and holds it until it is killed or
 * asked to end.
 */
import { writeSync } from "node:fs";
import { openEmbedded } from "../../../embedded/index.ts";

for (const dataDir of process.argv.slice(2)) {
  try {
    const logged: string[] = [];
    const log = (line: string) => void logged.push(line);
    const database = await openEmbedded({ dataDir, log });
    const lines = [`open ${database.created ? "created" : "found"}`, ...logged];
    writeSync(1, lines.map((line) => `${line}\n`).join(""));
    process.stdin.resume().once("end", () => void database.close());
  } catch (error) {
    writeSync(1, `refused ${(error as Error).message}\n`);
  }
}
