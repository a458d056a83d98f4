import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { findPostgres } from "../../src/commands/drill/postgresql.ts";
import { startService } from "../../src/commands/drill/service.ts";
import { outcome } from "../../src/commands/drill/story.ts";
import { isNative } from "../helpers/database.ts";
import { run } from "./run.ts";

test("a drill fails if the answer after the recovery is another", () => {
  expect(outcome("a", "a")).toEqual({ text: expect.stringContaining("nothing is lost"), code: 0 });
  expect(outcome("a", "b")).toEqual({ text: expect.stringContaining("failed"), code: 1 });
});

test("a drill whose service does not start says why", async () => {
  await expect(startService("no URL")).rejects.toThrow(/did not start:\n.*DATABASE_URL must be/);
});

/** Returns the error with which a port of this machine refuses a connection. */
async function refusalOf(port: number): Promise<unknown> {
  const socket = connect(port, "127.0.0.1");
  return await once(socket, "connect").then(
    () => void socket.destroy(),
    (error: NodeJS.ErrnoException) => error.code,
  );
}

(isNative && findPostgres() ? describe : describe.skip)(
  "the drill (on native PostgreSQL only)",
  () => {
    test("restores what was there before a mistake, after the server is lost", async () => {
      const { code, stdout, stderr } = await run("drill", [], { DATABASE_URL: "", DATA_DIR: "" });
      expect(stderr).toBe("");
      expect(stdout).toContain("This database is complete");
      const answers = stdout.match(/\{"rule":.*\}/g);
      expect(answers).toHaveLength(2);
      expect(answers?.[0]).toContain('"rule":"INSIDE_WHEN_PUBLISHED","level":"ONE"');
      expect(answers?.[1]).toBe(answers?.[0]);
      expect(stdout).toMatch(/\n\nThe answer is the same: nothing is lost\.\n$/);
      expect(code).toBe(0);
      // None of its servers is left, of PostgreSQL or of the service.
      const ports = [...stdout.matchAll(/(?:-p |ready at http:\/\/localhost:)(\d+)/g)].map(
        ({ 1: port }) => Number(port),
      );
      expect(ports).toHaveLength(4);
      for (const port of ports) expect(await refusalOf(port)).toBe("ECONNREFUSED");
    });

    test("leaves no server and no directory if it fails early", async () => {
      const TMPDIR = await mkdtemp(join(tmpdir(), "las-drill-"));
      try {
        await chmod(TMPDIR, 0o755);
        const readOnly = "-c default_transaction_read_only=on";
        const { code, stdout, stderr } = await run("drill", [], { TMPDIR, PGOPTIONS: readOnly });
        expect(stderr).toContain("read-only transaction");
        expect(code).toBe(1);
        expect(await refusalOf(Number(stdout.match(/-p (\d+)/)?.[1]))).toBe("ECONNREFUSED");
        expect(await readdir(TMPDIR)).toEqual([]);
      } finally {
        await rm(TMPDIR, { recursive: true });
      }
    });
  },
);
