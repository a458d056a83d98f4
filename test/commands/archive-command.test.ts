import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { archiveCommand } from "../../src/commands/drill/archive-command.ts";

test("an archived file is archived again, and another one of its name is not", async () => {
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
    // What a crash left.
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

test("the drill archives as the page for operators says", async () => {
  const page = await readFile(new URL("../../docs/operators.md", import.meta.url), "utf8");
  expect(page).toContain(`archive_command = '${archiveCommand("/archive")}'`);
});
