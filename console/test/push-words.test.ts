import { expect, test } from "@jest/globals";
import { providerName, providerState, pushReason } from "../src/words/push-words.ts";
import { moment } from "../src/words/time.ts";

const provider = (state: string, reason: string | null = null, since: number | null = null) =>
  providerState({ state, reason, since } as never);

test("providers have readable names, and an unknown provider keeps its own", () => {
  expect(["expo", "fcm", "web_push", "pigeon"].map(providerName)).toEqual([
    "App (Expo)",
    "App (Firebase)",
    "Browsers",
    "pigeon",
  ]);
});

test("a reason that lists several settings reads as a sentence, and other reasons stay as they are", () => {
  expect(pushReason("set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY")).toBe(
    "set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY",
  );
  expect(pushReason("fcm is off: set A and B")).toBe("fcm is off: set A and B");
  expect(pushReason("set A and B and C")).toBe("set A, B, and C");
  expect(pushReason("DeviceNotRegistered")).toBe("DeviceNotRegistered");
  expect(pushReason(null)).toBe("");
});

test("a provider's state is on, off or failing, with the reason and since when", () => {
  expect(provider("ON")).toBe("✓ on");
  expect(provider("OFF", "set EXPO")).toBe("✕ off: set EXPO");
  expect(provider("FAILING", "busy")).toBe("! failing: busy");
  expect(provider("FAILING", "busy", 0)).toBe(`! failing since ${moment(0)}: busy`);
});
