import { spawn } from "node:child_process";
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { buildConsole } from "../../src/cli/build-console/build.ts";
import { PROJECT } from "../docs/markdown.ts";

let project: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), "las-build-"));
  await mkdir(join(project, "src/console"), { recursive: true });
  await mkdir(join(project, "src/cli/build-console"), { recursive: true });
  for (const file of ["src/console/main.ts", "src/cli/build-console/land.ts"]) {
    await writeFile(join(project, file), "one");
  }
  await writeFile(join(project, "package-lock.json"), "{}");
});
afterEach(async () => {
  await rm(project, { recursive: true });
});

const built = (file: string) => join(project, "build/console", file);
/** Builds a console that has only one source file. */
const build = () =>
  buildConsole(project, async (source, output) => {
    await writeFile(join(output, "main.js"), await readFile(join(source, "main.ts")));
    await writeFile(join(output, "large.css"), "a{}".repeat(1000));
  });

test("the console is built again if a source, the builder or the packages change", async () => {
  expect(await build()).toBe("built");
  expect(await build()).toBe("up to date");
  for (const file of [
    "src/console/main.ts",
    "src/cli/build-console/land.ts",
    "package-lock.json",
  ]) {
    await writeFile(join(project, file), "two");
    expect([file, await build(), await build()]).toEqual([file, "built", "up to date"]);
  }
  expect(await readFile(built("main.js"), "utf8")).toBe("two");
});

test("a build replaces the previous one, and every user of the machine can read it", async () => {
  await build();
  await writeFile(built("old.js"), "of the build before");
  await writeFile(join(project, "src/console/main.ts"), "two");
  await build();
  expect((await readdir(built("."))).sort()).toEqual([
    ".made-from",
    "large.css",
    "large.css.br",
    "large.css.gz",
    "main.js",
  ]);
  expect((await stat(built("."))).mode & 0o777).toBe(0o755);
  expect(await readdir(join(project, "build"))).toEqual(["console"]);
});

test("a failed build leaves the previous one in place", async () => {
  await build();
  await writeFile(join(project, "src/console/main.ts"), "two");
  const failed = buildConsole(project, async (_source, output) => {
    await writeFile(join(output, "main.js"), "half");
    throw new Error("no space left");
  });
  await expect(failed).rejects.toThrow("no space left");
  expect(await readFile(built("main.js"), "utf8")).toBe("one");
  expect(await readdir(join(project, "build"))).toEqual(["console"]);
});

test("npm run console ends with 1 if the build fails, and with 0 without its packages, and says why", async () => {
  for (const path of ["src", "package.json"])
    await cp(join(PROJECT, path), join(project, path), { recursive: true, force: true });
  const run = async () => {
    const child = spawn(process.execPath, [join(project, "src/cli/build-console.ts")]);
    return await Promise.all([
      new Promise((resolve) => child.once("exit", resolve)),
      text(child.stderr),
    ]);
  };
  expect(await run()).toEqual([
    0,
    "The console is not built, because the development dependencies are missing. Install them: npm ci --include=dev.\n",
  ]);
  await build();
  expect(await run()).toEqual([0, ""]);
  await symlink(join(PROJECT, "node_modules"), join(project, "node_modules"));
  await rm(join(project, "package-lock.json"));
  expect(await run()).toEqual([
    1,
    expect.stringMatching(/^The console cannot be built: .*package-lock\.json/),
  ]);
});
