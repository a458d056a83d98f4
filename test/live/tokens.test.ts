/** @database server */
import { describe, expect, test } from "@jest/globals";
import { refusals, runTestService, startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { open } from "./client.ts";
import { publish, report } from "./scene.ts";

const service = runTestService();

const ADDED = "subscription { notificationAdded { id userId } }";
const POSITIONS = "subscription { positionAdded { id } }";
const ME = "{ me { id } }";

describe("a token", () => {
  test.each([
    ["Authorization", (token: string) => ({ Authorization: `Bearer ${token}` })],
    ["authorization", (token: string) => ({ authorization: `bearer ${token}` })],
    ["token", (token: string) => ({ token })],
    ["accessToken", (token: string) => ({ accessToken: token })],
  ])("is accepted as %s in connection_init", async (_name, payload) => {
    const user = await service.newUser();
    const client = await open(service.url, payload(user.token));
    expect((await client.ask(ME)).data).toEqual({ me: { id: user.id } });
    client.socket.close();
  });

  test.each([
    ["none", undefined],
    ["an empty one", { Authorization: "" }],
    ["a bad one", { Authorization: "Bearer bad" }],
    ["a number", { token: 5 }],
    ["a list", { authorization: ["Bearer a", "Bearer b"] }],
  ])("that is %s counts as no token", async (_name, payload) => {
    const client = await open(service.url, payload);
    expect((await client.ask("{ apiVersion }")).data.apiVersion).toMatch(/^\d/);
    const answer = await client.ask(ME);
    expect(answer).toEqual(await service.graphql(ME));
    expect(refusals(answer)).toEqual(["UNAUTHENTICATED at me"]);
    client.socket.close();
  });

  test("ends the connection when it expires", async () => {
    const brief = await startTestService({ TOKEN_LIFETIME: "2" });
    const { email, password } = brief.admin;
    // On a busy machine a token may end before the connection begins.
    const client = await until(
      async () => {
        const opened = await open(brief.url, await brief.login(email, password));
        return { ...opened, isKnown: (await opened.ask(ME)).data.me !== null };
      },
      ({ isKnown }) => isKnown,
    );
    client.begin(ADDED);
    expect(await client.closed).toEqual([4403, "The token has expired."]);
    await brief.stop();
  });
});

const REVOKED = [4403, "The token was revoked."];

test("a new password ends only the streams of the user's other tokens", async () => {
  const [rita, otto] = [await service.newUser(), await service.newUser()];
  const elsewhere = await service.login(rita.email, rita.password);
  const kept = await open(service.url, rita);
  const toKept = await kept.subscribe(ADDED);
  const hers = [await open(service.url, elsewhere), await open(service.url, elsewhere)];
  const his = await open(service.url, otto);
  for (const client of hers) await client.subscribe(ADDED);
  const toOtto = await his.subscribe(ADDED);
  const { errors } = await service.graphql(
    `mutation { userPasswordEdit(input: { password1: "another password", password2: "another password" }) { id } }`,
    {},
    rita,
  );
  expect(errors).toBeUndefined();
  expect(await Promise.all(hers.map(({ closed }) => closed))).toEqual([REVOKED, REVOKED]);

  const again = await open(service.url, await service.login(rita.email, "another password"));
  const toRita = await again.subscribe(ADDED);
  await report(service, otto);
  await publish(service);
  expect((await toOtto.next()).data.notificationAdded.userId).toBe(otto.id);
  expect((await kept.ask(ME)).data).toEqual({ me: { id: rita.id } });
  await report(service, rita);
  expect((await toKept.next()).data.notificationAdded.userId).toBe(rita.id);
  await service.owner.query(
    "update app_private.user_credentials set password_hash = password_hash where user_id = $1",
    [otto.id],
  );
  toRita.stop();
  expect((await again.ask(ME)).data).toEqual({ me: { id: rita.id } });
  expect((await his.ask(ME)).data).toEqual({ me: { id: otto.id } });
});

test.each([
  ["logout", () => "mutation { logout { id } }"],
  ["sessionEnd", (id: number) => `mutation { sessionEnd(id: ${id}) { id } }`],
])("%s ends the streams of its session only", async (_what, mutation) => {
  const rita = await service.newUser();
  const { data } = await service.graphql("{ sessions { id } }", {}, rita);
  const elsewhere = await open(service.url, await service.login(rita.email, rita.password));
  await elsewhere.subscribe(ADDED);
  const client = await open(service.url, rita);
  await client.subscribe(ADDED);
  await service.graphql(mutation(data.sessions[0].id), {}, rita);
  expect(await client.closed).toEqual(REVOKED);
  expect((await elsewhere.ask(ME)).data).toEqual({ me: { id: rita.id } });
  elsewhere.socket.close();
});

test("removing an administrator's rights ends their subscriptions", async () => {
  const boss = await service.newUser({ isAdmin: true });
  const client = await open(service.url, boss);
  await client.subscribe(POSITIONS);
  await service.owner.query("select app_public.user_rights($1, row(false, null))", [boss.id]);
  expect(await client.closed).toEqual(REVOKED);
  const later = await open(service.url, await service.login(boss.email, boss.password));
  expect(refusals(await later.begin(POSITIONS).next())).toEqual(["FORBIDDEN"]);
});
