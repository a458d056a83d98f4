import { cp, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { calculateHash } from "graphile-migrate/dist/hash.js";
import { serializeMigration } from "graphile-migrate/dist/migration.js";
import { MIGRATIONS_FOLDER } from "../../src/database/check-history.ts";

/** The files of the committed migrations, in order. */
export const committed = (await readdir(join(MIGRATIONS_FOLDER, "committed")))
  .filter((file) => file.endsWith(".sql"))
  .sort();

/** Makes a folder with the first `count` committed migrations, and others after them. */
export async function migrationsFolder(count: number, ...later: string[]): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "las-migrations-"));
  let previous = "-";
  for (const file of committed.slice(0, count)) {
    const source = join(MIGRATIONS_FOLDER, "committed", file);
    await cp(source, join(path, "committed", file));
    [, previous = ""] = /^--! Hash: (.+)$/m.exec(await readFile(source, "utf8")) ?? [];
  }
  const last = Number.parseInt(committed[count - 1] ?? "0", 10);
  for (const [i, sql] of later.entries()) {
    const body = `${sql.trim()}\n`;
    const hash = calculateHash(body, previous);
    const file = `${String(last + i + 1).padStart(6, "0")}-trial.sql`;
    const text = serializeMigration(body, { Previous: previous, Hash: hash, Message: "Trial" });
    await writeFile(join(path, "committed", file), text);
    previous = hash;
  }
  return path;
}
