import { expect, test } from "@jest/globals";
import { statementName } from "../../src/database/request-adaptor.ts";

const texts = (count: number, of = "select") =>
  Array.from({ length: count }, (_, index) => `${of} ${index}`);

test("each statement text has its own name", () => {
  const names = texts(150).map(statementName);
  expect(new Set(names).size).toBe(150);
  expect(texts(150).map(statementName)).toEqual(names);
});

test("any number of statement texts share 200 names, and a text in constant use keeps its own", () => {
  const kept = statementName("kept");
  const keptNames = new Set([kept]);
  const names = texts(1_000, "others").map((text) => {
    keptNames.add(statementName("kept"));
    return statementName(text);
  });
  expect([...keptNames]).toEqual([kept]);
  expect(names).not.toContain(kept);
  expect(new Set(names).size).toBe(199);
});
