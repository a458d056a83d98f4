/** @database server */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

/** More rows than one page can hold. */
const ROWS = 1005;

const service = runTestService();
let user: TestUser;
beforeAll(async () => {
  user = await service.newUser();
  const { owner, admin } = service;
  await owner.query(
    `insert into app_public.users (email, name, address)
       select format('user%s@example.org', i), 'Test', '' from generate_series(1, $1::integer - 2) i`,
    [ROWS],
  );
  await owner.query(
    `insert into app_public.positions (user_id, latitude, longitude, moving_activity)
       select $2::integer, 0, 0, case when i <= 5 then 'WALKING' else 'STILL' end::app_public.moving_activity
       from generate_series(1, $1::integer) i`,
    [ROWS, user.id],
  );
  await owner.query(
    `insert into app_public.alerts (
         user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
       select $2::integer, now() + interval '1 day', zone, zone, zone, 1000, 2000, interval '1 day', 'a', 'b', 'c'
       from generate_series(1, $1::integer), st_geomfromtext('POLYGON((0 0,1 0,0 1,0 0))', 4326) zone`,
    [ROWS, admin.id],
  );
  // The first alert has 1,000 notifications at level ONE, all seen; the second has 5 at level TWO, a day earlier.
  await owner.query(
    `insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity, seen, created_at)
       select 1 + (i > 1000)::integer, i, (case when i <= 1000 then 'ONE' else 'TWO' end)::app_public.level_alert,
         0, 0, 'STILL', i <= 1000, timestamptz '2026-05-02 23:59:59Z' + (i <= 1000)::integer * interval '1 second'
       from generate_series(1, $1::integer) i`,
    [ROWS],
  );
});

const CONNECTIONS = ["users", "positions", "alerts", "notifications"].map(
  (list) => `${list}Connection`,
);

async function ask(connection: string, args: string, selection: string) {
  const answer = await service.graphql(
    `{ ${connection}${args} { ${selection} } }`,
    {},
    service.admin,
  );
  expect(refusals(answer)).toEqual([]);
  return answer.data[connection];
}

describe.each(CONNECTIONS)("%s", (connection) => {
  const PAGE = "nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }";
  const page = async (args: string) => {
    const { nodes, pageInfo } = await ask(connection, args, PAGE);
    return { ids: nodes.map(({ id }: { id: number }) => id), pageInfo };
  };

  test("counts all rows, whatever the page", async () => {
    expect(await ask(connection, "", "totalCount")).toEqual({ totalCount: ROWS });
    expect(await ask(connection, "(first: 1)", "totalCount nodes { id }")).toMatchObject({
      totalCount: ROWS,
    });
  });

  test("gives pages of 1,000 at most", async () => {
    const first = await page("");
    expect(first.ids).toHaveLength(1000);
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect((await page("(first: 2000000000)")).ids).toEqual(first.ids);
    expect((await page("(first: null)")).ids).toEqual(first.ids);
    const last = await page("(last: 2000000000)");
    expect(last.ids).toHaveLength(1000);
    expect(last.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const edges = (await ask(connection, "", "edges { node { id } }")).edges;
    expect(edges).toHaveLength(1000);
  });

  test("continues after a cursor, and goes back before one", async () => {
    const first = await page("(first: 3)");
    const second = await page(`(first: 3, after: "${first.pageInfo.endCursor}")`);
    expect([...first.ids, ...second.ids]).toEqual((await page("(first: 6)")).ids);
    expect(second.pageInfo.hasNextPage).toBe(true);
    const back = await page(`(last: 2, before: "${second.pageInfo.startCursor}")`);
    expect(back.ids).toEqual(first.ids.slice(1));
    // With both, the page has the last two of the first three rows.
    expect((await page("(first: 3, last: 2)")).ids).toEqual(first.ids.slice(1));
  });

  test("reaches the last rows by a cursor, by last and by an offset", async () => {
    const { pageInfo } = await page("");
    const rest = await page(`(after: "${pageInfo.endCursor}")`);
    expect(rest.ids).toHaveLength(5);
    expect(rest.pageInfo.hasNextPage).toBe(false);
    expect((await page("(last: 5)")).ids).toEqual(rest.ids);
    expect((await page("(offset: 1000)")).ids).toEqual(rest.ids);
  });

  test("gives no rows for first: 0 and last: 0", async () => {
    for (const none of ["(first: 0)", "(last: 0)"]) expect((await page(none)).ids).toEqual([]);
  });

  test.each([
    "first: -1",
    "last: -1",
    "offset: -1",
    "last: 1, offset: 1",
    'after: "garbage"',
    'after: "WyJhIiwxXQ=="',
    'before: ""',
    'after: "bnVsbA=="',
  ])("refuses %s", async (args) => {
    const answer = await service.graphql(
      `{ ${connection}(${args}) { ${PAGE} } }`,
      {},
      service.admin,
    );
    expect(refusals(answer)).toEqual([`BAD_USER_INPUT at ${connection}`]);
    const [argument] = /^\w+(?=: -1)/.exec(args) ?? [];
    if (argument) expect(answer.errors?.[0]?.message).toBe(`${argument} must not be negative.`);
  });

  test.each(["first: 2147483648", 'first: "1"', "first: 1.5", "after: [1, 2]", "first: {}"])(
    "refuses %s",
    async (args) => {
      const answer = await service.graphql(
        `{ ${connection}(${args}) { ${PAGE} } }`,
        {},
        service.admin,
      );
      expect(new Set(refusals(answer))).toEqual(new Set(["BAD_USER_INPUT"]));
    },
  );

  test.each([
    "totalCount",
    "nodes { id }",
    "edges { cursor }",
    "aggregates { distinctCount { id } }",
  ])("refuses %s to everyone but administrators", async (selection) => {
    const document = `{ ${connection} { ${selection} } }`;
    for (const [as, code] of [
      [user, "FORBIDDEN"],
      [undefined, "UNAUTHENTICATED"],
    ] as const) {
      const { errors, data } = await service.graphql(document, {}, as);
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual([code]);
      if (as) expect(errors?.[0]?.path?.[0]).toBe(connection);
      const values = Object.values(data?.[connection] ?? {});
      expect(values.filter((value) => value !== null)).toEqual([]);
    }
  });
});

describe("aggregates", () => {
  const counts = async (connection: string, groupBy: string) => {
    const selection = `groupedAggregates(groupBy: [${groupBy}]) { keys distinctCount { id userId } }`;
    const { groupedAggregates } = await ask(connection, "", selection);
    return Object.fromEntries(
      (groupedAggregates as { keys: string[]; distinctCount: { id: number } }[]).map(
        ({ keys, distinctCount }) => [keys.join(" "), distinctCount.id],
      ),
    );
  };

  const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000;
  test.each<[what: string, groupBy: string, expected: Record<string, number>]>([
    ["notifications", "LEVEL", { ONE: 1000, TWO: 5 }],
    ["notifications", "SEEN", { true: 1000, false: 5 }],
    ["notifications", "ALERT_ID", { 1: 1000, 2: 5 }],
    [
      "notifications",
      "CREATED_AT_TRUNCATED_TO_DAY",
      { [dayOf("2026-05-02")]: 5, [dayOf("2026-05-03")]: 1000 },
    ],
    ["notifications", "ALERT_ID, LEVEL, SEEN", { "1 ONE true": 1000, "2 TWO false": 5 }],
    ["positions", "MOVING_ACTIVITY", { WALKING: 5, STILL: 1000 }],
  ])("count %s by %s", async (what, groupBy, expected) => {
    expect(await counts(`${what}Connection`, groupBy)).toEqual(expected);
  });

  test("count within a condition", async () => {
    const { totalCount, aggregates } = await ask(
      "notificationsConnection",
      "(condition: { level: TWO, seen: false, alertId: 2 })",
      "totalCount aggregates { distinctCount { userId } min { userId } max { userId } }",
    );
    expect(totalCount).toBe(5);
    expect(aggregates).toEqual({
      distinctCount: { userId: 5 },
      min: { userId: 1001 },
      max: { userId: 1005 },
    });
  });

  test("return only the groups that are large enough", async () => {
    const { groupedAggregates } = await ask(
      "notificationsConnection",
      "",
      "groupedAggregates(groupBy: [LEVEL], having: { distinctCount: { id: { greaterThan: 10 } } }) { keys }",
    );
    expect(groupedAggregates).toEqual([{ keys: ["ONE"] }]);
  });

  test("refuse an unknown group", async () => {
    const answer = await service.graphql(
      "{ usersConnection { groupedAggregates(groupBy: [PASSWORD]) { keys } } }",
      {},
      service.admin,
    );
    expect(refusals(answer)).toEqual(["BAD_USER_INPUT"]);
  });
});
