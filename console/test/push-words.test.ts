import { expect, test } from "@jest/globals";
import { providerName } from "../src/words/provider-name.ts";
import { providerState, pushReason } from "../src/words/push-words.ts";
import { moment } from "../src/words/time.ts";

const expo = (state: string, reason: string | null = null, since: number | null = null) =>
  providerState({ provider: "expo", state, reason, since } as never);

test("providers have readable names, and an unknown provider keeps its own", () => {
  expect(["expo", "fcm", "web_push", "pigeon"].map(providerName)).toEqual([
    "App (Expo)",
    "App (Firebase)",
    "Browsers",
    "pigeon",
  ]);
});

test("a reason that lists settings says whom to ask for them, and other reasons stay as they are", () => {
  expect(pushReason("set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY")).toBe(
    "ask your operator (VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY)",
  );
  expect(pushReason("fcm is off: set A and B and C")).toBe("ask your operator (A, B, and C)");
  expect(pushReason("DeviceNotRegistered")).toBe("DeviceNotRegistered");
  expect(pushReason(null)).toBe("");
});

test("a provider's state is on, off or failing, with the reason and since when", () => {
  expect(expo("ON")).toBe("✓ App pushes (Expo) are on");
  expect(expo("OFF", "set EXPO")).toBe("✕ App pushes (Expo) are off: ask your operator (EXPO)");
  expect(expo("FAILING", "busy")).toBe("! App pushes (Expo) are failing: busy");
  expect(expo("FAILING", "busy", 0)).toBe(
    `! App pushes (Expo) are failing since ${moment(0)}: busy`,
  );
});
