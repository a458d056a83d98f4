import { execFile } from "node:child_process";
import * as fs from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, jest, test } from "@jest/globals";
import { archiveCommand } from "../../src/cli/drill/archive-command.ts";

/** The versions of PostgreSQL whose packages are installed, and those that can make a server. */
let versions: string[];
let whole: string[];
const PACKAGES = "/usr/lib/postgresql";
jest.unstable_mockModule("node:fs", () => ({
  ...fs,
  readdirSync: () => versions,
  existsSync: (path: string) =>
    versions.length > 0 &&
    [PACKAGES, ...whole.map((version) => `${PACKAGES}/${version}/bin/initdb`)].includes(path),
}));
const { findPostgres } = await import("../../src/cli/drill/postgresql.ts");

test("the drill takes the newest PostgreSQL that can make a server", () => {
  [versions, whole] = [
    ["15", "9", "18", "17"],
    ["9", "15", "17"],
  ];
  expect(findPostgres()).toBe(`${PACKAGES}/17/bin`);
  [versions, whole] = [["18"], []];
  expect(findPostgres()).toBeUndefined();
  versions = [];
  expect(findPostgres()).toBeUndefined();
});

test("archiving the same file again succeeds, and archiving another file of its name fails", async () => {
  const archive = await mkdtemp(join(tmpdir(), "las-archive-"));
  const wal = await mkdtemp(join(tmpdir(), "las-wal-"));
  const file = join(wal, "0001");
  const command = archiveCommand(archive).replaceAll("%p", file).replaceAll("%f", "0001");
  const isArchived = async (content: string) => {
    await writeFile(file, content);
    const ended = promisify(execFile)("sh", ["-c", command]);
    return await ended.then(
      () => true,
      () => false,
    );
  };
  try {
    // A crash can leave such a part of a file.
    await writeFile(join(archive, "0001.part"), "on");
    expect(await isArchived("one")).toBe(true);
    expect(await isArchived("one")).toBe(true);
    expect(await isArchived("another")).toBe(false);
    expect(await readdir(archive)).toEqual(["0001"]);
    expect(await readFile(join(archive, "0001"), "utf8")).toBe("one");
  } finally {
    await Promise.all([archive, wal].map((directory) => rm(directory, { recursive: true })));
  }
});

test("the drill's archive_command is the one in docs/operators.md", async () => {
  const page = await readFile(new URL("../../docs/operators.md", import.meta.url), "utf8");
  expect(page).toContain(`archive_command = '${archiveCommand("/archive")}'`);
});
