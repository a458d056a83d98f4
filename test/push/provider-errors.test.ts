import { expect, test } from "@jest/globals";
import { describeAnswer } from "../../src/channels/push/provider-errors.ts";

test.each([
  ["\n\n  no\r\n  service \n", "Expo answered 500: no service"],
  [" \n ", "Expo answered 500"],
  ["", "Expo answered 500"],
])("an answer's text %j is told in one line", (text, told) => {
  expect(describeAnswer("Expo", { status: 500, headers: {}, text })).toBe(told);
});
