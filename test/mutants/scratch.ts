import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Database } from "../../src/database/open.ts";
import { copyTemplate, dropTemplate, makeTemplate, openTemplate } from "../helpers/template.ts";
import { type Fault, planted } from "./fault.ts";
import { sqlOf } from "./sql-fault.ts";
import { runTests, SHARING, SHARING_CONFIG, type Verdict } from "./tests.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A copy of the tree, so that the working tree never has a fault in it. */
export interface Scratch extends AsyncDisposable {
  /** Throws an error that names outdated faults: those whose text does not occur once, or whose statement fails. */
  check(faults: readonly Fault[]): Promise<void>;
  /** Runs test files, with a fault if one is given. */
  test(files: readonly string[], fault?: Fault): Promise<Verdict>;
}

/** Copies all files that git knows or would add. */
async function copyTree(directory: string): Promise<void> {
  const { stdout } = await promisify(execFile)(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"],
    { cwd: ROOT, maxBuffer: 1e8 },
  );
  for (const file of stdout.split("\0").filter(Boolean)) {
    // git also lists files that were deleted.
    await cp(join(ROOT, file), join(directory, file)).catch((error) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
  await symlink(join(ROOT, "node_modules"), join(directory, "node_modules"));
  await writeFile(join(directory, SHARING), SHARING_CONFIG);
}

/** True if a test file needs the tests' own setup, which builds the console and the embedded database's template. */
const needsSetup = (file: string) =>
  file.startsWith("test/console/browser/") ||
  (Boolean(process.env.TEST_DATABASE_URL) && file.startsWith("test/embedded/"));

/** Puts a fault into the code or, for a moment, into the database. Throws if that cannot be done. */
async function tryFault({ ownerPool }: Database, fault: Fault): Promise<void> {
  if (!fault.isSql) {
    planted(await readFile(join(ROOT, fault.place), "utf8"), fault);
    return;
  }
  const sql = await sqlOf(ownerPool, fault);
  const client = await ownerPool.connect();
  try {
    await client.query("begin");
    await client.query(sql);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** Copies the tree, and makes one template for the tests of all faults. */
export async function makeScratch(): Promise<Scratch> {
  const directory = await mkdtemp(join(tmpdir(), "las-mutants-"));
  await copyTree(directory);
  const template = await makeTemplate();
  const shared = { TEST_TEMPLATE: JSON.stringify(template) };

  return {
    async check(faults) {
      const database = await openTemplate(template);
      const stale: string[] = [];
      try {
        for (const fault of faults) {
          await tryFault(database, fault).catch((error) =>
            stale.push(`"${fault.name}" in ${fault.place}: ${error.message}`),
          );
        }
      } finally {
        await database.close();
      }
      if (stale.length > 0) throw new Error(stale.join("\n"));
    },
    async test(files, fault) {
      if (fault?.isSql) {
        const copy = await copyTemplate(template);
        try {
          const database = await openTemplate(copy);
          await database.ownerPool.query(await sqlOf(database.ownerPool, fault));
          await database.close();
          return await runTests(directory, files, { TEST_TEMPLATE: JSON.stringify(copy) });
        } finally {
          await dropTemplate(copy);
        }
      }
      const env = files.some(needsSetup) ? {} : shared;
      if (!fault) return await runTests(directory, files, env);
      const path = join(directory, fault.place);
      const text = await readFile(path, "utf8");
      await writeFile(path, planted(text, fault));
      try {
        return await runTests(directory, files, env);
      } finally {
        await writeFile(path, text);
      }
    },
    async [Symbol.asyncDispose]() {
      await dropTemplate(template);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
