/** @database server */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { isNative } from "../helpers/database.ts";
import { refusals, startTestService, type TestService, type TestUser } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

/** Starts a service whose lists of alerts are slow for users but not for administrators. */
async function startSlow(timeouts: Record<string, string>, wait: string) {
  const service = await startTestService({ POOL_SIZE: "2", CONNECTION_TIMEOUT: "3", ...timeouts });
  await service.owner.query(
    `create table app_private.gate (id integer);
    create function app_private.wait_a_while() returns boolean language plpgsql volatile security definer as $$
      begin ${wait}; return true; end $$;
    create policy slow_for_a_test on app_public.alerts as restrictive for select to app_user
      using (case when current_user = 'app_admin' then true else (select app_private.wait_a_while()) end);
    grant execute on function app_private.wait_a_while() to app_user`,
  );
  return { service, user: await service.newUser() };
}

const BUSY = "The service is busy: try again in a moment.";
const REPORT =
  "mutation { newPosition(input: { latitude: 1, longitude: 2, movingActivity: STILL }) { id } }";

describe("a statement", () => {
  let service: TestService;
  let user: TestUser;
  beforeAll(async () => {
    const timeouts = { STATEMENT_TIMEOUT: "4", LOCK_TIMEOUT: "1" };
    ({ service, user } = await startSlow(timeouts, "perform pg_sleep(9)"));
  });
  afterAll(() => service.stop());

  test("that takes too long is refused", async () => {
    await service.owner.query(
      `insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
        select 1, now() + interval '1 day', z, z, z, 1000, 2000, '1 day', '1', '2', '3' from public.st_makeenvelope(1, 0, 3, 2, 4326) z`,
    );
    const answer = await service.graphql("{ alerts { id } }", {}, user);
    expect(refusals(answer)).toEqual(["RATE_LIMITED at alerts"]);
    expect(answer.errors?.[0]?.message).toBe(BUSY);
  });

  test("that waits too long for a lock is refused", async () => {
    // The embedded database has one backend, in which nothing waits for a lock.
    if (!isNative) return;
    const client = await service.owner.connect();
    try {
      await client.query("begin");
      await client.query("select app_private.drain_reports()");
      const answer = await service.graphql(REPORT, {}, user);
      expect(refusals(answer)).toEqual(["RATE_LIMITED at newPosition"]);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});

describe("while public requests hold all connections", () => {
  let service: TestService;
  let user: TestUser;
  beforeAll(async () => {
    // The embedded database has one backend: while a statement runs there, nothing can end its wait.
    const wait = isNative
      ? "while exists (select from app_private.gate) loop perform pg_sleep(0.05); end loop"
      : "perform pg_sleep(9)";
    ({ service, user } = await startSlow({ STATEMENT_TIMEOUT: isNative ? "300" : "8" }, wait));
    await service.owner.query(
      `insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
        select 1, now() + interval '1 day', z, z, z, 1000, 2000, '1 day', '1', '2', '3' from public.st_makeenvelope(1, 0, 3, 2, 4326) z`,
    );
  });
  afterAll(() => service.stop());
  beforeEach(() => service.owner.query("insert into app_private.gate values (1)"));
  /** Lets the slow statements end, and returns their answers' statuses. */
  async function end(slow: Promise<Response>[]): Promise<number[]> {
    await service.owner.query("delete from app_private.gate");
    return (await Promise.all(slow)).map(({ status }) => status);
  }

  const post = (query: string, token: string) =>
    fetch(`${service.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
    });

  /** Waits until slow statements have both connections. Until they end, the embedded database answers nobody. */
  async function areTaken(): Promise<void> {
    if (!isNative) {
      await until(async () => (await fetch(`${service.url}/readyz`)).status === 503);
      return;
    }
    const sleeping =
      "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'";
    await until(async () => (await service.owner.query(sleeping)).rowCount === 2);
  }

  test("another request is refused after waiting, with 503 and Retry-After", async () => {
    // The fast path takes a document from the second time on. Grafast takes the others.
    const known = "{ positions { id } }";
    await post(known, user.token);
    const slow = [post("{ alerts { id } }", user.token), post("{ alerts { text1 } }", user.token)];
    await areTaken();
    const refused = [known, "{ me { id } }", REPORT].map((query) => post(query, user.token));
    for (const response of await Promise.all(refused)) {
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
      expect(await response.json()).toMatchObject({
        errors: [
          { message: BUSY, extensions: { code: "RATE_LIMITED", type: "AppError", retryAfter: 1 } },
        ],
      });
    }
    // Nobody could connect to the embedded database while the slow statements ran.
    const statuses = await end(slow);
    if (isNative) expect(statuses).toEqual([200, 200]);
  });

  test("an administrator can publish an alert", async () => {
    // The embedded database has one backend, which a slow statement holds.
    if (!isNative) return;
    const slow = ["id", "text1", "text2", "text3"].map((name) =>
      post(`{ alerts { ${name} } }`, user.token),
    );
    await areTaken();
    const answer = await service.graphql(
      `mutation { newAlert(input: {
        points: [{ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 1 }, { latitude: 1, longitude: 1 }],
        text1: "a", text2: "b", text3: "c"
      }) { reachedUsers } }`,
      {},
      service.admin,
    );
    expect(answer).toEqual({ data: { newAlert: { reachedUsers: 0 } } });
    await end(slow);
  });

  test("a publishing mutation of an ordinary user is refused with 503", async () => {
    if (!isNative) return;
    const slow = ["id text1", "id text2"].map((names) =>
      post(`{ alerts { ${names} } }`, user.token),
    );
    await areTaken();
    const response = await post('mutation { alertCancel(id: 1, text: "over") { id } }', user.token);
    expect(response.status).toBe(503);
    await end(slow);
  });
});
