import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type PushServices, startPushServices } from "../delivery/providers.ts";
import { startTestService, type TestService, type TestUser } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { type MailServer, startMailServer } from "../mail/server.ts";

let push: PushServices;
let mail: MailServer;
let service: TestService;
let author: TestUser;
let approvers: TestUser[];

beforeAll(async () => {
  push = await startPushServices();
  mail = await startMailServer();
  service = await startTestService({
    ...push.env,
    JOBS: "true",
    MAIL_URL: mail.url,
    MAIL_FROM: "alerts@example.org",
    PUBLIC_URL: "https://alerts.example",
  });
  const users = await service.newUsers(3);
  [author, ...approvers] = users as [TestUser, ...TestUser[]];
  for (const user of users) {
    await ok(
      `mutation ($role: AuthorityRole!) { membershipSet(userId: ${user.id}, authorityId: 1, role: $role) { id } }`,
      { role: user === author ? "AUTHOR" : "APPROVER" },
      service.admin,
    );
    await ok(
      `mutation { registerDevice(input: { token: "ExponentPushToken[${user.id}]" }) { id } }`,
      {},
      user,
    );
  }
  await service.owner.query("update app_public.users set email_verified = true");
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
  await push.close();
});

async function ok(query: string, variables: object, as: { token: string }) {
  const { data, errors } = await service.graphql(query, variables, as);
  expect(errors).toBeUndefined();
  return data;
}

const INPUT = {
  points: [
    { latitude: 0, longitude: 0 },
    { latitude: 0, longitude: 0.01 },
    { latitude: 0.01, longitude: 0.01 },
  ],
  text1: "Leave.",
  text2: "Stay away.",
  text3: "Take care.",
};
const HOLD = "mutation ($input: PublicationInput!) { publicationHold(input: $input) { id state } }";
const propose = async (key: string) =>
  (await ok(HOLD, { input: { key, newAlert: INPUT } }, author)).publicationHold;
const LOOK = `query ($id: Int) {
  heldPublication(id: $id) {
    state reason digest alertId user { id } reach { one needsApproval }
    draft { title text1 status areaGeoJson areaLevel3GeoJson level2Distance authority { name } }
  }
}`;
const look = async (id: number, as: TestUser) => (await ok(LOOK, { id }, as)).heldPublication;
const APPROVE =
  "mutation ($id: Int!, $digest: String!) { publicationApprove(id: $id, digest: $digest) { state } }";
/** What each phone of the team was told, by the id of its user. */
const pushed = () =>
  push.expo.received.all.map(({ to, title, data }) => [Number(/\d+/.exec(to)), title, data]);

test("an author proposes, the approvers are told by push and mail, and two who approve at once make one alert", async () => {
  const { id, state } = await propose("one");
  expect(state).toBe("PROPOSED");
  const path = `/console/#/proposals/${id}`;
  await until(() => pushed().length === 2);
  expect(pushed().sort()).toEqual(
    approvers.map((user) => [user.id, "A warning waits for your approval.", { path }]),
  );
  const others = [...approvers, service.admin];
  const mailed = () =>
    mail.mails
      .filter(({ body }) => body.includes(`https://alerts.example${path}`))
      .flatMap(({ to }) => to)
      .sort();
  await until(() => mailed().length === others.length);
  expect(mailed()).toEqual(others.map(({ email }) => email).sort());

  const [first, second] = approvers as [TestUser, TestUser];
  const seen = await look(id, first);
  expect(seen).toMatchObject({
    user: { id: author.id },
    reach: { one: 0, needsApproval: null },
    draft: {
      text1: "Leave.",
      status: "ACTUAL",
      areaGeoJson: { type: "Polygon" },
      areaLevel3GeoJson: { type: "Polygon" },
      authority: { name: "Everywhere" },
    },
  });
  const { digest } = seen;
  const refused = await service.graphql(APPROVE, { id, digest }, author);
  expect(refused.errors?.[0]?.extensions.code).toBe("FORBIDDEN");
  await Promise.all([first, second].map((user) => ok(APPROVE, { id, digest }, user)));
  await until(async () => (await look(id, author)).state === "PUBLISHED");
  const { alertId } = await look(id, author);
  const { data } = await service.graphql("{ alerts { id text1 user { id } } }", {}, author);
  expect(data.alerts).toEqual([{ id: alertId, text1: "Leave.", user: { id: author.id } }]);
  await until(() => pushed().length === 3);
  expect(pushed().at(-1)).toEqual([author.id, "Your proposal was decided.", { path }]);
});

test("newAlert answers CONFLICT with what to do while its authority asks for approval", async () => {
  await ok(
    "mutation { authorityEdit(id: 1, input: { approval: ALWAYS }) { approval } }",
    {},
    service.admin,
  );
  const { errors } = await service.graphql(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    { input: { ...INPUT, text1: "Other." } },
    service.admin,
  );
  expect(errors).toMatchObject([
    {
      message: expect.stringContaining("publicationHold"),
      extensions: { code: "CONFLICT", reason: "NEEDS_APPROVAL" },
    },
  ]);
});
