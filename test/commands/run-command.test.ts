import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "@jest/globals";
import { CommandError, messageOf } from "../../src/cli/run-command.ts";
import { AppError } from "../../src/ops/app-error.ts";
import { ConfigError } from "../../src/ops/config-error.ts";

describe("someone whose command fails sees", () => {
  const failure = (code: string, message = "no") => Object.assign(new Error(message), { code });

  test.each([
    ["their own mistake", new CommandError("Give a file.")],
    ["a mistake in the environment", new ConfigError("Give a file.")],
    ["a refusal of the API", new AppError("BAD_USER_INPUT", "Give a file.")],
  ])("%s as a sentence", (_what, error) => {
    expect(messageOf(error)).toBe("Give a file.");
  });

  test.each(["ECONNREFUSED", "ENOTFOUND", "3D000", "28P01"])(
    "that the database cannot be reached: %s",
    (code) => {
      const question = "Is DATABASE_URL right?";
      expect(messageOf(failure(code))).toBe(`Cannot reach the database: no. ${question}`);
      expect(messageOf(failure(code, ""))).toBe(`Cannot reach the database: ${code}. ${question}`);
    },
  );

  test.each(["42P01", "42883", "3F000"])("that the database is not migrated: %s", (code) => {
    expect(messageOf(failure(code))).toMatch(/^This database is not migrated: start the service/);
  });

  test("the whole stack of an unexpected error", () => {
    const error = failure("XX000", "a surprise");
    expect(messageOf(error)).toBe(error.stack);
    expect(messageOf("a text")).toBe("a text");
  });
});

test("a command whose promise never settles ends with 1", async () => {
  const file = new URL("../../src/cli/run-command.ts", import.meta.url).href;
  const script = `import { runCommand } from "${file}"; runCommand(() => new Promise(() => {}));`;
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { env });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect([code, stderr]).toEqual([1, "The command stopped before its end.\n"]);
});
