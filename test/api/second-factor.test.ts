import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "@jest/globals";
import jwt from "jsonwebtoken";
import { Secret, TOTP } from "otpauth";
import { type Answer, refusals, runTestService, type TestUser } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

const service = runTestService();
let user: TestUser;
let secret: string;
let recoveryCodes: string[];

const LOGIN = `mutation ($input: LoginCredentials!) { login(input: $input) { accessToken } }`;
const STAY = `mutation ($input: LoginCredentials!) { sessionBegin(input: $input) { accessToken } }`;
const SECOND = `mutation ($ticket: String!, $code: String!, $stays: Boolean) {
  loginSecondFactor(ticket: $ticket, code: $code, staysLoggedIn: $stays) { accessToken refreshToken expiresIn userId }
}`;
const BEGIN = `mutation ($password: String) { totpBegin(currentPassword: $password) { ticket secret uri } }`;
const CONFIRM = `mutation ($ticket: String!, $code: String!) { totpConfirm(ticket: $ticket, code: $code, name: "Phone") }`;
const SHOW = `mutation ($code: String!) { secondFactorConfirm(code: $code) }`;

const ALERT = `{ text1: "Leave.", text2: "Stay away.", text3: "Take care.", points: [
  {latitude: 44.49, longitude: 11.34}, {latitude: 44.49, longitude: 11.35}, {latitude: 44.5, longitude: 11.35}, {latitude: 44.5, longitude: 11.34}] }`;

const reasonOf = ({ errors }: Answer) => errors?.[0]?.extensions.reason;
/** Returns the code of so many steps from now. Waits if the step is about to end. */
async function codeOf(of = secret, steps = 0): Promise<string> {
  await until(async () => (Date.now() / 1000) % 30 < 25);
  return TOTP.generate({ secret: Secret.fromBase32(of), timestamp: Date.now() + steps * 30_000 });
}
/** Makes the last code usable again, as if its time had passed. */
const passTime = () => service.owner.query("update app_public.second_factors set counter = 0");
const forgiveAll = () => service.owner.query("delete from app_private.login_failures");
async function ticketOf({ email, password } = user, document = LOGIN): Promise<string> {
  const { errors } = await service.graphql(document, { input: { email, password } });
  const { code, reason, ticket = "" } = errors?.[0]?.extensions ?? {};
  expect([code, reason]).toEqual(["UNAUTHENTICATED", "SECOND_FACTOR"]);
  return ticket;
}
async function enrol(as: TestUser) {
  const offer = (await service.graphql(BEGIN, { password: as.password }, as)).data.totpBegin;
  const code = await codeOf(offer.secret);
  const { data } = await service.graphql(CONFIRM, { ticket: offer.ticket, code }, as);
  return { ...offer, codes: data.totpConfirm };
}

beforeAll(async () => {
  user = await service.newUser({ isAdmin: true });
  ({ secret, codes: recoveryCodes } = await enrol(user));
});
beforeEach(async () => {
  await passTime();
  await forgiveAll();
});

test("an authenticator app is added with the password, and gives ten recovery codes", async () => {
  const one = await service.newUser();
  expect(reasonOf(await service.graphql(BEGIN, {}, one))).toBe("CURRENT_PASSWORD_MISSING");
  expect(reasonOf(await service.graphql(BEGIN, { password: "wrong" }, one))).toBe(
    "CURRENT_PASSWORD_WRONG",
  );
  const {
    ticket,
    secret: own,
    uri,
  } = (await service.graphql(BEGIN, { password: one.password }, one)).data.totpBegin;
  expect(decodeURIComponent(uri)).toContain(`otpauth://totp/Location Alert Service:${one.email}`);
  expect(reasonOf(await service.graphql(CONFIRM, { ticket, code: "000000" }, one))).toBe(
    "WRONG_CODE",
  );
  const code = await codeOf(own);
  expect(reasonOf(await service.graphql(CONFIRM, { ticket, code }, user))).toBe("TICKET_EXPIRED");
  const { data } = await service.graphql(CONFIRM, { ticket, code }, one);
  expect(data.totpConfirm).toHaveLength(10);
  const ME = `{ me { secondFactors { kind name usedAt } } secondFactorState { rule demandedFrom recoveryCodes freshUntil } }`;
  expect((await service.graphql(ME, {}, one)).data).toEqual({
    me: { secondFactors: [{ kind: "TOTP", name: "Phone", usedAt: null }] },
    secondFactorState: {
      rule: "OFFERED",
      demandedFrom: null,
      recoveryCodes: 10,
      freshUntil: expect.any(Number),
    },
  });
  expect(refusals(await service.graphql(CONFIRM, { ticket, code }, one))).toEqual([
    "CONFLICT at totpConfirm",
  ]);
  const { rows } = await service.owner.query(
    "select secret from app_public.second_factors where user_id = $1",
    [one.id],
  );
  expect(rows[0].secret.toString("latin1")).not.toContain(own);
});

test.each([
  ["login", LOGIN],
  ["sessionBegin", STAY],
])("%s of a user with a second factor ends with a code, which works once", async (_, document) => {
  const ticket = await ticketOf(user, document);
  const code = await codeOf();
  const { data } = await service.graphql(SECOND, { ticket, code });
  expect(data.loginSecondFactor).toMatchObject({ userId: user.id, refreshToken: null });
  const again = await service.graphql(SECOND, { ticket, code, stays: true });
  expect(again.errors?.[0]?.extensions).toMatchObject({
    code: "UNAUTHENTICATED",
    reason: "WRONG_CODE",
  });
  await passTime();
  const stays = (await service.graphql(SECOND, { ticket, code, stays: true })).data;
  expect(stays.loginSecondFactor).toMatchObject({ expiresIn: 900, refreshToken: /./ });
  const token = { token: stays.loginSecondFactor.accessToken };
  const { sessions } = (
    await service.graphql("{ sessions { loginWay secondFactorAt } }", {}, token)
  ).data;
  expect(sessions[0]).toEqual({ loginWay: "TOTP", secondFactorAt: expect.any(Number) });
});

test("a wrong password says nothing of a second factor", async () => {
  const input = { email: user.email, password: "wrong" };
  expect(reasonOf(await service.graphql(LOGIN, { input }))).toBe("WRONG_LOGIN");
});

test.each([
  [-1, undefined],
  [1, undefined],
  [-2, "WRONG_CODE"],
  [2, "WRONG_CODE"],
])("a clock may be %d half minutes off: %s", async (steps, reason) => {
  const code = await codeOf(secret, steps);
  expect(reasonOf(await service.graphql(SECOND, { ticket: await ticketOf(), code }))).toBe(reason);
});

test("a recovery code works once, however it is written", async () => {
  const ticket = await ticketOf();
  const code = recoveryCodes[0]?.toUpperCase().replaceAll("-", " ");
  const { data } = await service.graphql(SECOND, { ticket, code });
  expect(data.loginSecondFactor.userId).toBe(user.id);
  expect(reasonOf(await service.graphql(SECOND, { ticket, code }))).toBe("WRONG_CODE");
});

test("wrong codes at once are bounded, and neither a right password nor another ticket forgives them", async () => {
  const ticket = await ticketOf();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      service.graphql(SECOND, { ticket, code: String(100_000 + i) }),
    ),
  );
  const reasons = answers.map(reasonOf);
  expect(reasons.filter((reason) => reason === "WRONG_CODE")).toHaveLength(5);
  expect(reasons.filter((reason) => reason === "TOO_MANY_WRONG_LOGINS")).toHaveLength(7);
  const next = { ticket: await ticketOf(), code: "000000" };
  expect(reasonOf(await service.graphql(SECOND, next))).toBe("WRONG_CODE");
  expect(reasonOf(await service.graphql(SECOND, next))).toBe("TOO_MANY_WRONG_LOGINS");
});

test("a ticket ends with its password, opens nothing else, and cannot be made", async () => {
  const one = await service.newUser();
  const { secret: own } = await enrol(one);
  await passTime();
  const ticket = await ticketOf(one);
  const asToken = await service.graphql("{ me { id } }", {}, { token: ticket });
  expect(asToken.data?.me ?? null).toBeNull();
  const password = "another fine password";
  const EDIT = `mutation ($input: UserPasswordEdit!) { userPasswordEdit(input: $input) { id } }`;
  await service.graphql(EDIT, { input: { password1: password, password2: password } }, one);
  const code = await codeOf(own);
  const claims = jwt.decode(ticket) as jwt.JwtPayload;
  const offer = await service.graphql(BEGIN, {}, one);
  const tickets = {
    "before the change": ticket,
    "of an authenticator app": offer.data.totpBegin.ticket,
    "without a signature": jwt.sign(claims, "", {
      algorithm: "none",
      header: { ...jwt.decode(ticket, { complete: true })?.header, alg: "none" },
    }),
    "of nobody": "x",
  };
  for (const [which, one] of Object.entries(tickets)) {
    expect([which, reasonOf(await service.graphql(SECOND, { ticket: one, code }))]).toEqual([
      which,
      "TICKET_EXPIRED",
    ]);
  }
  const now = await ticketOf({ ...one, password });
  expect((await service.graphql(SECOND, { ticket: now, code })).data.loginSecondFactor.userId).toBe(
    one.id,
  );
});

test("after a while, what only the owner of a factor may do asks for it again", async () => {
  const age = (minutes: number) =>
    service.owner.query(
      "update app_public.sessions set second_factor_at = now() - $1 * interval '1 minute' where user_id = $2",
      [minutes, user.id],
    );
  const other = await service.newUser();
  const sensitive = {
    newAlert: `mutation { newAlert(input: ${ALERT}) { id } }`,
    userRights: `mutation { userRights(id: ${other.id}, input: { isTester: true }) { id } }`,
    userExport: `mutation { userExport(id: ${other.id}) { url } }`,
    userEdit: `mutation { userEdit(id: ${other.id}, input: { name: "Ada" }) { id } }`,
    invitationAdd: `mutation { invitationAdd(input: { name: "Hall" }) { id } }`,
    deviceKeyAdd: `mutation { deviceKeyAdd(name: "Phone") { id } }`,
    recoveryCodesRenew: "mutation { recoveryCodesRenew }",
    totpBegin: `mutation { totpBegin(currentPassword: "${user.password}") { ticket } }`,
  };
  await age(16);
  for (const [name, document] of Object.entries(sensitive)) {
    expect([name, reasonOf(await service.graphql(document, {}, user))]).toEqual([
      name,
      "SECOND_FACTOR_NEEDED",
    ]);
  }
  expect(await service.graphql("mutation { exportMe { url } }", {}, user)).not.toHaveProperty(
    "errors",
  );
  expect(reasonOf(await service.graphql(SHOW, { code: "000000" }, user))).toBe("WRONG_CODE");
  const shown = await service.graphql(SHOW, { code: await codeOf() }, user);
  expect(shown.data.secondFactorConfirm).toBeGreaterThan(Date.now() / 1000 + 800);
  for (const [name, document] of Object.entries(sensitive)) {
    expect([name, (await service.graphql(document, {}, user)).errors]).toEqual([name, undefined]);
  }
  const { data } = await service.graphql(
    `{ auditEntries(actorId: ${user.id}, action: RECOVERY_CODES_MADE) { id } }`,
    {},
    service.admin,
  );
  expect(data.auditEntries).toHaveLength(1);
  recoveryCodes = [];
});

test("break glass publishes without showing the factor again, and the log says so", async () => {
  await service.owner.query("update app_public.sessions set second_factor_at = null");
  const HOLD = `mutation ($key: String!, $why: String) {
    publicationHold(input: { key: $key, breakGlass: $why, newAlert: ${ALERT} }) { id state breakGlass }
  }`;
  const input = { key: randomUUID() };
  expect(reasonOf(await service.graphql(HOLD, input, user))).toBe("SECOND_FACTOR_NEEDED");
  const why = "My phone is in the flood.";
  const { data } = await service.graphql(HOLD, { ...input, why }, user);
  expect(data.publicationHold).toMatchObject({ state: "HELD", breakGlass: why });
  const entries = await service.graphql(
    `{ auditEntries(action: SECOND_FACTOR_BYPASSED) { actorId objectId } }`,
    {},
    service.admin,
  );
  expect(entries.data.auditEntries).toEqual([
    { actorId: user.id, objectId: data.publicationHold.id },
  ]);
});
