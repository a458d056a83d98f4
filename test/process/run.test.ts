import { afterEach, expect, jest, test } from "@jest/globals";
import { ConfigError } from "../../src/ops/config-error.ts";
import { cannotStart, run } from "../../src/ops/run.ts";

afterEach(() => void jest.restoreAllMocks());

/** Runs a process. Returns its exit code, and what it printed for people. */
async function ended(main: () => Promise<number | undefined>) {
  let printed = "";
  jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    printed += text;
    return true;
  });
  const code = await new Promise((resolve) => {
    jest.spyOn(process, "exit").mockImplementation(((code: number) => resolve(code)) as never);
    run(main, cannotStart("The service"));
  });
  return { code, printed };
}

test("a process exits with the code that its main function returns, and with 0 by default", async () => {
  expect(await ended(async () => undefined)).toEqual({ code: 0, printed: "" });
  expect(await ended(async () => 3)).toEqual({ code: 3, printed: "" });
});

test("a mistake in the configuration is printed as a sentence", async () => {
  const main = () => Promise.reject(new ConfigError("PORT must be a number."));
  expect(await ended(main)).toEqual({ code: 1, printed: "PORT must be a number.\n" });
});

test("any other error that stops a start is printed with its stack", async () => {
  const fault = new Error("a surprise");
  const { code, printed } = await ended(() => Promise.reject(fault));
  expect([code, printed]).toEqual([1, `The service cannot start: ${fault.stack}\n`]);
  expect((await ended(() => Promise.reject("a text"))).printed).toBe(
    "The service cannot start: a text\n",
  );
});
