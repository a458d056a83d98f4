import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MIGRATIONS_FOLDER } from "../../src/database/check-history.ts";

/** The files of the committed migrations, in order. */
export const committed = (await readdir(join(MIGRATIONS_FOLDER, "committed")))
  .filter((file) => file.endsWith(".sql"))
  .sort();

/** Makes a folder with the first `count` committed migrations, and others after them. */
export async function migrationsFolder(count: number, ...later: string[]): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "las-migrations-"));
  await mkdir(join(path, "committed"));
  let previous = "-";
  for (const file of committed.slice(0, count)) {
    const source = join(MIGRATIONS_FOLDER, "committed", file);
    await cp(source, join(path, "committed", file));
    [, previous = ""] = /^--! Hash: (.+)$/m.exec(await readFile(source, "utf8")) ?? [];
  }
  const last = Number.parseInt(committed[count - 1] ?? "0", 10);
  for (const [i, sql] of later.entries()) {
    const body = `${sql.trim()}\n`;
    const content = `${previous.replace(/^-$/, "")}\n${body}`.trimStart();
    const hash = `sha1:${createHash("sha1").update(content).digest("hex")}`;
    const file = `${String(last + i + 1).padStart(6, "0")}-trial.sql`;
    const text = `--! Previous: ${previous}\n--! Hash: ${hash}\n--! Message: Trial\n\n${body}`;
    await writeFile(join(path, "committed", file), text);
    previous = hash;
  }
  return path;
}
