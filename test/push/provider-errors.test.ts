import { expect, test } from "@jest/globals";
import { describeAnswer } from "../../src/delivery/push/http-client.ts";

test.each([
  ["\n\n  no\r\n  service \n", "Expo answered 500: no service"],
  [" \n ", "Expo answered 500"],
  ["", "Expo answered 500"],
  ["no\0 service", "Expo answered 500: no service"],
  [`${"x".repeat(199)}\u{1f30a}`, `Expo answered 500: ${"x".repeat(199)}\ufffd`],
])("an answer's text %j is described in one line", (text, told) => {
  expect(describeAnswer("Expo", { status: 500, headers: {}, text })).toBe(told);
});
