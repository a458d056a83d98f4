/** @database server */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { refusals, startTestService, type TestService } from "../helpers/service.ts";

/**
 * The moment of the first notification. Each later one is 100 seconds after the one before. Notifications are seen at
 * three quarters of a second, which the API rounds down to the whole second.
 */
const FIRST = 1_700_000_000;
const ROWS = 10;

let service: TestService;
beforeAll(async () => {
  // In Kathmandu, hours begin at other moments than in UTC.
  service = await startTestService({}, (databaseUrl) => {
    const url = new URL(databaseUrl);
    url.searchParams.set("options", "-c role=app_host -c jit=off -c timezone=Asia/Kathmandu");
    return url.href;
  });
  await service.newUser();
  // Every second notification is seen, in the opposite order. The levels repeat after three notifications.
  await service.owner.query(
    `insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity, created_at, seen, seen_at)
      select 1, i, (enum_range(null::app_public.level_alert))[1 + i % 3], 0, 0, 'STILL', to_timestamp($1::float8 + 100 * (i - 1)),
          i % 2 = 0, case when i % 2 = 0 then to_timestamp($1::float8 + 10000.75 - i) end
        from generate_series(1, $2::int) i`,
    [FIRST, ROWS],
  );
});
afterAll(() => service.stop());

async function ask(args: string, selection: string) {
  const answer = await service.graphql(
    `{ notificationsConnection${args} { ${selection} } }`,
    {},
    service.admin,
  );
  expect(refusals(answer)).toEqual([]);
  return answer.data.notificationsConnection;
}
const idsOf = ({ nodes }: { nodes: { id: number }[] }) => nodes.map(({ id }) => id);

describe("times in aggregates", () => {
  test("have a minimum, a maximum and an average", async () => {
    const moments = "{ createdAt seenAt }";
    expect(
      await ask("", `aggregates { min ${moments} max ${moments} average ${moments} }`),
    ).toEqual({
      aggregates: {
        min: { createdAt: FIRST, seenAt: FIRST + 9_990 },
        max: { createdAt: FIRST + 900, seenAt: FIRST + 9_998 },
        average: { createdAt: FIRST + 450, seenAt: FIRST + 9_994 },
      },
    });
  });

  test.each([
    ["HOUR", 3_600],
    ["DAY", 86_400],
  ])(
    "are grouped by the %s of UTC, whatever the time zone of the server",
    async (unit, seconds) => {
      const { groupedAggregates } = await ask(
        "",
        `groupedAggregates(groupBy: [CREATED_AT_TRUNCATED_TO_${unit}]) { keys }`,
      );
      expect(groupedAggregates).toEqual([{ keys: [String(FIRST - (FIRST % seconds))] }]);
    },
  );

  test("have a minimum and an average in each group, beside other aggregates", async () => {
    const { groupedAggregates } = await ask(
      "",
      "groupedAggregates(groupBy: [SEEN], having: { distinctCount: { id: { greaterThan: 1 } } }) { keys min { createdAt id } average { createdAt } distinctCount { id } }",
    );
    expect(groupedAggregates).toEqual(
      expect.arrayContaining([
        {
          keys: ["false"],
          min: { createdAt: FIRST, id: 1 },
          average: { createdAt: FIRST + 400 },
          distinctCount: { id: 5 },
        },
        {
          keys: ["true"],
          min: { createdAt: FIRST + 100, id: 2 },
          average: { createdAt: FIRST + 500 },
          distinctCount: { id: 5 },
        },
      ]),
    );
  });

  test("do not change sums and averages of numbers", async () => {
    const { aggregates } = await ask("", "aggregates { sum { userId } average { userId } }");
    expect([aggregates.sum.userId, aggregates.average.userId].map(Number)).toEqual([55, 5.5]);
  });

  test("are null if there are no rows", async () => {
    expect(
      await ask(
        "(condition: { alertId: 7 })",
        "aggregates { min { createdAt } average { seenAt } }",
      ),
    ).toEqual({ aggregates: { min: { createdAt: null }, average: { seenAt: null } } });
  });
});

describe("ranges of time", () => {
  test("narrow rows, counts and aggregates", async () => {
    const range = `(condition: { createdSince: ${FIRST + 100}, createdBefore: ${FIRST + 400} })`;
    expect(await ask(range, "totalCount nodes { id } aggregates { max { createdAt } }")).toEqual({
      totalCount: 3,
      nodes: [{ id: 4 }, { id: 3 }, { id: 2 }],
      aggregates: { max: { createdAt: FIRST + 300 } },
    });
    expect(await ask(`(condition: { seenBefore: ${FIRST + 9_993} })`, "nodes { id }")).toEqual({
      nodes: [{ id: 10 }, { id: 8 }],
    });
  });

  test.each([
    ["{ createdSince: null, createdBefore: null }", ROWS],
    ["{ createdSince: -1 }", ROWS],
    [`{ createdSince: ${FIRST + 400}, createdBefore: ${FIRST} }`, 0],
    [`{ createdSince: ${FIRST}, createdAt: ${FIRST + 100} }`, 1],
    ["{ createdSince: -62135596800, createdBefore: 253402300799 }", ROWS],
  ])("count the matching rows for %s", async (condition, count) => {
    expect(await ask(`(condition: ${condition})`, "totalCount")).toEqual({ totalCount: count });
  });

  test.each([
    "253402300800",
    "-62135596801",
    "9000000000000000",
    '"yesterday"',
    "1.5",
    "[1]",
    "{}",
  ])("refuse the time %s", async (moment) => {
    const answer = await service.graphql(
      `{ notificationsConnection(condition: { createdSince: ${moment} }) { totalCount } }`,
      {},
      service.admin,
    );
    expect(new Set(answer.errors?.map(({ extensions }) => extensions.code))).toEqual(
      new Set(["BAD_USER_INPUT"]),
    );
  });
});

describe("orderBy", () => {
  test.each([
    ["CREATED_AT_ASC", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    // A missing value counts as the highest.
    ["SEEN_AT_ASC", [10, 8, 6, 4, 2, 9, 7, 5, 3, 1]],
    ["SEEN_AT_DESC", [9, 7, 5, 3, 1, 2, 4, 6, 8, 10]],
    ["[LEVEL_ASC, CREATED_AT_ASC]", [3, 6, 9, 1, 4, 7, 10, 2, 5, 8]],
    // Rows with equal values are newest first, as without `orderBy`.
    ["LEVEL_DESC", [8, 5, 2, 10, 7, 4, 1, 9, 6, 3]],
    ["[]", [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ["null", [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ["[ID_ASC, ID_DESC, ID_ASC]", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ])("returns rows in the right order for %s", async (order, ids) => {
    expect(idsOf(await ask(`(orderBy: ${order})`, "nodes { id }"))).toEqual(ids);
  });

  test.each(["SEEN_AT_ASC", "SEEN_AT_DESC", "[SEEN_ASC, LEVEL_DESC]"])(
    "%s pages on after a cursor, also where a value is null",
    async (order) => {
      const all = idsOf(await ask(`(orderBy: ${order})`, "nodes { id }"));
      expect(new Set(all).size).toBe(ROWS);
      const found: number[] = [];
      for (let after = "null"; found.length < ROWS; ) {
        const page = await ask(
          `(orderBy: ${order}, first: 3, after: ${after})`,
          "nodes { id } pageInfo { endCursor }",
        );
        expect(page.nodes.length).toBeGreaterThan(0);
        found.push(...idsOf(page));
        after = JSON.stringify(page.pageInfo.endCursor);
      }
      expect(found).toEqual(all);
    },
  );

  test("may be a variable, and does not change counts and aggregates", async () => {
    const document = `query ($by: [NotificationOrderBy!]) {
      notificationsConnection(orderBy: $by, first: 1) { totalCount nodes { id } aggregates { max { createdAt } } }
    }`;
    for (const [by, id] of [
      [["CREATED_AT_ASC"], 1],
      [undefined, 10],
      [null, 10],
    ] as const) {
      const { data } = await service.graphql(document, { by }, service.admin);
      expect(data.notificationsConnection).toEqual({
        totalCount: ROWS,
        nodes: [{ id }],
        aggregates: { max: { createdAt: FIRST + 900 } },
      });
    }
  });

  test.each(["NATURAL", "PASSWORD_ASC", '"ID_ASC"', "[null]"])("refuses %s", async (order) => {
    const answer = await service.graphql(
      `{ notificationsConnection(orderBy: ${order}) { totalCount } }`,
      {},
      service.admin,
    );
    expect(new Set(answer.errors?.map(({ extensions }) => extensions.code))).toEqual(
      new Set(["BAD_USER_INPUT"]),
    );
  });

  test("refuses a cursor of another order", async () => {
    const { pageInfo } = await ask("(first: 1)", "pageInfo { endCursor }");
    const answer = await service.graphql(
      `{ notificationsConnection(orderBy: LEVEL_ASC, after: "${pageInfo.endCursor}") { nodes { id } } }`,
      {},
      service.admin,
    );
    expect(answer.errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
  });
});
