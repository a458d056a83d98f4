import { expect, test } from "@jest/globals";
import { table } from "../../src/cli/standard-output.ts";

test("a table can have more rows than a call takes arguments", () => {
  const rows = Array.from({ length: 200_000 }, (_, id) => [String(id), "x"]);
  expect(table(["id", "name"], rows).split("\n").at(-1)).toBe("199999  x");
});

test("a column is as wide as its heading or its longest text, and no line ends with spaces", () => {
  const rows = [
    ["1", "a longer name", ""],
    ["20", "short", "yes"],
  ];
  expect(table(["number", "name", "new"], rows).split("\n")).toEqual([
    "number  name           new",
    "------  -------------  ---",
    "1       a longer name",
    "20      short          yes",
  ]);
});
