/** @database server */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { isNative } from "../helpers/database.ts";
import { startTestService, type TestService, type TestUser } from "../helpers/service.ts";
import { HASH } from "./scene.ts";

/** Tables that grow with users and time. No request of the API may scan one of them. */
const GROWING =
  /^(users|user_credentials|devices|positions.*|last_positions|alerts|alert_changes|notifications|deliveries|alert_reach|publications|publication_waiting|alert_speeches|speeches)$/;

/** Enough rows to make a scan expensive. */
const USERS = 20_000;

/**
 * Loads these users, each with a position, a last position and a notification, and 2,000 alerts.
 * The positions fill the four weeks before this one evenly: a plan may scan a partition of few rows.
 */
const LOAD = `
  insert into app_public.users (email, name, address)
    select 'user-' || i || '@example.org', 'User ' || i, '' from generate_series(1, ${USERS}) i;
  insert into app_private.user_credentials (user_id, password_hash)
    select id, '${HASH}' from app_public.users where email like 'user-%';
  insert into app_public.sessions (user_id, id, expires_at) overriding system value
    select id, id, now() + interval '1 day' from app_public.users where email like 'user-%';
  insert into app_private.devices (user_id, token)
    select id, 'device of ' || id from app_public.users where email like 'user-%';
  do $$
  declare week timestamptz;
  begin
    for week in select date_trunc('week', now()) - i * interval '1 week' from generate_series(1, 4) i loop
      execute format('create table app_public.positions_%s partition of app_public.positions for values from (%L) to (%L)',
        to_char(week, 'YYYY_MM_DD'), week, week + interval '1 week');
    end loop;
  end $$;
  insert into app_public.positions (user_id, latitude, longitude, moving_activity, created_at, taken_at)
    select u.id, 40 + (u.id % 1000) / 100.0, (u.id / 1000) / 10.0,
        (enum_range(null::app_public.moving_activity))[1 + u.id % 8], moment, moment
      from app_public.users u,
        lateral (select date_trunc('week', now()) - interval '4 weeks' * (1 - u.id % ${USERS} / ${USERS}.0) as moment) m
      where u.email like 'user-%' order by u.id;
  insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
    select user_id, id, now(), now(), public.st_setsrid(public.st_makepoint(longitude, latitude), 4326), null, moving_activity
      from app_public.positions;
  insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
    select (select min(id) from app_public.users where is_admin), now() + interval '1 day',
        public.st_expand(p, 0.01), public.st_expand(p, 0.02), public.st_expand(p, 0.03), 1000, 2000, '1 day', '1', '2', '3'
      from generate_series(1, 2000) i, lateral (select public.st_setsrid(public.st_makepoint(20 + i % 50, i / 50), 4326) as p) q;
  insert into app_public.alert_changes (alert_id) select id from app_public.alerts;
  insert into app_private.publications (alert_id, level, completed_at) select id, 'THREE', now() from app_public.alerts;
  insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
    select id, 'THREE', 1, array[1] from app_public.alerts;
  insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity, seen)
    select 1 + u.id % 2000, u.id, 'ONE', 45, 10, 'STILL', u.id % 2 = 0 from app_public.users u where u.email like 'user-%';
  insert into app_private.alert_reach (alert_id, users) select alert_id, 1 from app_public.notifications;
  analyze`;

interface Statement {
  text: string;
  values: unknown[];
}

interface PlanNode {
  "Node Type": string;
  Alias?: string;
  "Index Cond"?: string;
  "Index Name"?: string;
  "Parent Relationship"?: string;
  "Relation Name"?: string;
  "Plan Rows": number;
  Plans?: PlanNode[];
}

/** Returns the growing tables that a plan scans. Empty tables do not count. */
function scanned(node: PlanNode, empty: ReadonlySet<string>): string[] {
  const table = node["Relation Name"] ?? "";
  const own = node["Node Type"].includes("Seq Scan") && GROWING.test(table) && !empty.has(table);
  return [...(own ? [table] : []), ...(node.Plans ?? []).flatMap((plan) => scanned(plan, empty))];
}

/** Returns all nodes of a plan. */
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

let service: TestService;
let user: TestUser;
let empty: Set<string>;
const sent: Statement[] = [];
let restore = () => {};

beforeAll(async () => {
  service = await startTestService();
  user = await service.newUser();
  await service.owner.query(LOAD);
  const { rows } = await service.owner.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relispartition and reltuples <= 0",
  );
  empty = new Set(rows.map(({ name }) => name));
  restore = record(sent);
});
afterAll(async () => {
  restore();
  await service.stop();
});

/** Not of a request: a transaction's frame, and what the host asks the database every few seconds. */
const OTHERS =
  /^(explain|begin|commit|rollback|select set_config|select app_private\.report_cell)/i;

/** Records what the host sends to the database from now on. */
function record(statements: Statement[]): () => void {
  const { prototype } = (service.owner as unknown as { Client: typeof pg.Client }).Client;
  const original = prototype.query;
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [query] = args as [string | Statement];
    const text = typeof query === "string" ? query : query.text;
    if (text && !OTHERS.test(text)) {
      statements.push({
        text,
        values: (typeof query === "string" ? (args[1] as unknown[]) : query.values) ?? [],
      });
    }
    return (original as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof original;
  return () => {
    prototype.query = original;
  };
}

/** True for a statement that the host sends in its own name. */
const isOfHost = (text: string) => /app_private\.(find_speech|note_session_use)/.test(text);

/** Explains statements under the role that sent them, so that policies apply. Returns their plans. */
async function explain(statements: Statement[], role: string, userId: number): Promise<PlanNode[]> {
  const plans: PlanNode[] = [];
  const client = await service.owner.connect();
  try {
    for (const { text, values } of statements) {
      await client.query("begin");
      await client.query(
        "select set_config('jwt.claims.user_id', $1, true), set_config('role', $2, true)",
        [String(userId), isOfHost(text) ? "app_host" : role],
      );
      const { rows } = await client.query(`explain (format json) ${text}`, values);
      const plan: PlanNode = rows[0]["QUERY PLAN"][0].Plan;
      plans.push(plan);
      const found = scanned(plan, empty);
      expect({ text: found.length > 0 ? [text, values, plan] : text, scans: found }).toEqual({
        text,
        scans: [],
      });
      await client.query("rollback");
    }
    return plans;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** Requests to the API: the document, and who sends it. */
const QUERIES: [name: string, query: string, onlyAdmin?: "onlyAdmin"][] = [
  ["users", "{ users { id email } }", "onlyAdmin"],
  ["users, far on", `{ users(limit: 1000, offset: ${USERS / 2}) { id } }`, "onlyAdmin"],
  ["oneself or anyone, by id", "{ user(id: $id) { id email } }"],
  ["positions", "{ positions { id userId } }", "onlyAdmin"],
  ["positions, far on", "{ positions(limit: 1000, offset: 5000) { id } }", "onlyAdmin"],
  ["positions by activity", "{ positions(movingActivity: [WALKING]) { id } }", "onlyAdmin"],
  [
    "positions by several activities",
    "{ positions(movingActivity: [WALKING, STILL, null]) { id } }",
    "onlyAdmin",
  ],
  ["alerts", "{ alerts { id text1 area areaLevel2 areaLevel3 audio1 audioUrl1 } }"],
  ["alerts, far on", "{ alerts(limit: 100, offset: 1500) { id } }"],
  ["an alert by id", "{ alerts(id: 77) { id } }"],
  ["the reach of alerts", "{ alerts { id reachedUsers } }"],
  ["the notifications of alerts", "{ alerts { id notifications { id userId seen } } }"],
  [
    "the notifications of an alert, far on",
    "{ alerts(id: 77) { notifications(limit: 5, offset: 20) { id } } }",
  ],
  ["one's own notifications", "{ notifications { id alert { id text1 } } }"],
  ["one's own notifications, far on", "{ notifications(limit: 100, offset: 100) { id } }"],
  ["one's own unseen notifications", "{ notifications(seen: false) { id } }"],
  ["one's own seen notifications", "{ notifications(seen: true) { id } }"],
  ["a notification by id", "{ notifications(id: 77) { id } }"],
  ["notifications of an alert", "{ notifications(alertId: 77) { id } }"],
  ["unseen notifications of an alert", "{ notifications(alertId: 77, seen: false) { id level } }"],
];

const MUTATIONS: [name: string, mutation: string][] = [
  [
    "a new position",
    `newPosition(input: { latitude: 45, longitude: 25, movingActivity: STILL }) { id }`,
  ],
  ["an edited user", `userEdit(input: { address: "There" }, id: $id) { id }`],
  ["a device", `registerDevice(input: { token: "a new device" }) { id }`],
];

/** Returns every statement that the host sends for one request, including those for the role. */
async function statementsOf(query: string, as: TestUser): Promise<Statement[]> {
  sent.length = 0;
  const { errors } = await service.graphql(query.replaceAll("$id", String(as.id)), undefined, as);
  expect(errors).toBeUndefined();
  expect(sent.length).toBeGreaterThan(0);
  return [...sent];
}

test("the check finds a statement that scans a table", async () => {
  const statement = { text: "select * from app_public.users where address = $1", values: ["x"] };
  await expect(explain([statement], "app_admin", service.admin.id)).rejects.toThrow("users");
});

describe(`a request scans no growing table of ${USERS.toLocaleString("en")} rows`, () => {
  test.each(QUERIES)("for an administrator: %s", async (_, query) => {
    await explain(await statementsOf(query, service.admin), "app_admin", service.admin.id);
  });

  test.each(QUERIES.filter(([, , onlyAdmin]) => !onlyAdmin))("for a user: %s", async (_, query) => {
    await explain(await statementsOf(query, user), "app_user", user.id);
  });

  // Rows that an offset skips are neither fetched nor computed. A document with a fragment goes through Grafast.
  test.each(["alerts", "notifications", "positions", "users"])(
    "and skips the rows of %s before an offset in an index alone, on the fast path and in Grafast",
    async (list) => {
      for (const fields of ["id", "... { id }"]) {
        const statements = await statementsOf(
          `{ ${list}(offset: 1500) { ${fields} } }`,
          service.admin,
        );
        const plans = await explain(statements, "app_admin", service.admin.id);
        // The view of positions has names of its own.
        const skipping = plans
          .flatMap(nodesOf)
          .filter((node) => node["Parent Relationship"] === "InitPlan")
          .flatMap(nodesOf)
          .filter((node) => /^(skipped|p(_\d+)?$)/.test(node.Alias ?? ""));
        expect(skipping.length).toBeGreaterThan(0);
        expect(new Set(skipping.map((node) => node["Node Type"]))).toEqual(
          new Set(["Index Only Scan"]),
        );
      }
    },
  );

  test("for an administrator: the positions of a user, by an index", async () => {
    const query = "{ positionsConnection(condition: { userId: $id }) { nodes { id } } }";
    const plans = await explain(
      await statementsOf(query, service.admin),
      "app_admin",
      service.admin.id,
    );
    const scans = plans
      .flatMap(nodesOf)
      .filter((node) => node["Relation Name"]?.startsWith("positions_"));
    const onFilled = scans.filter((node) => !empty.has(node["Relation Name"] as string));
    expect(onFilled.length).toBeGreaterThan(0);
    for (const node of onFilled) expect(node["Index Cond"]).toMatch(/user_id = /);
  });

  test.each(MUTATIONS)("for a user who sends %s", async (_, mutation) => {
    await explain(await statementsOf(`mutation { ${mutation} }`, user), "app_user", user.id);
  });

  test("for a user who asks what has changed since a cursor", async () => {
    for (const one of ["newestAlertCursor", "newestNotificationCursor"]) {
      await explain(await statementsOf(`{ ${one} }`, user), "app_user", user.id);
    }
    const { data } = await service.graphql("{ alerts(offset: 5, limit: 1) { cursor } }", {}, user);
    for (const [list, cursor] of [
      ["alerts", data.alerts[0].cursor],
      ["notifications", ""],
    ]) {
      const query = `{ ${list}(since: "${cursor}") { id cursor } }`;
      await explain(await statementsOf(query, user), "app_user", user.id);
    }
    await explain(
      await statementsOf("{ alerts(state: ACTIVE) { id } }", user),
      "app_user",
      user.id,
    );
  });

  test("for a user who was notified of every alert", async () => {
    await service.owner.query(
      `insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
        select id, ${user.id}, 'TWO', 45, 10, 'STILL' from app_public.alerts; analyze app_public.notifications`,
    );
    for (const query of ["{ notifications { id } }", "{ notifications(seen: true) { id } }"]) {
      await explain(await statementsOf(query, user), "app_user", user.id);
    }
  });
});

// The embedded database has no auto_explain.
(isNative ? describe : describe.skip)(
  "functions scan no growing table (on native PostgreSQL only):",
  () => {
    /** Returns the plans of all statements that function calls ran, in order. */
    async function plansOf(
      run: (client: pg.Client) => Promise<unknown>,
    ): Promise<Record<string, PlanNode[]>> {
      const client = new pg.Client({ connectionString: service.config.databaseUrl });
      await client.connect();
      const plans: Record<string, PlanNode[]> = {};
      client.on("notice", ({ message = "" }) => {
        const json = /plan:\s*(\{[\s\S]*\})/.exec(message)?.[1];
        if (!json) return;
        const { "Query Text": text, Plan } = JSON.parse(json);
        const statement = String(text).replace(/\s+/g, " ").trim();
        plans[statement] = [...(plans[statement] ?? []), Plan];
      });
      try {
        // Other roles load auto_explain by their settings (.ci/owner.sql).
        await client.query(
          "do $$ begin if current_setting('is_superuser')::boolean then load 'auto_explain'; end if; end $$",
        );
        await client.query(`set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
        set auto_explain.log_format = json; set auto_explain.log_level = 'notice'`);
        await client.query("begin");
        await run(client);
        return plans;
      } finally {
        await client.query("rollback");
        await client.end();
      }
    }

    function expectNoScan(plans: Record<string, PlanNode[]>): void {
      expect(Object.keys(plans).length).toBeGreaterThan(0);
      for (const [text, nodes] of Object.entries(plans)) {
        for (const [call, node] of nodes.entries()) {
          const scans = scanned(node, empty);
          expect({ text, call, scans, plan: scans.length > 0 ? node : null }).toEqual({
            text,
            call,
            scans: [],
            plan: null,
          });
        }
      }
    }

    // plpgsql may switch to a generic plan after five calls. Each call more takes seconds.
    const CALLS = 6;

    test.each([
      ["at no alert", 5, 5.5],
      ["at one of 2,000 alerts", 25, 45],
    ])("a position report %s", async (_, latitude, longitude) => {
      const plans = await plansOf(async (client) => {
        for (let call = 0; call < CALLS; call++) {
          await client.query(`select set_config('jwt.claims.user_id', '${10_000 + call}', true)`);
          await client.query(
            `select app_public.new_position(json_populate_record(null::app_public.position_input, json_build_object('latitude', ${latitude}, 'longitude', ${longitude}, 'moving_activity', 'STILL')))`,
          );
        }
      });
      expect(Object.keys(plans).join()).toContain("insert into app_public.last_positions");
      expectNoScan(plans);
    });

    describe("if most notifications are of another alert,", () => {
      const fill = async (client: pg.Client) => {
        await client.query("delete from app_public.notifications");
        await client.query(`insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
        select 1, id, 'ONE', 45, 10, 'STILL' from app_public.users`);
        await client.query("analyze app_public.notifications");
      };
      /** Returns the indexes that find notifications under an alias. By the ids alone, all of them would be read. */
      const indexesOf = (plans: Record<string, PlanNode[]>, alias: string) =>
        Object.values(plans)
          .flat()
          .flatMap(nodesOf)
          .filter((node) => node.Alias === alias && node["Relation Name"] === "notifications")
          .map((node) => node["Index Name"]);

      test("a position report at an alert that notified nobody finds notifications by the alert", async () => {
        const plans = await plansOf(async (client) => {
          await fill(client);
          for (let call = 0; call < CALLS; call++) {
            await client.query(`select set_config('jwt.claims.user_id', '${11_000 + call}', true)`);
            await client.query(
              "select app_public.new_position(json_populate_record(null::app_public.position_input, json_build_object('latitude', 25, 'longitude', 45, 'moving_activity', 'STILL')))",
            );
          }
        });
        expect(new Set(indexesOf(plans, "m"))).toEqual(new Set(["notifications_alert_id_id"]));
      });

      test("the count of an alert that notified nobody finds notifications by the alert", async () => {
        const plans = await plansOf(async (client) => {
          await fill(client);
          await client.query("select app_private.count_alert(now())");
        });
        expect(new Set(indexesOf(plans, "n"))).toEqual(new Set(["notifications_alert_id_id"]));
      });
    });

    test("a batch of reports", async () => {
      const plans = await plansOf(async (client) => {
        for (let call = 0; call < CALLS; call++) {
          await client.query(`select set_config('jwt.claims.user_id', '${12_000 + call}', true)`);
          await client.query(
            `select app_public.new_positions(array[json_populate_record(null::app_public.position_input, json_build_object('latitude', 25, 'longitude', 45, 'moving_activity', 'STILL')), json_populate_record(null::app_public.position_input, json_build_object('latitude', 26, 'longitude', 45, 'moving_activity', 'STILL'))]::app_public.position_input[])`,
          );
        }
      });
      expectNoScan(plans);
    });

    test("the publication of a small alert", async () => {
      const plans = await plansOf(async (client) => {
        await client.query(`select set_config('jwt.claims.user_id', '${service.admin.id}', true)`);
        for (let call = 0; call < CALLS; call++) {
          const corners = [
            [45, call / 10],
            [45, call / 10 + 0.01],
            [45.01, call / 10 + 0.01],
          ].map(([latitude, longitude]) => ({ latitude, longitude }));
          const { rows } = await client.query(
            "select app_private.new_alert(json_populate_record(null::app_public.alert_input, $1)) as id",
            [JSON.stringify({ points: corners, text1: "1", text2: "2", text3: "3" })],
          );
          while (
            !(await client.query("select app_private.publish_chunk($1) as done", [rows[0].id]))
              .rows[0].done
          );
        }
        const { rows } = await client.query(
          "select count(*)::int from app_public.notifications where alert_id > 2000",
        );
        expect(rows[0].count).toBeGreaterThan(0);
      });
      expect(Object.keys(plans).join()).toContain("app_public.last_positions");
      expectNoScan(plans);
    });

    test("a search of alerts, their statistics and a timeline", async () => {
      const plans = await plansOf(async (client) => {
        await client.query(
          `select set_config('jwt.claims.user_id', '${service.admin.id}', true), set_config('role', 'app_admin', true)`,
        );
        for (let call = 0; call < CALLS; call++) {
          await client.query("select app_public.alerts_search()");
          await client.query(
            "select app_public.alerts_search('leave', 'ACTIVE', 'ACTUAL', now() - interval '1 day', now(), 20, $1)",
            [call],
          );
          await client.query("select app_public.alert_statistics()");
          await client.query(
            "select app_public.alerts_timeline(a) from app_public.alerts a where id = $1",
            [call + 1],
          );
        }
      });
      expect(Object.keys(plans).join()).toContain("app_private.deliveries");
      expectNoScan(plans);
    });

    test("a request's token, a login, a change of password, a demotion and the end of alerts", async () => {
      const plans = await plansOf(async (client) => {
        for (let call = 0; call < CALLS; call++) {
          const id = 14_000 + call;
          await client.query(`select set_config('jwt.claims.user_id', '${id}', true)`);
          await client.query("select * from app_private.authenticate($1, $2)", [id, id]);
          await client.query("select app_private.begin_session($1, $2, '1 day')", [id, HASH]);
          await client.query(
            `select * from app_private.login_credentials('User-${id}@example.org')`,
          );
          for (const logins of ["begin_login", "fail_login", "complete_login"]) {
            await client.query(
              `select app_private.${logins}('User-${id}@example.org', ('127.0.0.1'::inet + $1)::cidr)`,
              [call],
            );
          }
          await client.query("select app_public.user_password_edit($1)", [HASH]);
          await client.query("select app_public.find_user($1)", [id]);
          await client.query("select app_public.me()");
          await client.query(
            "select app_public.user_edit(json_populate_record(null::app_public.user_edit, json_build_object('email', 'x' || $1::int || '@example.org')), $1::int)",
            [id],
          );
          await client.query(
            `select app_public.notification_update(row(n.id, true)::app_public.notification_update_input)
            from app_public.notifications n where n.user_id = $1`,
            [id],
          );
          await client.query(
            "select app_public.register_device(row('token ' || $1::int, null)::app_public.register_notification_token)",
            [id],
          );
          await client.query(
            `select set_config('jwt.claims.user_id', '${service.admin.id}', true)`,
          );
          for (const isAdmin of [true, false]) {
            await client.query("select app_public.user_rights($1, row($2, null))", [id, isAdmin]);
          }
          await client.query(
            "select app_public.alerts_reached_users(a) from app_public.alerts a where id = $1",
            [call + 1],
          );
          await client.query("select app_private.end_expired_alerts()");
        }
      });
      expectNoScan(plans);
    });
  },
);
