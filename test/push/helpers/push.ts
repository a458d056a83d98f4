import type { Push } from "../../../src/delivery/push/provider.ts";

let notifications = 0;

/** Makes a push of a new notification, about an alert that ends in `lasts` milliseconds, an hour by default. */
export function pushTo(
  token: string,
  { lasts = 3_600_000, ...given }: Partial<Push> & { lasts?: number } = {},
): Push {
  notifications += 1;
  return {
    token,
    text: "Leave the centre now.",
    notificationId: notifications,
    alertId: 7,
    level: "TWO",
    kind: "ALERT",
    status: "ACTUAL",
    language: "en",
    expiresAt: Date.now() + lasts,
    endsAt: performance.now() + lasts,
    ...given,
  };
}

/** The outcome of a push that its host takes for too late. */
export const LATE = { state: "retry", why: "the alert has ended", unsent: true };

/** Texts that are hard to cut, each of 10,000 characters or more. */
export const LONG_TEXTS: [name: string, text: string][] = [
  ["Arabic", "غادروا وسط المدينة فورًا. ".repeat(400)],
  ["Chinese", "请立即离开市中心。".repeat(1112)],
  ["emoji with many parts", "👩‍👩‍👧‍👦🏳️‍🌈🇮🇹".repeat(500)],
  ["quotes and line breaks", '"Leave"\n\\now\\\t'.repeat(700)],
  ["one grapheme with thousands of marks", `e${"\u0301".repeat(10_000)}`],
  ["a word, then such a grapheme", `Leave e${"\u0301".repeat(10_000)}`],
];
