import { afterEach, expect, jest, test } from "@jest/globals";
import bcrypt from "bcrypt";

/** Tests the order in which a password attempt queries the database, without a database. */

const hold = jest.fn(async () => {});
jest.unstable_mockModule("../../src/limits/tarpit.ts", () => ({ tarpit: hold }));
const { checkAttempt } = await import("../../src/graphql/mutations/check-attempt.ts");
afterEach(() => void hold.mockClear());

const ACCOUNT = { user_id: 7, password_hash: await bcrypt.hash("right", 4), has_factor: false };
const FACTOR = { ...ACCOUNT, has_factor: true };
const ATTEMPT = { email: "ada@example.org", address: "192.0.2.1", requestId: "a-1" };
const REQUEST = { id: ATTEMPT.requestId, address: () => ATTEMPT.address };

/**
 * Tries a password.
 * @param begun The database's answers at the beginning and at the turn: the seconds to wait, or an error.
 */
async function attempt(password: string, begun: (number | Error)[] = [], account?: typeof ACCOUNT) {
  const steps: string[] = [];
  const values: Record<string, unknown[]> = {};
  const client = {
    async query(asked: { text: string; values: unknown[] }) {
      const [, name = ""] = /app_private\.(\w+)/.exec(asked.text) ?? [];
      values[name] = asked.values;
      await new Promise(setImmediate);
      steps.push(name);
      const wait = name === "begin_login" ? (begun.shift() ?? 0) : 0;
      if (wait instanceof Error) throw wait;
      return { rows: [{ retry_after: wait, is_known: false }] };
    },
  };
  const withPgClient = (_settings: null, use: (one: typeof client) => unknown) => use(client);
  const find = async () => {
    steps.push("find");
    return account;
  };
  const caller = { withPgClient, request: REQUEST } as never;
  const result = await checkAttempt(caller, { email: ATTEMPT.email, password }, find).then(
    (found) => ({ found }),
    (error: Error) => ({ error }),
  );
  return { steps, values, ...result };
}
const BEGUN = ["begin_login", "find", "begin_login"];

test("a correct password is recorded before the answer", async () => {
  const { steps, values, ...result } = await attempt("right", [], ACCOUNT);
  expect(result).toEqual({ found: ACCOUNT });
  expect(steps).toEqual([...BEGUN, "complete_login"]);
  expect(values.complete_login).toEqual([ATTEMPT.email, ATTEMPT.address]);
});

test("a correct password forgives nothing if a second factor is to come", async () => {
  const { steps, found } = { found: undefined, ...(await attempt("right", [], FACTOR)) };
  expect({ steps, found }).toEqual({ steps: BEGUN, found: FACTOR });
});

test.each([
  ["a wrong password", "wrong", ACCOUNT],
  ["an unknown email", "right", undefined],
])(
  "%s is counted before the answer, with the id of its request",
  async (_what, password, account) => {
    const { steps, values, ...result } = await attempt(password, [], account);
    expect(result).toEqual({ found: undefined });
    expect(steps).toEqual([...BEGUN, "fail_login"]);
    expect(values.fail_login).toEqual([ATTEMPT.email, ATTEMPT.address, "a-1"]);
    expect(hold).not.toHaveBeenCalled();
  },
);

test.each([
  ["at the beginning", [7], ["begin_login"]],
  ["at its turn, after others have failed meanwhile", [0, 7], BEGUN],
])(
  "an attempt after too many failures is refused %s, after a delay, and is not counted",
  async (_when, begun, asked) => {
    const { steps, error } = (await attempt("right", begun, ACCOUNT)) as {
      steps: string[];
      error?: Error;
    };
    expect(error).toMatchObject({ extensions: { code: "RATE_LIMITED", retryAfter: 7 } });
    expect(steps).toEqual(asked);
    expect(hold).toHaveBeenCalledTimes(1);
  },
);

test("a fault of the database is neither a refusal nor a wrong password", async () => {
  const fault = new Error("the database is away");
  const { steps, ...result } = await attempt("right", [0, fault], ACCOUNT);
  expect(result).toMatchObject({ error: fault });
  expect(steps).toEqual(BEGUN);
  expect(hold).not.toHaveBeenCalled();
});
