/** @database server */
import { expect } from "@jest/globals";
import { isNative } from "../helpers/database.ts";
import { host, owner, type Row, type Scene, stage } from "./scene.ts";

const { database, test } = stage();

/** Records one push to a provider for each outcome. */
async function record(
  s: Scene,
  outcomes: { state: string; why?: string; unsent?: boolean; everyone?: boolean }[],
  provider = "expo",
  attempts = 1,
) {
  const user = await s.user();
  const rows = await s.as(owner)`insert into app_private.deliveries (notification_id, device_id,
    alert_id, user_id, level, provider, attempts)
    select n, n, 1, ${user.id}, 'ONE', ${provider}, ${attempts} from generate_series(1, ${outcomes.length}::integer) n
      returning user_id, id`;
  await s.as(owner, "select app_private.record_deliveries($1, $2)", [
    provider,
    JSON.stringify(outcomes.map((outcome, index) => ({ ...rows[index], ...outcome, ago: 0 }))),
  ]);
}

const failing = async (s: Scene): Promise<Row | null> =>
  await s.value(host)`select failing_pushes from app_private.readiness()`;
const accepted = { state: "accepted" };
const refused = { state: "retry", why: "Expo: unreachable (ECONNREFUSED)" };

test("a provider counts as failing from its first refusal until it accepts a push", async (s) => {
  expect(await failing(s)).toBe(null);
  await record(s, [accepted]);
  expect(await failing(s)).toBe(null);
  await record(s, [refused]);
  const first = await failing(s);
  expect(first).toEqual({ expo: { since: expect.any(String), why: refused.why } });
  await record(s, [{ ...refused, why: "Expo answered 503" }]);
  expect(await failing(s)).toEqual({
    expo: { since: first?.expo.since, why: "Expo answered 503" },
  });
  await s.as(owner)`update app_private.push_outcomes set failing_since = '2020-01-02Z'`;
  await record(s, [accepted]);
  expect(await failing(s)).toBe(null);
  // A later failure has a beginning of its own.
  await record(s, [refused]);
  expect((await failing(s))?.expo.since).not.toMatch(/^2020/);
});

test("each provider counts as failing independently of the others", async (s) => {
  await record(s, [refused]);
  await record(s, [accepted], "fcm");
  expect(await failing(s)).toMatchObject({ expo: { why: refused.why } });
  await record(s, [{ state: "retry", why: "FCM answered 503" }], "fcm");
  expect(await failing(s)).toEqual({
    expo: { since: expect.any(String), why: refused.why },
    fcm: { since: expect.any(String), why: "FCM answered 503" },
  });
  await record(s, [accepted]);
  expect(await failing(s)).toEqual({
    fcm: { since: expect.any(String), why: "FCM answered 503" },
  });
});

test("a provider that never accepted a push counts as failing from its first refusal", async (s) => {
  await record(s, [refused]);
  expect(await failing(s)).toEqual({ expo: { since: expect.any(String), why: refused.why } });
});

test("a provider counts as failing when it refuses everyone, not when it refuses one device again", async (s) => {
  await record(s, [accepted]);
  await record(s, [refused], "expo", 2);
  expect(await failing(s)).toBe(null);
  await record(s, [{ ...refused, everyone: true }], "expo", 2);
  expect(await failing(s)).toMatchObject({ expo: { why: refused.why } });
  await record(s, [accepted]);
  await record(s, [{ state: "failed", why: "InvalidCredentials", everyone: true }]);
  expect(await failing(s)).toMatchObject({ expo: { why: "InvalidCredentials" } });
  await record(s, [refused]);
  // A device that is refused again does not end a failure either.
  await record(s, [{ ...refused, why: "one device" }], "expo", 2);
  expect(await failing(s)).toMatchObject({ expo: { why: refused.why } });
});

test("a provider counts as failing if no receipt is good and its own settings are at fault", async (s) => {
  await record(s, [accepted, accepted]);
  const receipts = async (...outcomes: object[]) => {
    const named = outcomes.map((outcome, index) => ({ receipt: `r${index}`, ...outcome }));
    await s.as(owner)`update app_private.deliveries
      set receipt = 'r' || (notification_id - 1)::text, state = 'accepted'`;
    await s.as(owner)`select app_private.record_receipts('expo', '{r0,r1}',
      ${JSON.stringify(named)})`;
  };
  const wrong = { state: "failed", why: "InvalidCredentials", everyone: true };
  await receipts(wrong, { state: "failed", why: "MessageTooBig" });
  expect(await failing(s)).toMatchObject({ expo: { why: "InvalidCredentials" } });
  await record(s, [accepted]);
  await s.as(owner)`delete from app_private.deliveries where notification_id > 2`;
  await receipts(wrong, accepted);
  expect(await failing(s)).toBe(null);
  await receipts({ state: "failed", why: "MessageTooBig" });
  expect(await failing(s)).toBe(null);
});

test("a provider that accepts some pushes does not count as failing, and unsent pushes do not matter", async (s) => {
  await record(s, [refused, accepted, refused]);
  expect(await failing(s)).toBe(null);
  await record(s, [
    { ...refused, unsent: true },
    { state: "dead", why: "gone" },
  ]);
  expect(await failing(s)).toBe(null);
  await record(s, [refused, { ...refused, why: "later", unsent: true }]);
  expect(await failing(s)).toMatchObject({ expo: { why: refused.why } });
  // A push that the provider refuses for good is not accepted, so the failure goes on.
  for (const state of ["failed", "dead"]) await record(s, [{ state, why: "no" }]);
  expect(await failing(s)).toMatchObject({ expo: { why: refused.why } });
});

test("the reason of a failure names no device", async (s) => {
  await record(s, [{ ...refused, why: "https://push.example.org/secret answered 500" }]);
  expect(await failing(s)).toMatchObject({
    expo: { why: "https://push.example.org/… answered 500" },
  });
  expect(await s.as(owner)`select why, failures from app_private.deliveries`).toEqual([
    {
      why: "https://push.example.org/… answered 500",
      failures: [expect.stringMatching(/ https:\/\/push\.example\.org\/… answered 500$/)],
    },
  ]);
  expect(await s.value(owner)`select why from app_private.push_outcomes`).toBe(
    "https://push.example.org/… answered 500",
  );
  // A reason that an older version of the service has recorded names no device either.
  await s.as(owner)`update app_private.push_outcomes set why = 'Gone: ExponentPushToken[secret]'`;
  expect(await failing(s)).toMatchObject({ expo: { why: "Gone: …" } });
});

const FCM_TOKEN = `a:${"B_-9".repeat(15)}`;

test.each([
  [
    "https://a.example/x gave https://b.example/y?z=1",
    "https://a.example/… gave https://b.example/…",
  ],
  ["http://a.example/secret failed", "http://a.example/… failed"],
  ["ExpoPushToken[a] and ExponentPushToken[b] are gone", "… and … are gone"],
  [`${"x".repeat(59)} is no token`, `${"x".repeat(59)} is no token`],
  [`${"x".repeat(60)} may be one`, "… may be one"],
  [`${FCM_TOKEN} and ${FCM_TOKEN} are gone`, "… and … are gone"],
  ["DeviceNotRegistered in https://a.example", "DeviceNotRegistered in https://a.example"],
  ["Odd. ".repeat(50), "Odd. ".repeat(40)],
])("the reason of a failure is shown without devices: %s", async (s, why, shown) => {
  expect(await s.value(owner)`select app_private.push_reason(${why})`).toBe(shown);
});

test("the time of the last outcome is written again only after five seconds", async (s) => {
  const at = () =>
    s.value(owner)`select extract(epoch from clock_timestamp() - at)::float8
      from app_private.push_outcomes`;
  await record(s, [accepted]);
  await s.as(owner)`update app_private.push_outcomes set at = at - interval '4 seconds'`;
  await record(s, [accepted]);
  expect(await at()).toBeGreaterThan(4);
  await s.as(owner)`update app_private.push_outcomes set at = at - interval '2 seconds'`;
  await record(s, [accepted]);
  expect(await at()).toBeLessThan(4);
});

// The embedded database has one connection.
(isNative ? test : test.skip)("jobs that record at the same time do not wait", async () => {
  const { ownerPool } = database();
  const note = "select app_private.note_push_outcome('fcm', $1)";
  await ownerPool.query(note, ["away"]);
  const [one, two] = [await ownerPool.connect(), await ownerPool.connect()];
  try {
    await one.query("begin");
    await one.query(note, ["refused"]);
    // If this waited, it would fail by its lock_timeout.
    await two.query("begin; set local lock_timeout = '10s'");
    await two.query(note, ["gone"]);
    await two.query("commit");
    await one.query("commit");
    const { rows } = await ownerPool.query("select why from app_private.push_outcomes");
    expect(rows).toEqual([{ why: "refused" }]);
  } finally {
    one.release(true);
    two.release(true);
    await ownerPool.query("delete from app_private.push_outcomes");
  }
});
