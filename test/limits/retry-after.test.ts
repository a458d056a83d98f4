import { expect, test } from "@jest/globals";
import { retryAfter } from "../../src/limits/retry-after.ts";

const NOW = Date.parse("Wed, 21 Oct 2026 07:28:00 GMT");

test.each([
  ["seconds", "120", 120_000],
  ["seconds between blanks", " 120 ", 120_000],
  ["zero seconds", "0", 0],
  ["an HTTP date", "Wed, 21 Oct 2026 07:29:30 GMT", 90_000],
  ["a date in the past", "Wed, 21 Oct 2026 07:00:00 GMT", 0],
  ["more than a day, as a day", "999999999999999999999", 86_400_000],
])("a Retry-After of %s is read", (_what, header, wait) => {
  expect(retryAfter(header, NOW)).toBe(wait);
});

test.each([[null], [""], ["soon"], ["-5 seconds"]])(
  "a Retry-After of %j cannot be read",
  (header) => {
    expect(retryAfter(header, NOW)).toBeUndefined();
  },
);
