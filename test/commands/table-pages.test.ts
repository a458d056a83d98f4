import { describe, expect, test } from "@jest/globals";
import {
  explained,
  firstSentence,
  parseComment,
} from "../../src/commands/export/table-pages/comments.ts";
import {
  callersOf,
  type DatabaseFunction,
  usesOf,
} from "../../src/commands/export/table-pages/functions.ts";
import {
  code,
  link,
  page,
  section,
  table,
} from "../../src/commands/export/table-pages/markdown.ts";

describe("Markdown", () => {
  test("has one line for each row of a table, whatever its cells contain", () => {
    expect(table(["a", "b"], [["one | two", "three\nfour"]])).toBe(
      "| a | b |\n| --- | --- |\n| one \\| two | three<br>four |",
    );
  });

  test("leaves out a column that is empty in every row, but not the first one", () => {
    const rows = [
      ["", "", "x"],
      ["", "", ""],
    ];
    expect(table(["a", "b", "c"], rows)).toBe("| a | c |\n| --- | --- |\n|  | x |\n|  |  |");
    expect(table(["a"], [])).toBe("");
  });

  test("quotes code that contains backticks, and links relative to the folder of the pages", () => {
    expect([code("a"), code("a`b")]).toEqual(["`a`", "`` a`b ``"]);
    expect(link("x", "migrations/a.sql")).toBe("[x](../../migrations/a.sql)");
    expect(link("x", "docs/tables/a.md")).toBe("[x](a.md)");
  });

  test("has no heading without content", () => {
    expect([section("a", "", ""), section("a", "", "b")]).toEqual(["", "## a\n\nb"]);
    expect(page("a", "", "b")).toBe("# a\n\nb\n");
  });
});

test("a comment is parsed into tags and text, and lists show its first sentence", () => {
  const comment = "@omit\n@name a\nThe id, e.g. 1.5. Never\nchanged.";
  expect(parseComment(comment)).toEqual({
    tags: ["@omit", "@name a"],
    text: "The id, e.g. 1.5. Never\nchanged.",
  });
  expect(explained(comment)).toBe("The id, e.g. 1.5. Never\nchanged. `@omit`, `@name a`");
  expect(firstSentence("@omit\nHas 1.5 of\nit. Not more.")).toBe("Has 1.5 of\nit.");
  expect(firstSentence("Without an end")).toBe("Without an end");
  expect([firstSentence(null), explained(null)]).toEqual(["", ""]);
});

describe("a function", () => {
  const named = (name: string, body: string): DatabaseFunction => ({
    name,
    body,
    comment: null,
    ofRowOf: null,
  });

  test.each([
    ["insert into a.t (b) values (1)", ["insert"]],
    ["UPDATE only a.t set b = 1", ["update"]],
    ["delete\n  from a.t", ["delete"]],
    ["merge into a.t using a.u on true", ["merge"]],
    ["truncate table a.t", ["truncate"]],
    ["create table a.t1 partition of a.t default", ["add partitions"]],
    ["lock table a.t", ["lock"]],
    ["perform 'a.t'::regclass", ["look up"]],
    ["select from a.u, a.t", ["select"]],
    ["select from a.u join a.t on true", ["select"]],
    ["select from only a.t", ["select"]],
    ["select from a.tt; update a.t_u set b = 1", []],
    ["insert into a.t select from a.t", ["insert", "select"]],
  ])("has its uses of a table found in: %s", (body, uses) => {
    expect(usesOf(named("a.f", body), "a.t")).toEqual(uses);
  });

  test("is called by the functions whose body calls it, except itself", () => {
    const functions = [
      named("a.f", "select a.f()"),
      named("a.g", "select a.f(1)"),
      named("a.h", "select aa.f(1), a.ff(), a.f"),
    ];
    expect(callersOf("a.f", functions)).toEqual(["a.g"]);
  });
});
