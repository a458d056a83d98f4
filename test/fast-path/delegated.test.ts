import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { makeSchema } from "postgraphile";
import type { PgClientQuery, WithPgClient } from "postgraphile/@dataplan/pg";
import { execute } from "postgraphile/grafast";
import { type GraphQLSchema, parse, validate } from "postgraphile/graphql";
import { secretKey } from "../../src/auth/keys.ts";
import { makeTokens } from "../../src/auth/tokens.ts";
import { readConfig } from "../../src/config/config.ts";
import { setBudget } from "../../src/database/answer-budget.ts";
import { DelegatedCalls } from "../../src/database/delegated-calls.ts";
import type { Database } from "../../src/database/open.ts";
import { makePreset } from "../../src/graphile.config.ts";
import { FastPath } from "../../src/graphql/fast-path/index.ts";
import { openClone } from "../helpers/database.ts";

const REPORT = "mutation ($input: PositionInput!) { newPosition(input: $input) { id latitude } }";
const INPUT = { latitude: 1.5, longitude: 2, movingActivity: "STILL" };

let database: Database;
let schema: GraphQLSchema;
let resolvedPreset: GraphileConfig.ResolvedPreset;
const fastPath = new FastPath();
const calls = new DelegatedCalls({} as never, {} as never, 0);

beforeAll(async () => {
  database = await openClone();
  const preset = makePreset({
    pool: database.hostPool,
    tokens: makeTokens([secretKey("a secret for tests of thirty-two characters")], 1000),
    clientAddress: () => "127.0.0.1",
    takeQuota: async () => 0,
    config: readConfig({}),
    fastPath,
    delegatedCalls: calls,
    isCluster: true,
    constraintMessages: new Map(),
    isProduction: true,
    log: () => {},
  });
  ({ schema, resolvedPreset } = await makeSchema(preset));
});
afterAll(() => database.close());

/** Returns the statement that the fast path makes of a document. */
function statementOf(text: string, variables: object = {}): { text: string; values: unknown[] } {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const statement = fastPath.find(schema, document, undefined)?.bind({ ...variables });
  if (!statement) throw new Error(`Grafast takes ${text}`);
  return { text: statement.text, values: [...statement.values] };
}

function callFor(text: string, variables: object = {}) {
  const statement = statementOf(text, variables);
  return calls.callFor(statement.text, statement.values);
}

describe("on a cluster", () => {
  test("a position report becomes a call on its user's worker node, with the same columns", () => {
    expect(callFor(REPORT, { input: INPUT })).toEqual({
      text: 'select "t1"."id"::text, "t1"."latitude"::text from app_private."report_position_here"($1::int4, $2::bool, $3::int8, $4::"app_public"."position_input") "t1"',
      values: ["(1.5,2,STILL,,,)"],
      textByCoordinator:
        'select "t1"."id"::text, "t1"."latitude"::text from app_private."report_position"($1::int4, $2::bool, $3::int8, $4::"app_public"."position_input") "t1"',
      needsPositionId: true,
    });
  });

  test("a user's list of own notifications becomes a call on the user's worker node, with its limit", () => {
    const from = (name: string) =>
      `select "t1"."id"::text from app_private."${name}"($1::int4, $2::bool, $3::int4) "t1"`;
    const call = {
      text: from("own_notifications_here"),
      textByCoordinator: from("own_notifications"),
      needsPositionId: false,
    };
    expect(callFor("{ notifications { id } }")).toEqual({ ...call, values: ["20"] });
    expect(callFor("{ notifications(limit: 7) { id } }")).toEqual({ ...call, values: ["7"] });
  });

  test.each([
    "{ notifications(offset: 1) { id } }",
    "{ positions { id } }",
    "{ alerts { id } }",
    "{ lastPositions { userId } }",
  ])("no other statement becomes a call: %s", (text) => {
    expect(callFor(text)).toBeUndefined();
  });

  test.each([
    ["notifications", "alert { text1 }", "alerts", "text1"],
    ["alerts", "notifications { level }", "notifications", "level"],
  ])(
    "rows related to %s are read by a statement of their own: %s",
    async (list, beside, table, column) => {
      const source = `{ ${list} { id ${beside} } }`;
      expect(() => statementOf(source)).toThrow("Grafast takes");
      const asked: string[] = [];
      const withPgClient = async (_settings: unknown, callback: (client: object) => unknown) =>
        await callback({
          query: async ({ text }: { text: string }) => {
            asked.push(text);
            // Returns one row whose columns are all 1.
            return { rows: [Array(20).fill("1")] };
          },
        });
      const contextValue = { withPgClient, pgSettings: {}, identity: undefined };
      await execute({ schema, document: parse(source), resolvedPreset, contextValue } as never);
      const [first, second] = asked as [string, string];
      expect(first).not.toContain(`"${table}"`);
      expect(second).toContain(`"app_public"."${table}"`);
      expect(second).toContain(`"${column}"`);
    },
  );
});

describe("a call on a worker node", () => {
  const SETTINGS = { "token.user_id": "2", "token.session_id": "5" };
  let asked: { text: string; values: unknown[] }[];
  /** The node of each statement. */
  let used: string[];
  let givenUp: unknown[];
  /** The order in which the coordinator's connection ends what it held, is cut off, and is given back. */
  let order: string[];
  /** The limits of idle sessions: the node, the number of statements before, and the milliseconds. */
  let limits: unknown[][];

  /** Runs a statement. The worker node gives these rows, or throws; the coordinator gives one row. */
  async function run(
    { text, values }: { text: string; values: unknown[] },
    answer: () => unknown[] | Promise<unknown[]>,
    {
      settings = SETTINGS as object,
      session = [[false, "70", "worker", 5433]] as unknown[][],
      /** The host's own connection to the worker node: none, one that cannot be made, or one that works. */
      direct = "none" as "none" | "fails" | "works",
      arrayMode = true,
      end = () => Promise.resolve(),
      longest = 30_000,
    } = {},
  ): Promise<readonly unknown[]> {
    asked = [];
    used = [];
    givenUp = [];
    order = [];
    limits = [];
    const query = async (asking: { text: string; values: unknown[] }) => {
      asked.push(asking);
      if (asking.text === END.text) {
        await end();
        order.push("ended");
        return { rows: [] };
      }
      return { rows: asking.text.includes("begin_delegated_call") ? session : await answer() };
    };
    const connections = (name: string) => ({
      connect: async () => ({
        query: (
          asking: { text: string; values: unknown[] },
          answered?: (error: Error | null, result?: object) => void,
        ) => {
          if (asking.text.includes("idle_session_timeout")) {
            limits.push([name, asked.length, ...asking.values]);
            return Promise.resolve({ rows: [] });
          }
          used.push(name);
          const rows = query(asking);
          return answered ? rows.then((result) => answered(null, result), answered) : rows;
        },
        release: (isBroken?: boolean) => {
          if (isBroken) used.push(`${name} is not used again`);
          if (name === "coordinator") order.push("given back");
        },
        connection: { stream: { destroy: () => void order.push("cut off") } },
      }),
    });
    const refused = new Error("connect ECONNREFUSED");
    const worker =
      direct === "fails" ? { connect: () => Promise.reject(refused) } : connections("worker");
    const nodes = {
      find: (...address: unknown[]) => {
        expect(address).toEqual(["worker", 5433]);
        return direct === "none" ? undefined : worker;
      },
      giveUp: (...given: unknown[]) => givenUp.push(given),
    };
    const own = new DelegatedCalls(connections("coordinator") as never, nodes as never, longest);
    own.add({
      source: " from report",
      call: " from delegated_report",
      callByCoordinator: " from handed_on_report",
      needsPositionId: true,
    });
    own.add({
      source: " from list limit ",
      call: " from delegated_list",
      callByCoordinator: " from handed_on_list",
    });
    const coordinator: WithPgClient = async (_settings, callback) =>
      await callback({
        query: async () => ({ rows: ["of the coordinator"] }),
        withTransaction: (inside: (client: object) => unknown) => inside({}),
      } as never);
    const options = { text, values, arrayMode } as PgClientQuery;
    const run = own.around(coordinator);
    return (await run(settings as never, (client) => client.query(options))).rows;
  }
  const report = { text: "select 1 from report", values: ["input"] };
  const END = { text: "select pg_advisory_unlock_all()" };
  const list = { text: "select 1 from list limit 20", values: [] };

  test("gets the user and the session's rights, and for a report an id for its position", async () => {
    expect(await run(report, () => [["1"]])).toEqual([["1"]]);
    expect(asked).toMatchObject([
      { values: ["2", "5", "input"] },
      { text: "select 1 from handed_on_report", values: ["2", false, "70", "input"] },
      END,
    ]);
    expect(await run(list, () => [])).toEqual([]);
    expect(asked).toMatchObject([{ values: ["2", "5", null] }, { values: ["2", false, "20"] }]);
  });

  test("ends its lock on the coordinator while the node works, before that connection is given back", async () => {
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    let before = 0;
    const answer = async () => {
      await turn();
      before = asked.length;
      return [["1"]];
    };
    const end = async () => {
      for (let turns = 0; turns < 5; turns += 1) await turn();
    };
    expect(await run(report, answer, { end })).toEqual([["1"]]);
    expect([before, order]).toEqual([3, ["ended", "given back"]]);
  });

  test("cuts off its connection to the coordinator if its lock there cannot be ended", async () => {
    const end = () => Promise.reject(new Error("It is away."));
    expect(await run(report, () => [["1"]], { end })).toEqual([["1"]]);
    expect(order).toEqual(["cut off", "given back"]);
  });

  test("sets an idle timeout on the coordinator for a report, longer than the worker node may take", async () => {
    await run(report, () => [["1"]], { direct: "works" });
    expect(limits).toEqual([["coordinator", 0, 35_000]]);
    // The pool keeps an idle connection for ten seconds.
    await run(report, () => [["1"]], { direct: "works", longest: 1_000 });
    expect(limits).toEqual([["coordinator", 0, 15_000]]);
    await run(list, () => [["1"]], { direct: "works" });
    expect(limits).toEqual([]);
  });

  test("is left to the coordinator if the session has ended there", async () => {
    const never = () => [["by mistake"]];
    expect(await run(report, never, { session: [] })).toEqual(["of the coordinator"]);
    expect(asked).toMatchObject([{ values: ["2", "5", "input"] }, END]);
  });

  test("is left to the coordinator if the worker node stores nothing, or refuses the user", async () => {
    expect(await run(report, () => [])).toEqual(["of the coordinator"]);
    const refuse = () => {
      throw Object.assign(new Error("Log in first."), { code: "LA401" });
    };
    expect(await run(report, refuse)).toEqual(["of the coordinator"]);
    expect(await run(list, refuse)).toEqual(["of the coordinator"]);
  });

  test("goes straight to the worker node if the host reaches it, and then ends its lock on the coordinator", async () => {
    expect(await run(report, () => [["1"]], { direct: "works" })).toEqual([["1"]]);
    expect(asked).toMatchObject([
      { values: ["2", "5", "input"] },
      { text: "select 1 from delegated_report", values: ["2", false, "70", "input"] },
      END,
    ]);
    expect(used).toEqual(["coordinator", "worker", "coordinator"]);
    expect(await run(list, () => [["1"]], { direct: "works" })).toEqual([["1"]]);
    expect(used).toEqual(["coordinator", "worker"]);
    expect(await run(report, () => [], { direct: "works" })).toEqual(["of the coordinator"]);
  });

  test("is handed on by the coordinator if the host does not reach the worker node", async () => {
    expect(await run(report, () => [["1"]], { direct: "fails" })).toEqual([["1"]]);
    expect(used).toEqual(["coordinator", "coordinator", "coordinator"]);
    expect(asked[1]).toMatchObject({ text: "select 1 from handed_on_report" });
    expect(givenUp).toEqual([
      [expect.anything(), expect.objectContaining({ message: "connect ECONNREFUSED" })],
    ]);
    await run(report, () => [["1"]]);
    expect([used, givenUp]).toEqual([["coordinator", "coordinator", "coordinator"], []]);
  });

  test("fails with a worker node that fails, and does not use that connection again", async () => {
    const fail = () => {
      throw new Error("Query read timeout");
    };
    await expect(run(report, fail, { direct: "works" })).rejects.toThrow("Query read timeout");
    expect(used).toEqual(["coordinator", "worker", "worker is not used again", "coordinator"]);
    expect(asked.at(-1)).toMatchObject(END);
  });

  test("keeps its connection to a worker node that refuses the user", async () => {
    const refuse = () => {
      throw Object.assign(new Error("Log in first."), { code: "LA401" });
    };
    expect(await run(list, refuse, { direct: "works" })).toEqual(["of the coordinator"]);
    expect(used).toEqual(["coordinator", "worker"]);
  });

  test("no longer counts for its request's budget once the worker node has answered or failed", async () => {
    const watches: string[] = [];
    const paid: unknown[] = [];
    const budget = {
      watch: () => {
        watches.push("begins");
        return { end: () => void watches.push("ends") };
      },
      payForRow: (row: unknown) => void paid.push(row),
      check: () => {},
      note: () => {},
    };
    const settings = { ...SETTINGS };
    setBudget(settings, budget as never);
    const both = ["begins", "begins", "ends", "ends"];
    await run(list, () => [["1"]], { settings, direct: "works" });
    expect(watches).toEqual(both);
    expect(paid).toEqual([["1"]]);
    const fail = () => {
      throw new Error("Query read timeout");
    };
    await expect(run(list, fail, { settings, direct: "works" })).rejects.toThrow();
    expect(watches).toEqual([...both, ...both]);
    // An answer that is too large has ended its connections.
    setBudget(settings, { ...budget, isSpent: true } as never);
    await run(list, () => [["1"]], { settings, direct: "works" });
    expect(used).toContain("worker is not used again");
  });

  test("fails if the node fails, as it may have stored the position", async () => {
    const fail = () => {
      throw new Error("The connection is lost.");
    };
    await expect(run(report, fail)).rejects.toThrow("The connection is lost.");
    expect(asked.at(-1)).toMatchObject(END);
  });

  test("is not made without a token, for large answers, or for another statement", async () => {
    const never = () => [["by mistake"]];
    const large = { ...SETTINGS };
    setBudget(large, { isUsuallyLarge: true } as never);
    for (const settings of [{}, { ...SETTINGS, "token.session_id": "" }, large]) {
      expect(await run(report, never, { settings })).toEqual(["of the coordinator"]);
    }
    expect(await run(report, never, { arrayMode: false })).toEqual(["of the coordinator"]);
    for (const text of ["select 1 from lists", "select 1 from list limit 20 offset 5"]) {
      expect(await run({ text, values: [] }, never)).toEqual(["of the coordinator"]);
    }
    expect(asked).toEqual([]);
  });

  test("is not made for a transaction", async () => {
    const client = {
      withTransaction: async (inside: (client: string) => unknown) => inside("its"),
    };
    const others = calls.around(async (_settings, use) => await use(client as never));
    const used = others(SETTINGS, (own) => own.withTransaction(async (inside) => inside));
    expect(await used).toBe("its");
  });
});
