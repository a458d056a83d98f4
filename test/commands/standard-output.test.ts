import { execFile } from "node:child_process";
import * as fs from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, jest, test } from "@jest/globals";
import { PROJECT } from "../docs/markdown.ts";

const writeSync = jest.fn<(fd: number, bytes: Buffer) => number>();
jest.unstable_mockModule("node:fs", () => ({ ...fs, writeSync }));
const { writeOut } = await import("../../src/cli/standard-output.ts");

const failure = (code: string) => Object.assign(new Error(`${code}: write`), { code });

test("output that a slow reader does not take at once is written later, in order", async () => {
  const taken: string[] = [];
  let calls = 0;
  writeSync.mockImplementation((fd, bytes) => {
    calls += 1;
    if (calls % 2 === 0) throw failure("EAGAIN");
    taken.push(`${fd} ${bytes.subarray(0, 4)}`);
    return Math.min(4, bytes.length);
  });
  await writeOut("ä text of");
  expect(taken).toEqual(["1 ä t", "1 ext ", "1 of"]);
});

test("output that cannot be written is an error", async () => {
  writeSync.mockImplementation(() => {
    throw failure("ENOSPC");
  });
  await expect(writeOut("text")).rejects.toThrow("The output is not complete: ENOSPC: write");
});

test("output to a file that becomes too large is an error", async () => {
  const directory = await mkdtemp(join(tmpdir(), "las-output-"));
  const file = join(directory, "output");
  const program = `import { writeOut } from "./src/cli/standard-output.ts"; await writeOut("x".repeat(100_000));`;
  // With its signal ignored, a size limit acts like a full disk: a part is still written first.
  const command = `trap "" XFSZ; ulimit -f 8; "$0" --input-type=module --eval '${program}' > ${file}`;
  const run = promisify(execFile)("bash", ["-c", command, process.execPath], { cwd: PROJECT });
  await expect(run).rejects.toMatchObject({
    stderr: expect.stringContaining("The output is not complete: EFBIG"),
  });
  expect((await readFile(file, "utf8")).length).toBe(8192);
  await rm(directory, { recursive: true });
});
