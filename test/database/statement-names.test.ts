import { expect, test } from "@jest/globals";
import { statementName } from "../../src/database/statement-names.ts";

test("the first two hundred texts have a name of their own each, and later ones none", () => {
  const texts = Array.from({ length: 201 }, (_, index) => `select ${index}`);
  const names = texts.map(statementName);
  expect(new Set(names.slice(0, 200)).size).toBe(200);
  expect(names.slice(0, 200)).not.toContain(undefined);
  expect(names[200]).toBeUndefined();
  expect(texts.map(statementName)).toEqual(names);
});
