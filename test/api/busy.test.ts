import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { isNative } from "../helpers/database.ts";
import { refusals, startTestService, type TestService, type TestUser } from "../helpers/service.ts";

let service: TestService;
let user: TestUser;
beforeAll(async () => {
  service = await startTestService({
    POOL_SIZE: "2",
    STATEMENT_TIMEOUT: "4",
    LOCK_TIMEOUT: "1",
    CONNECTION_TIMEOUT: "1",
  });
  user = await service.newUser();
  // A list that takes as long as the test says.
  await service.owner.query(
    `create function app_private.wait_a_while() returns boolean language plpgsql volatile as $$
      begin perform pg_sleep(9); return true; end $$;
    create policy slow_for_a_test on app_public.alerts as restrictive for select to app_user
      using ((select app_private.wait_a_while()));
    grant execute on function app_private.wait_a_while() to app_user`,
  );
});
afterAll(() => service.stop());

const BUSY = "The service is busy: try again in a moment.";
const REPORT =
  "mutation { newPosition(input: { latitude: 1, longitude: 2, movingActivity: STILL }) { id } }";

test("a statement that takes too long is refused", async () => {
  await service.owner.query(
    `insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
      select 1, now() + interval '1 day', z, z, z, 1000, 2000, '1 day', '1', '2', '3' from public.st_makeenvelope(1, 0, 3, 2, 4326) z`,
  );
  const answer = await service.graphql("{ alerts { id } }", {}, user);
  expect(refusals(answer)).toEqual(["RATE_LIMITED at alerts"]);
  expect(answer.errors?.[0]?.message).toBe(BUSY);
});

test("a statement that waits too long for a lock is refused", async () => {
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

describe("while public requests have all connections", () => {
  const post = (query: string, token: string) =>
    fetch(`${service.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
    });

  test("a further one is refused after its wait, with 503 and when to try again", async () => {
    // The fast path takes a document from the second time on. Grafast takes the others.
    const known = "{ positions { id } }";
    await post(known, user.token);
    const slow = [post("{ alerts { id } }", user.token), post("{ alerts { text1 } }", user.token)];
    const refused = [known, "{ me { id } }", REPORT].map((query) => post(query, user.token));
    for (const response of await Promise.all(refused)) {
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
      expect(await response.json()).toMatchObject({
        errors: [
          { message: BUSY, extensions: { code: "RATE_LIMITED", type: "AppError", retryAfter: 1 } },
        ],
      });
    }
    // The embedded database lets nobody connect meanwhile.
    const statuses = (await Promise.all(slow)).map(({ status }) => status);
    if (isNative) expect(statuses).toEqual([200, 200]);
  });
});
