/** @database server */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { refusals, runTestService } from "../helpers/service.ts";

/** More rows than one answer can hold. */
const ROWS = 1005;

const service = runTestService();
beforeAll(async () => {
  const { owner, admin } = service;
  await owner.query(
    `insert into app_public.users (email, name, address)
       select format('user%s@example.org', i), 'Test', '' from generate_series(1, $1::integer - 1) i`,
    [ROWS],
  );
  await owner.query(
    `insert into app_public.positions (user_id, latitude, longitude, moving_activity)
       select 1, 0, 0, 'STILL' from generate_series(1, $1::integer)`,
    [ROWS],
  );
  await owner.query(
    `insert into app_public.alerts (
         user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
       select $2::integer, now() + interval '1 day', zone, zone, zone, 1000, 2000, interval '1 day', 'a', 'b', 'c'
       from generate_series(1, $1::integer), st_geomfromtext('POLYGON((0 0,1 0,0 1,0 0))', 4326) zone`,
    [ROWS, admin.id],
  );
  // The administrator has a notification of every alert, and every user has one of the first.
  await owner.query(
    `insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
       select id, $1::integer, 'ONE'::app_public.level_alert, 0, 0, 'STILL'::app_public.moving_activity from app_public.alerts
       union all
       select (select min(id) from app_public.alerts), id, 'TWO', 0, 0, 'STILL' from app_public.users`,
    [admin.id],
  );
});

const LISTS = ["users", "positions", "alerts", "notifications"];

describe.each(LISTS)("%s", (list) => {
  const withPage = async (page: string) => {
    const answer = await service.graphql(`{ ${list}${page} { id } }`, {}, service.admin);
    return { ...answer, ids: answer.data?.[list]?.map(({ id }: { id: number }) => id) };
  };
  const withVariables = async (types: string, variables: object) => {
    const answer = await service.graphql(
      `query (${types}) { ${list}(limit: $limit, offset: $offset) { id } }`,
      variables,
      service.admin,
    );
    return { ...answer, ids: answer.data?.[list]?.map(({ id }: { id: number }) => id) };
  };

  test("returns 20 by default", async () => {
    expect((await withPage("")).ids).toHaveLength(20);
    expect((await withPage("(offset: 1)")).ids).toHaveLength(20);
    expect((await withPage("(limit: null)")).ids).toHaveLength(20);
    expect((await withVariables("$limit: Int64, $offset: Int64", {})).ids).toHaveLength(20);
    const nulls = { limit: null, offset: null };
    expect((await withVariables("$limit: Int64, $offset: Int64", nulls)).ids).toHaveLength(20);
    expect((await withVariables("$limit: Int, $offset: Int", nulls)).ids).toHaveLength(20);
  });

  test("returns 1,000 at most", async () => {
    for (const limit of ["1000", "1001", "5000000000", '"9007199254740991"']) {
      expect((await withPage(`(limit: ${limit})`)).ids).toHaveLength(1000);
    }
  });

  test("returns as many as the limit", async () => {
    for (const limit of ["0", "1", "999", '"21"']) {
      expect((await withPage(`(limit: ${limit})`)).ids).toHaveLength(
        Number(limit.replaceAll('"', "")),
      );
    }
  });

  test("continues at the offset", async () => {
    const { ids } = await withPage("(limit: 1000)");
    expect((await withPage("(limit: 5, offset: 7)")).ids).toEqual(ids.slice(7, 12));
    expect((await withPage('(limit: 5, offset: "7")')).ids).toEqual(ids.slice(7, 12));
    expect((await withPage("(limit: 5, offset: null)")).ids).toEqual(ids.slice(0, 5));
    expect((await withPage("(limit: 1000, offset: 1000)")).ids.length).toBeGreaterThanOrEqual(5);
    expect(new Set(ids).size).toBe(1000);
    const order = list === "users" ? 1 : -1;
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => order * (a - b)));
  });

  test("is empty at any offset past its end", async () => {
    for (const offset of ["100000", "2147483648", "9007199254740991", '"9007199254740991"']) {
      const answer = await withPage(`(offset: ${offset})`);
      expect(refusals(answer)).toEqual([]);
      expect(answer.ids).toEqual([]);
    }
  });

  test.each([
    ["Int", { limit: 3, offset: 2 }],
    ["Int!", { limit: 3, offset: 2 }],
    ["Int64", { limit: 3, offset: 2 }],
    ["Int64!", { limit: 3, offset: 2 }],
    ["Int64", { limit: "3", offset: "2" }],
  ])("takes variables declared %s with %j", async (type, variables) => {
    const { ids } = await withPage("(limit: 5)");
    const page = await withVariables(`$limit: ${type}, $offset: ${type}`, variables);
    expect(page.ids).toEqual(ids.slice(2));
  });

  test("uses the default of a variable", async () => {
    const page = await withVariables("$limit: Int = 3, $offset: Int64 = 2", {});
    expect(page.ids).toHaveLength(3);
  });

  test.each(["limit: -1", "offset: -1", 'limit: "-1"', "limit: -9007199254740991"])(
    "refuses %s",
    async (argument) => {
      const answer = await withPage(`(${argument})`);
      expect(refusals(answer)).toEqual([`BAD_USER_INPUT at ${list}`]);
      const [name] = argument.split(":");
      expect(answer.errors?.[0]?.message).toBe(`${name} must not be negative.`);
    },
  );

  test.each([
    "limit: 9007199254740992",
    'offset: "9007199254740992"',
    "limit: 1e3",
    'limit: ""',
    "limit: {}",
  ])("refuses %s", async (argument) => {
    expect(refusals(await withPage(`(${argument})`))).toEqual(["BAD_USER_INPUT"]);
  });

  test.each([
    ["Int64", 2 ** 53],
    ["Int64", [1, 2]],
    ["Int", 1.5],
    ["Int64!", null],
    ["String", "1"],
    ["Float", 1],
  ])("refuses a variable declared %s with %j", async (type, limit) => {
    const answer = await withVariables(`$limit: ${type}, $offset: Int64`, { limit });
    expect(refusals(answer)).toEqual(["BAD_USER_INPUT"]);
  });
});

test.each([
  ["a search", "users", "search", "String", "user9"],
  ["a filter", "positions", "movingActivity", "[MovingActivity]", ["WALKING"]],
  ["the filter of a scalar", "notifications", "seen", "Boolean", true],
])(
  "an offset skips only rows that %s lets through, as a literal and as a variable",
  async (_, list, argument, type, value) => {
    await service.owner.query(`
      update app_public.positions set moving_activity = 'WALKING' where id % 2 = 0;
      update app_public.notifications set seen = true where id % 2 = 0`);
    const ask = async (types: string, filter: string, page: string) => {
      const query = `query Q${types} { ${list}(${argument}: ${filter}, ${page}) { id } }`;
      const { data } = await service.graphql(query, types ? { value } : {}, service.admin);
      return data?.[list].map(({ id }: { id: number }) => id);
    };
    const literal = Array.isArray(value) ? `[${value}]` : JSON.stringify(value);
    const all = await ask("", literal, "limit: 1000");
    expect(all.length).toBeGreaterThan(20);
    for (const page of ["limit: 5, offset: 7", "offset: 7, limit: 5"]) {
      expect(await ask("", literal, page)).toEqual(all.slice(7, 12));
      expect(await ask(`($value: ${type})`, "$value", page)).toEqual(all.slice(7, 12));
    }
  },
);

describe("Alert.notifications", () => {
  const ofFirst = async (page: string) => {
    const { data } = await service.graphql(
      `{ alerts(id: 1) { notifications${page} { id } } }`,
      {},
      service.admin,
    );
    return data.alerts[0].notifications.map(({ id }: { id: number }) => id);
  };

  test("returns 1,000 by default and at most", async () => {
    expect(await ofFirst("")).toHaveLength(1000);
    expect(await ofFirst("(limit: null)")).toHaveLength(1000);
    expect(await ofFirst("(limit: 5000000000)")).toHaveLength(1000);
    expect(await ofFirst("(limit: 0)")).toEqual([]);
  });

  test("takes limit and offset, newest first", async () => {
    const ids = await ofFirst("");
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
    expect(await ofFirst("(limit: 3, offset: 4)")).toEqual(ids.slice(4, 7));
    expect(await ofFirst('(limit: 3, offset: "9007199254740991")')).toEqual([]);
  });

  test("takes variables declared Int", async () => {
    const { data } = await service.graphql(
      `query ($limit: Int, $offset: Int) {
        alerts(id: 1) { notifications(limit: $limit, offset: $offset) { id } }
      }`,
      { limit: 2, offset: 1 },
      service.admin,
    );
    expect(data.alerts[0].notifications.map(({ id }: { id: number }) => id)).toEqual(
      (await ofFirst("(limit: 3)")).slice(1),
    );
  });
});
