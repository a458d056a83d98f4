/** @database server */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { startTestService, type TestService, type TestUser } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { SMS_SECRET, startSmsGateway } from "../push/servers/sms-gateway.ts";

let gateway: Awaited<ReturnType<typeof startSmsGateway>>;
let service: TestService;
beforeAll(async () => {
  gateway = await startSmsGateway();
  service = await startTestService({
    JOBS: "true",
    SMS_URL: gateway.url,
    SMS_SECRET,
    SMS_LEVEL_ONE_ONLY: "true",
  });
});
beforeEach(async () => {
  gateway.taken.length = 0;
  await service.owner.query("delete from app_private.login_failures");
});
afterAll(async () => {
  await service.stop();
  await gateway.close();
});

async function ok(query: string, variables: object = {}, as: { token: string } = service.admin) {
  const { data, errors } = await service.graphql(query, variables, as);
  expect(errors).toBeUndefined();
  return data;
}
const ADD = "mutation ($number: String!) { smsNumberAdd(number: $number) { id } }";
const CONFIRM = "mutation ($code: String!) { smsNumberConfirm(code: $code) { number provider } }";
const MINE = "{ me { smsRefusal } devices { number } }";

async function codeFor(user: TestUser, number: string): Promise<string> {
  await ok(ADD, { number }, user);
  const sent = await until(() => gateway.taken.findLast(({ to }) => to === number));
  gateway.taken.length = 0;
  return (sent?.text ?? "").slice(0, 6);
}

let next = 0;
/** Makes a person with a number, in an area of its own: inside it, or 500 m away. */
async function person(north = 0) {
  next += 1;
  const user = await service.newUser();
  const number = `+39011000${String(next).padStart(4, "0")}`;
  const code = await codeFor(user, number);
  expect((await ok(CONFIRM, { code }, user)).smsNumberConfirm).toEqual({ number, provider: "sms" });
  const where = { latitude: 45.005 + north, longitude: 5.005 + next };
  const input = { ...where, movingActivity: "STILL" };
  await ok(
    "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }",
    { input },
    user,
  );
  const corner = (latitude: number, longitude: number) => ({ latitude, longitude });
  const points = [corner(45, 5), corner(45, 5.01), corner(45.01, 5.01), corner(45.01, 5)].map(
    (one) => ({ ...one, longitude: one.longitude + next }),
  );
  return { user, number, alert: { points, text1: "Leave.", text2: "Stay away.", text3: "Wait." } };
}

const publish = async (alert: object): Promise<number> =>
  (
    await ok("mutation ($input: AlertInput!) { newAlert(input: $input) { id } }", {
      input: { ...alert, idempotencyKey: randomUUID() },
    })
  ).newAlert.id;
const textsTo = (number: string) =>
  gateway.taken.filter(({ to }) => to === number).map(({ text }) => text);

test("a code by SMS makes a number a device in place of an earlier one, and a wrong one does not", async () => {
  const { user, number } = await person();
  const code = await codeFor(user, "+390110009999");
  const wrong = code === "000000" ? "000001" : "000000";
  expect((await ok(CONFIRM, { code: wrong }, user)).smsNumberConfirm).toBeNull();
  expect((await ok(MINE, {}, user)).devices).toEqual([{ number }]);
  await ok(CONFIRM, { code }, user);
  expect((await ok(MINE, {}, user)).devices).toEqual([{ number: "+390110009999" }]);
  // A code that the gateway did not take is sent again, and none that it may have taken.
  gateway.misbehave({ status: 429 }, 1);
  await codeFor(user, number);
  gateway.misbehave({ drop: "after" }, 1);
  await ok(ADD, { number }, await service.newUser());
  const JOBS = "select from graphile_worker.jobs where task_identifier = 'send_sms_code'";
  await until(async () => (await service.owner.query(JOBS)).rowCount === 0);
  expect(gateway.taken).toHaveLength(1);
});

test("only level ONE goes by SMS, also in quiet hours, and its all-clear", async () => {
  const QUIET = `mutation { quietHoursEdit(input: { from: "00:00", to: "23:59", timeZone: "UTC" }) { id } }`;
  const one = await person();
  const two = await person(0.01);
  for (const { user } of [one, two]) await ok(QUIET, {}, user);
  const REACH = `query ($input: AlertInput!) {
    alertReach(input: $input) { one two withDevice ringing { providers users } }
  }`;
  const { alertReach } = await ok(REACH, { input: one.alert });
  expect(alertReach).toEqual({
    one: 1,
    two: 0,
    withDevice: 1,
    ringing: [{ providers: ["sms"], users: 1 }],
  });
  expect((await ok(REACH, { input: two.alert })).alertReach).toMatchObject({
    two: 1,
    withDevice: 0,
  });
  const quiet = await publish(two.alert);
  const alert = await publish({ ...one.alert, title: "Gas" });
  await until(() => textsTo(one.number).length === 1);
  const CANCEL = 'mutation ($id: Int!) { alertCancel(id: $id, text: "It is over.") { id } }';
  for (const id of [quiet, alert]) await ok(CANCEL, { id });
  await until(() => textsTo(one.number).length === 2);
  expect(textsTo(one.number)).toEqual(["Gas\nLeave.", "It is over."]);
  expect(textsTo(two.number)).toEqual([]);
  // Where all levels go, quiet hours hold TWO.
  const LEVELS = "update app_private.push_outcomes set levels = $1 where provider = 'sms'";
  await service.owner.query(LEVELS, ["{ONE,TWO,THREE}"]);
  const held = await publish(two.alert);
  const DUE = "select state from app_private.deliveries where alert_id = $1 and due_at > now()";
  await until(async () => (await service.owner.query(DUE, [held])).rows[0]?.state === "queued");
  await service.owner.query(LEVELS, ["{ONE}"]);
});

test("a refused number is removed, and its owner sees why until they confirm one", async () => {
  const { user, number, alert } = await person();
  gateway.misbehave({ status: 410, body: `${number} is gone` }, 1);
  await publish(alert);
  const { me } = await until(
    () => ok(MINE, {}, user),
    (mine) => mine.me.smsRefusal !== null && mine.devices.length === 0,
  );
  expect(me.smsRefusal).toBe("the SMS gateway answered 410: +… is gone");
  await ok(CONFIRM, { code: await codeFor(user, number) }, user);
  expect((await ok(MINE, {}, user)).me.smsRefusal).toBeNull();
});
