import { existsSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { COSTS, type Cost } from "../../bench/scale/costs.ts";
import { tables } from "../../bench/scale/model.ts";
import { PROJECT, pageAt } from "./markdown.ts";

const { text } = pageAt("docs/scale.md");

test.each(tables().map((table) => [table.split("\n", 1)[0], table]))(
  "docs/scale.md has %s as the model prints it",
  (_, table) => {
    expect(text).toContain(table);
  },
);

test.each(Object.values<Cost>(COSTS))(
  "$what is a figure of a benchmark",
  ({ least, most, by, quote }) => {
    expect(least).toBeGreaterThan(0);
    expect(most).toBeGreaterThanOrEqual(least);
    for (const name of by.split(", ").filter((name) => name !== "trial")) {
      expect(existsSync(`${PROJECT}/bench/${name}.ts`)).toBe(true);
    }
    expect(pageAt("docs/performance.md").text).toContain(quote ?? "");
  },
);
