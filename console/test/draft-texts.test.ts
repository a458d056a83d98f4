import "./helpers/document.ts";
import { expect, test } from "@jest/globals";
import { followOne, isSameAsOne, withText } from "../src/screens/new-alert/level-text.tsx";
import type { Draft } from "../src/state/draft-fields.ts";

const texts: Draft["texts"] = ["Leave.", "Stay away.", "Take care."];

test("a text that follows text ONE changes with it, and other texts do not", () => {
  const draft = followOne({ texts }, "TWO", true);
  expect(draft.texts).toEqual(["Leave.", "Leave.", "Take care."]);
  expect(withText(draft, "ONE", "Go north.")).toEqual(["Go north.", "Go north.", "Take care."]);
  expect(withText(draft, "THREE", "Go.")).toEqual(["Leave.", "Leave.", "Go."]);
});

test("a text that stops following text ONE starts as a copy of it", () => {
  const both = followOne(followOne({ texts }, "TWO", true), "THREE", true);
  const apart = followOne(both, "TWO", false);
  expect(withText(apart, "ONE", "Go.")).toEqual(["Go.", "Leave.", "Go."]);
});

test("texts that happen to be alike do not follow each other", () => {
  const alike: Draft["texts"] = ["Leave.", "Leave.", "Leave."];
  expect(withText({ texts: alike }, "ONE", "Go.")).toEqual(["Go.", "Leave.", "Leave."]);
});

test("a text that follows text ONE stops following it when someone else's update makes them differ", () => {
  const draft = { ...followOne({ texts }, "TWO", true), texts };
  expect(isSameAsOne(draft, "TWO")).toBe(false);
  expect(withText(draft, "ONE", "Go.")).toEqual(["Go.", "Stay away.", "Take care."]);
});
