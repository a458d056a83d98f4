/** @database server */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestService, type TestService, type TestUser } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { type MailServer, startMailServer, type TakenMail } from "../mail/server.ts";

let mail: MailServer;
let service: TestService;
beforeAll(async () => {
  mail = await startMailServer();
  service = await startTestService({
    JOBS: "true",
    MAIL_URL: mail.url,
    MAIL_FROM: "alerts@town.example",
    PUBLIC_URL: "https://alerts.example",
    ALERT_MAIL: "true",
  });
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

async function ok(query: string, variables: object, as: { token: string }) {
  const { data, errors } = await service.graphql(query, variables, as);
  expect(errors).toBeUndefined();
  return data;
}

let nextPlace = 0;
/** Returns a place of its own for a test: the corners of an area, and a position inside it. */
function place() {
  const longitude = 5 + nextPlace++;
  const corner = (latitude: number, east: number) => ({ latitude, longitude: longitude + east });
  return {
    points: [corner(45, 0), corner(45, 0.01), corner(45.01, 0.01), corner(45.01, 0)],
    inside: corner(45.005, 0.005),
  };
}

/** Makes a user with a confirmed email, who is there. */
async function userAt(where: object, alertsByEmail?: string, token?: string): Promise<TestUser> {
  const user = await service.newUser();
  await service.owner.query("update app_public.users set email_verified = true where id = $1", [
    user.id,
  ]);
  if (alertsByEmail) {
    await ok(
      "mutation ($id: Int!, $input: UserEdit!) { userEdit(id: $id, input: $input) { id } }",
      { id: user.id, input: { alertsByEmail } },
      user,
    );
  }
  if (token) {
    await ok(
      "mutation ($input: RegisterNotificationToken!) { registerDevice(input: $input) { id } }",
      { input: { token } },
      user,
    );
  }
  await ok(
    "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }",
    { input: { ...where, movingActivity: "STILL" } },
    user,
  );
  return user;
}

const inputOf = (points: object[]) => ({
  points,
  text1: "Leave now.",
  text2: "Do not enter.",
  text3: "Expect closed roads.",
  idempotencyKey: randomUUID(),
});

async function publish(points: object[]): Promise<number> {
  const { newAlert } = await ok(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    { input: inputOf(points) },
    service.admin,
  );
  return newAlert.id;
}

const addressed = () => mail.mails.flatMap(({ to }) => to).sort();
const mailTo = async ({ email }: TestUser) =>
  (await until(() =>
    mail.mails.find(({ to, body }) => to[0] === email && /Leave now/.test(body)),
  )) as TakenMail;

test("whoever chose it, or has nothing else, gets the mail, and is counted once", async () => {
  const { points, inside } = place();
  const alone = await userAt(inside);
  const both = await userAt(inside, "ALWAYS", "ExponentPushToken[both]");
  await userAt(inside, undefined, "ExponentPushToken[only]");
  await userAt(inside, "NEVER");
  const unconfirmed = await userAt(inside);
  await service.owner.query("update app_public.users set email_verified = false where id = $1", [
    unconfirmed.id,
  ]);
  const { alertReach } = await ok(
    `query ($input: AlertInput!) {
      alertReach(input: $input) { one withDevice byProvider { provider users } ringing { providers users } }
    }`,
    { input: inputOf(points) },
    service.admin,
  );
  expect(alertReach).toEqual({
    one: 5,
    withDevice: 2,
    byProvider: [
      { provider: "expo", users: 2 },
      { provider: "email", users: 2 },
    ],
    ringing: [{ providers: ["expo"], users: 2 }],
  });
  mail.mails.length = 0;
  await publish(points);
  await Promise.all([mailTo(alone), mailTo(both)]);
  expect(addressed()).toEqual([alone.email, both.email].sort());
  const { devices } = await ok("{ devices { provider } }", {}, both);
  expect(devices.map(({ provider }: { provider: string }) => provider).sort()).toEqual([
    "email",
    "expo",
  ]);
});

test("one click stops the mails, and following the link does not", async () => {
  const { points, inside } = place();
  const user = await userAt(inside);
  await publish(points);
  const { headers } = await mailTo(user);
  const [, path = ""] =
    headers
      .replaceAll(/\r\n\s+/g, " ")
      .match(/^List-Unsubscribe: <https:\/\/alerts\.example(\/\S+)>/m) ?? [];
  const use = async () =>
    (await ok("query ($id: Int!) { user(id: $id) { alertsByEmail } }", { id: user.id }, user)).user
      .alertsByEmail;
  const url = new URL(path, service.url);
  expect(await (await fetch(url)).text()).toContain("<button>No more alerts by email</button>");
  expect(await use()).toBe("WITHOUT_DEVICE");
  const post = { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };
  expect((await fetch(url, post)).status).toBe(200);
  expect(await use()).toBe("NEVER");
  expect((await fetch(new URL(path.replace(/.\?/, "?"), service.url), post)).status).toBe(404);
});

test("a refused address gets no more mails, and its owner sees why until they choose again", async () => {
  const { points, inside } = place();
  const user = await userAt(inside);
  // Not the mail with the link, which does not wait.
  const LINKS = "select from graphile_worker.jobs where task_identifier = 'send_mail'";
  await until(async () => (await service.owner.query(LINKS)).rowCount === 0);
  mail.faults.push({ at: "RCPT TO", code: 550, text: "5.1.1 No such mailbox" });
  await publish(points);
  const me = async () =>
    (await ok("{ me { emailRefusal } devices { id } }", {}, user)) as {
      me: { emailRefusal: string | null };
      devices: unknown[];
    };
  const { me: refused, devices } = await until(me, ({ me }) => me.emailRefusal !== null);
  expect(refused.emailRefusal).toMatch(/550 5\.1\.1 No such mailbox/);
  expect(devices).toEqual([]);
  await ok(
    "mutation ($id: Int!) { userEdit(id: $id, input: { alertsByEmail: ALWAYS }) { id } }",
    { id: user.id },
    user,
  );
  expect(await me()).toEqual({ me: { emailRefusal: null }, devices: [{ id: expect.any(Number) }] });
});

test("quiet hours hold back a mail, but not one of level ONE", async () => {
  const { points, inside } = place();
  const outside = { latitude: inside.latitude, longitude: inside.longitude + 0.012 };
  const [sleeper, warned] = [await userAt(outside), await userAt(inside)];
  const clock = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
  for (const user of [sleeper, warned]) {
    await ok(
      "mutation ($input: QuietHoursInput!) { quietHoursEdit(input: $input) { id } }",
      { input: { from: clock(-60), to: clock(60), timeZone: "UTC" } },
      user,
    );
  }
  mail.mails.length = 0;
  await publish(points);
  await mailTo(warned);
  expect(addressed()).toEqual([warned.email]);
  await ok("mutation { quietHoursRemove { id } }", {}, sleeper);
  const mailed = await until(() => mail.mails.find(({ to }) => to[0] === sleeper.email));
  expect(mailed?.body).toContain("Do not enter.");
});

test("a changed address gets alerts once it is confirmed, and the old one gets none", async () => {
  const user = await userAt(place().inside, "ALWAYS");
  const email = `new-${user.email}`;
  await ok(
    "mutation ($id: Int!, $input: UserEdit!) { userEdit(id: $id, input: $input) { id } }",
    { id: user.id, input: { email, currentPassword: user.password } },
    user,
  );
  const roads = async () => (await ok("{ devices { provider } }", {}, user)).devices;
  expect(await roads()).toEqual([]);
  const link = await until(() => mail.mails.find(({ to }) => to[0] === email));
  const [, token] = link?.body.match(/^https:\S+#verify\/(\S+)/m) ?? [];
  expect(
    (await service.graphql("mutation ($token: String!) { emailVerify(token: $token) }", { token }))
      .data,
  ).toEqual({ emailVerify: email });
  expect(await roads()).toEqual([{ provider: "email" }]);
  mail.mails.length = 0;
  const { points, inside } = place();
  await ok(
    "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }",
    { input: { ...inside, movingActivity: "STILL" } },
    user,
  );
  await publish(points);
  await mailTo({ ...user, email });
  expect(addressed()).toEqual([email]);
});

test("nobody takes the email of another as a device, and nobody chooses for another", async () => {
  const user = await userAt(place().inside);
  const { errors } = await service.graphql(
    "mutation ($input: RegisterNotificationToken!) { registerDevice(input: $input) { id } }",
    { input: { token: ` email:${user.email}` } },
    await service.newUser(),
  );
  expect(errors?.[0]?.extensions.reason).toBe("TOKEN_FORM");
  const { errors: refused } = await service.graphql(
    "mutation ($id: Int!) { userEdit(id: $id, input: { alertsByEmail: NEVER }) { id } }",
    { id: user.id },
    service.admin,
  );
  expect(refused?.[0]?.extensions.reason).toBe("OWN_CHOICE");
});
