import { expect, test } from "@jest/globals";
import { listProviderStates, providerStates } from "../../src/delivery/push/states.ts";

const since = "2026-01-02T03:04:05.678901+00:00";

test("a provider that takes no pushes is shown as failing, and one that is off stays off", () => {
  const configured = {
    expo: "on",
    fcm: "on",
    webPush: "off: set VAPID_PUBLIC_KEY",
    email: "on",
    ntfy: "on",
    sms: "on",
  };
  const why = "Expo: unreachable (ECONNREFUSED)";
  expect(providerStates(configured, { expo: { since, why }, web_push: { since, why } })).toEqual({
    ...configured,
    expo: "failing since 2026-01-02T03:04:05.678Z: Expo: unreachable (ECONNREFUSED)",
  });
});

test("a failure that the database stores for web_push is shown for webPush", () => {
  const configured = { expo: "on", fcm: "on", webPush: "on", email: "on", ntfy: "on", sms: "on" };
  const states = providerStates(configured, { web_push: { since, why: "no answer within 30 s" } });
  expect(states).toEqual({
    ...configured,
    webPush: expect.stringMatching(/^failing since .*no answer/),
  });
});

test("a provider's own error text is not shown", () => {
  const why = "FCM answered 401: project secret-project\nis unknown";
  expect(providerStates({ fcm: "on" }, { fcm: { since, why } }).fcm).toMatch(/: FCM answered 401$/);
});

test("administrators read the state, the reason and the time since when", () => {
  const configured = {
    expo: "on",
    fcm: "on",
    webPush: "off: set VAPID_PUBLIC_KEY",
    email: "on",
    ntfy: "on",
    sms: "on",
  };
  const why = "Expo answered 401: InvalidCredentials";
  const states = listProviderStates(configured, { expo: { since, why }, web_push: { since, why } });
  expect(states).toEqual([
    { provider: "expo", state: "FAILING", reason: why, since: 1_767_323_045 },
    { provider: "fcm", state: "ON", reason: null, since: null },
    { provider: "web_push", state: "OFF", reason: "set VAPID_PUBLIC_KEY", since: null },
    { provider: "email", state: "ON", reason: null, since: null },
    { provider: "ntfy", state: "ON", reason: null, since: null },
    { provider: "sms", state: "ON", reason: null, since: null },
  ]);
});
