import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "@jest/types";
import { prepareConsole } from "../../console/test/helpers/prepare.ts";
import { makeTemplate } from "./template.ts";
import { keepTemporaryFilesInMemory } from "./temporary-files.ts";

/** True if this run includes a file of this folder. */
function runs(
  folder: string,
  { testPathPatterns }: Config.GlobalConfig,
  { rootDir, testPathIgnorePatterns }: Config.ProjectConfig,
): boolean {
  const chosen = testPathPatterns.toExecutor({ rootDir });
  return readdirSync(join(rootDir, folder)).some((name) => {
    const path = join(rootDir, folder, name);
    const isIgnored = testPathIgnorePatterns.some((pattern) => new RegExp(pattern).test(path));
    return name.endsWith(".test.ts") && chosen.isMatch(path) && !isIgnored;
  });
}

/** Makes what all test files share. Workers find it in the environment, which they inherit. */
export default async function globalSetup(
  run: Config.GlobalConfig,
  project: Config.ProjectConfig,
): Promise<void> {
  const { TEST_DATABASE_URL: url } = process.env;
  // Grafast checks itself in development. A server's tests run as the service does.
  process.env.GRAPHILE_ENV = url ? "production" : "development";
  // Processes that tests start share Node's compiled code.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "node-compile-cache");
  keepTemporaryFilesInMemory();
  const [template] = await Promise.all([
    makeTemplate(),
    runs("console/test/browser", run, project) && prepareConsole(),
  ]);
  process.env.TEST_TEMPLATE = JSON.stringify(template);
}
