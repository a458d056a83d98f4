import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { copyTemplate, dropTemplate, makeTemplate, openTemplate } from "../helpers/template.ts";
import { type Fault, planted } from "./fault.ts";
import { sqlOf } from "./sql-fault.ts";
import { runTests, SHARING, SHARING_CONFIG, type Verdict } from "./tests.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A copy of the tree, so that the working tree never has a fault in it. */
export interface Scratch extends AsyncDisposable {
  /** Throws an error if the list is out of date: a text does not occur once, or a statement fails. */
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

/** True if a test file opens the console in a browser, which needs the tests' own setup. */
async function needsBrowser(file: string): Promise<boolean> {
  return (await readFile(join(ROOT, file), "utf8")).includes("helpers/browser.ts");
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
      try {
        for (const fault of faults) {
          if (!fault.isSql) {
            planted(await readFile(join(ROOT, fault.place), "utf8"), fault);
            continue;
          }
          const client = await database.ownerPool.connect();
          try {
            const sql = await sqlOf(database.ownerPool, fault);
            await client.query("begin");
            await client.query(sql);
          } catch (error) {
            throw new Error(`"${fault.name}" in ${fault.place}: ${error}`);
          } finally {
            await client.query("rollback");
            client.release();
          }
        }
      } finally {
        await database.close();
      }
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
      const hasBrowser = (await Promise.all(files.map(needsBrowser))).some(Boolean);
      const env = hasBrowser ? {} : shared;
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
