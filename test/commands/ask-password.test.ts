import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { askHidden, givenPassword } from "../../src/cli/ask-password.ts";
import { until } from "../helpers/until.ts";

const before = Object.getOwnPropertyDescriptor(process, "stdin") as PropertyDescriptor;
/** What the process reads, and what it has written to standard error. */
let typed: PassThrough & { isTTY?: boolean };
let shown: string;

beforeEach(() => {
  typed = new PassThrough();
  shown = "";
  Object.defineProperty(process, "stdin", { configurable: true, value: typed });
  jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    shown += text;
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  Object.defineProperty(process, "stdin", before);
});

/** Types one line for each question. */
async function answer(...lines: string[]) {
  typed.isTTY = true;
  const given = givenPassword(undefined);
  given.catch(() => {});
  for (const line of lines) {
    const ended = shown.split("\n").length;
    typed.write(`${line}\r`);
    // The next question is asked when this one is over.
    await until(() => shown.split("\n").length > ended);
    await new Promise(setImmediate);
  }
  return await given;
}

describe("a hidden question", () => {
  test("returns the line, and shows only the question", async () => {
    const answered = askHidden("Password: ");
    typed.write("a secret\r");
    expect(await answered).toBe("a secret");
    expect(shown).toBe("Password: \n");
  });

  test.each([
    ["the end of the input", () => typed.end()],
    ["Ctrl+C", () => typed.write("\x03")],
    ["Ctrl+D", () => typed.write("\x04")],
  ])("ends with %s, and changes nothing", async (_how, end) => {
    const answered = askHidden("Password: ");
    end();
    await expect(answered).rejects.toThrow("Nothing was changed.");
    expect(shown).toBe("Password: \n");
  });
});

describe("a password from a terminal", () => {
  test("is asked for twice", async () => {
    expect(await answer("long enough", "long enough")).toEqual({
      password: "long enough",
      isMadeUp: false,
    });
    expect(shown).toMatch(/^Password .*: \nThe same again: \n$/);
  });

  test("must be the same twice", async () => {
    await expect(answer("long enough", "long enougg")).rejects.toThrow(
      "The two passwords differ: nothing was changed.",
    );
  });

  test("that is empty is made up, and not asked for again", async () => {
    const made = await answer("");
    expect(made).toEqual({ password: expect.stringMatching(/^[\w-]{16}$/), isMadeUp: true });
    expect(shown.split("\n")).toHaveLength(2);
  });
});

test.each([
  ["a piped password\n", "a piped password"],
  ["a piped password\r\n", "a piped password"],
  [" kept as it is  ", " kept as it is  "],
])("%j from standard input is the password %j", async (input, password) => {
  typed.end(input);
  expect(await givenPassword(undefined)).toEqual({ password, isMadeUp: false });
});

test("the password option takes precedence over standard input, even if it is empty", async () => {
  typed.end("another\n");
  expect(await givenPassword("")).toEqual({ password: "", isMadeUp: false });
});
