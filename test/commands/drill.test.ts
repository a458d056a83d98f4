import { describe, expect, test } from "@jest/globals";
import { findPostgres } from "../../src/commands/drill/postgresql.ts";
import { isNative } from "../helpers/database.ts";
import { run } from "./run.ts";

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
      expect(code).toBe(0);
    });
  },
);
