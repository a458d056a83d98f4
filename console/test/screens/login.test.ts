import "../helpers/document.ts";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { h } from "preact";
import { fakeService, named, refusal } from "../helpers/fake-service.ts";
import { looksOf } from "../helpers/marked.ts";
import { closeScreens, show } from "../helpers/screen.ts";

const { Login } = await import("../../src/screens/login.tsx");
const { session, noteSessionEnd } = await import("../../src/state/session.ts");
const { hostSettings } = await import("../../src/state/host-settings.ts");

let isMember: boolean;
let answer: object | undefined;
let authorized: (string | null)[];

beforeEach(() => {
  session.value = null;
  hostSettings.value = { map: null, alertDefaults: null, hasMail: true };
  isMember = true;
  answer = undefined;
  authorized = [];
  fakeService({
    Login: () => answer ?? { login: { accessToken: "d.e.f", userId: 1 } },
    Training: () =>
      isMember
        ? {
            me: {
              ...{ name: "Ada", email: "Ada@example.org", isTraining: true },
              memberships: [{ authorityId: 2, role: "AUTHOR" }],
            },
            authorities: [
              { id: 1, name: "Everywhere", parentId: null },
              { id: 2, name: "Bologna", parentId: 1 },
            ],
          }
        : refusal("FORBIDDEN"),
    OidcSession: () => ({
      oidcSession: { accessToken: "g.h.i", refreshToken: "r", expiresIn: 900, userId: 1 },
    }),
    PasswordForgotten: () => answer ?? { passwordForgotten: true },
  });
  const { fetch } = globalThis;
  globalThis.fetch = (address, init) => {
    authorized.push(new Headers(init?.headers).get("Authorization"));
    return fetch(address, init);
  };
});
afterEach(closeScreens);

test("a member of an authority logs in", async () => {
  const screen = show(h(Login, {}));
  await screen.reads("For authorities: warn people where they are.");
  expect(["Email", "Password"].map((label) => screen.rulesOf(label))).toEqual([
    { type: "email", required: "", autocomplete: "username" },
    { type: "password", required: "", autocomplete: "current-password" },
  ]);
  await screen.type("Email", " ada@example.org ");
  await screen.type("Password", " secret ");
  expect(screen.find("link", /^Your own page/)?.getAttribute("href")).toBe("http://localhost/");
  expect(screen.has("field", "Language of this page")).toBe(true);
  expect(looksOf(screen, ".login, [type=submit]")).toEqual(["login", "primary"]);
  const { promise, resolve } = Promise.withResolvers<object>();
  answer = promise;
  await screen.press("Log in");
  expect(screen.isEnabled("button", "Log in")).toBe(false);
  resolve({ login: { accessToken: "d.e.f", userId: 1 } });
  await screen.until(() => session.value !== null);
  expect(named("Login")).toEqual([{ input: { email: "ada@example.org", password: " secret " } }]);
  expect(authorized).toEqual([null, "Bearer d.e.f"]);
  expect(session.value).toEqual({
    token: "d.e.f",
    userId: 1,
    email: "Ada@example.org",
    name: "Ada",
    isTraining: true,
    rights: [{ id: 2, name: "Bologna", role: "AUTHOR" }],
  });
  expect(screen.has("button", "Log in as someone else")).toBe(false);
});

test("a user without a role, or gives a wrong password, is not logged in and is told why", async () => {
  isMember = false;
  const screen = show(h(Login, {}));
  await screen.type("Email", "ada@example.org");
  await screen.type("Password", "secret");
  await screen.press("Log in");
  await screen.reads("This account has no role here.");
  expect(session.value).toBeNull();
  answer = { login: null };
  await screen.press("Log in");
  await screen.reads("Log in again.");
  answer = refusal("UNAUTHENTICATED", "email or password is wrong.");
  await screen.press("Log in");
  await screen.until(() => !screen.text.includes("Log in again."));
  await screen.until(() =>
    screen.elements().some((one) => one.getAttribute("class") === "problem"),
  );
  expect(session.value).toBeNull();
});

test("an ended session asks the same user to log in again, or lets someone else log in", async () => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  noteSessionEnd("a.b.c");
  const screen = show(h(Login, {}));
  await screen.reads("Your session has ended. Log in again: what you drew and wrote is kept.");
  expect(screen.valueOf("Email")).toBe("ada@example.org");
  expect(screen.has("link", /^Your own page/)).toBe(false);
  expect(screen.has("field", "Language of this page")).toBe(false);
  await screen.press("Log in as someone else");
  expect(session.value).toBeNull();
  await screen.reads("For authorities");
  expect(screen.has("link", /^Your own page/)).toBe(true);
});

test("a user logs in at a provider, and comes back with a ticket or with why not", async () => {
  hostSettings.value = { map: null, alertDefaults: null, hasMail: false, loginProviders: ["city"] };
  const back = (ticket: string) => {
    location.hash = `#/oidc/${ticket}`;
    return show(h(Login, {}));
  };
  // Somebody else's link, in a tab where no login began.
  await back("other").reads("Log in with city");
  const screen = back("other");
  await screen.press("Log in with city");
  await back("OIDC_EMAIL_TAKEN").reads("Your email belongs to an account of this service.");
  expect(location.hash).toBe("#/");
  await screen.press("Log in with city");
  await back("ticket").until(() => session.value !== null);
  expect(named("OidcSession")).toEqual([{ ticket: "ticket" }]);
  expect(session.value).toMatchObject({
    token: "g.h.i",
    refreshToken: "r",
    userId: 1,
    name: "Ada",
  });
});

test("a user who forgot the password can ask for a mail, if the host sends mails", async () => {
  const screen = show(h(Login, {}));
  await screen.press("I forgot my password");
  await screen.reads("Write your email first.");
  expect(named("PasswordForgotten")).toEqual([]);
  await screen.type("Email", " ada@example.org ");
  await screen.press("I forgot my password");
  await screen.reads("a mail with a link is on its way");
  expect(named("PasswordForgotten")).toEqual([{ email: "ada@example.org" }]);
  answer = refusal("TOO_MANY_REQUESTS", "Too many.");
  await screen.press("I forgot my password");
  await screen.reads("Too many.");
  expect(screen.text).not.toContain("is on its way");
  hostSettings.value = { map: null, alertDefaults: null, hasMail: false };
  await screen.until(() => !screen.has("button", "I forgot my password"));
});
