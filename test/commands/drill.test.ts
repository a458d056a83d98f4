import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { findPostgres } from "../../src/cli/drill/postgresql.ts";
import { runOn } from "../../src/cli/drill/run-on.ts";
import { startService } from "../../src/cli/drill/service.ts";
import { outcome } from "../../src/cli/drill/story.ts";
import { PROJECT } from "../docs/markdown.ts";
import { isNative } from "../helpers/database.ts";
import { run } from "./run.ts";

test("a drill fails if the answer after the recovery differs from the one before", () => {
  expect(outcome("a", "a")).toEqual({ text: expect.stringContaining("nothing is lost"), code: 0 });
  expect(outcome("a", "b")).toEqual({ text: expect.stringContaining("failed"), code: 1 });
});

test("a drill whose service does not start says why", async () => {
  await expect(startService("no URL")).rejects.toThrow(/did not start:\n.*DATABASE_URL must be/);
});

test("a drill whose database fails a command says why", async () => {
  await expect(runOn("no URL", "restored")).rejects.toThrow(/DATABASE_URL must be/);
});

/** Returns the error with which a port of this machine refuses a connection. */
async function refusalOf(port: number): Promise<unknown> {
  const socket = connect(port, "127.0.0.1");
  return await once(socket, "connect").then(
    () => void socket.destroy(),
    (error: NodeJS.ErrnoException) => error.code,
  );
}

/** Returns the ids of the processes with a text in their command line. */
function processesWith(text: string): string[] {
  const commandLine = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    } catch {
      return ""; // The process has ended.
    }
  };
  return readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && commandLine(pid).includes(text));
}

(isNative && findPostgres() ? describe : describe.skip)(
  "the drill (on native PostgreSQL only)",
  () => {
    test("restores what was there before a mistake, after the server is lost", async () => {
      const { code, stdout, stderr } = await run("drill", [], { DATABASE_URL: "", DATA_DIR: "" });
      expect(stderr).toBe("");
      expect(stdout).toContain("   The next ids of the PostgreSQL database alerts on ");
      expect(stdout).toContain("This database is complete");
      const answers = stdout.match(/\{"rule":.*\}/g);
      expect(answers).toHaveLength(2);
      expect(answers?.[0]).toContain('"rule":"INSIDE_WHEN_PUBLISHED","level":"ONE"');
      expect(answers?.[1]).toBe(answers?.[0]);
      expect(stdout).toMatch(/\n\nThe answer is the same: nothing is lost\.\n$/);
      expect(code).toBe(0);
      // The drill's servers trust every connection, so only those who may enter its directory can reach them.
      const options = [...stdout.matchAll(/'-p \d+ -k (\S+) -c listen_addresses='/g)];
      expect(options).toHaveLength(2);
      // No server of the drill is left, neither PostgreSQL nor the service.
      for (const { 1: directory } of options) expect(processesWith(String(directory))).toEqual([]);
      const ports = [...stdout.matchAll(/ready at http:\/\/localhost:(\d+)/g)];
      expect(ports).toHaveLength(2);
      for (const { 1: port } of ports) expect(await refusalOf(Number(port))).toBe("ECONNREFUSED");
    });

    test("leaves no server and no directory if it fails early", async () => {
      const TMPDIR = await mkdtemp(join(tmpdir(), "las-drill-"));
      try {
        await chmod(TMPDIR, 0o755);
        const readOnly = "-c default_transaction_read_only=on";
        const { code, stdout, stderr } = await run("drill", [], { TMPDIR, PGOPTIONS: readOnly });
        expect(stderr).toContain("read-only transaction");
        expect(code).toBe(1);
        expect(stdout).toContain(`-k ${TMPDIR}/`);
        expect(processesWith(TMPDIR)).toEqual([]);
        expect(await readdir(TMPDIR)).toEqual([]);
      } finally {
        await rm(TMPDIR, { recursive: true });
      }
    });

    test("leaves no server and no directory if nobody reads what it prints", async () => {
      const TMPDIR = await mkdtemp(join(tmpdir(), "las-drill-"));
      try {
        await chmod(TMPDIR, 0o755);
        const { NODE_OPTIONS: _, ...inherited } = process.env;
        const file = join(PROJECT, "src/cli/drill.ts");
        const child = spawn(process.execPath, [file], { env: { ...inherited, TMPDIR } });
        child.stderr.resume();
        child.stdout.once("data", () => child.stdout.destroy());
        expect(await once(child, "exit")).toEqual([1, null]);
        expect(processesWith(TMPDIR)).toEqual([]);
        expect(await readdir(TMPDIR)).toEqual([]);
      } finally {
        await rm(TMPDIR, { recursive: true });
      }
    });

    test.each([
      ["SIGINT", "\n2. "],
      ["SIGTERM", "\n1. "],
      ["SIGHUP", "\n1. "],
    ] as const)("leaves no server and no directory if %s ends it at %j", async (signal, at) => {
      const TMPDIR = await mkdtemp(join(tmpdir(), "las-drill-"));
      try {
        await chmod(TMPDIR, 0o755);
        const interruption = { interruptedAt: at, signal };
        const { code, stdout, stderr } = await run("drill", [], { TMPDIR }, interruption);
        expect(stdout).toContain(`-k ${TMPDIR}/`);
        expect(stderr).toBe("The drill was interrupted.\n");
        expect(code).toBe(1);
        expect(processesWith(TMPDIR)).toEqual([]);
        expect(await readdir(TMPDIR)).toEqual([]);
      } finally {
        await rm(TMPDIR, { recursive: true });
      }
    });
  },
);
