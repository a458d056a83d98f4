import "./helpers/document.ts";
import { expect, test } from "@jest/globals";
import { followOne, isSameAsOne, withText } from "../src/screens/new-alert/level-text.tsx";
import type { Draft } from "../src/state/draft-fields.ts";

const texts: Draft["texts"] = ["Leave.", "Stay away.", "Take care."];

test("texts that happen to be alike do not follow each other", () => {
  const alike: Draft["texts"] = ["Leave.", "Leave.", "Leave."];
  expect(withText({ texts: alike }, "ONE", "Go.")).toEqual(["Go.", "Leave.", "Leave."]);
});

test("a text that follows text ONE stops following it when someone else's update makes them differ", () => {
  const draft = { ...followOne({ texts }, "TWO", true), texts };
  expect(isSameAsOne(draft, "TWO")).toBe(false);
  expect(withText(draft, "ONE", "Go.")).toEqual(["Go.", "Stay away.", "Take care."]);
});
