import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { marked } from "../src/words/marked.ts";

const FIXTURE = join(
  import.meta.dirname,
  "../../migrations/fixtures/alerts/app_private.marked_text.sql",
);

test("a preview says of an exercise or a test what phones say", () => {
  expect(marked("ACTUAL", "it", "Via libera")).toBe("Via libera");
  expect(marked("EXERCISE", "it-CH", "Via libera")).toBe("ESERCITAZIONE – Via libera");
  expect(marked("TEST", "nl", "All clear")).toBe("TEST – All clear");
});

test("its words are those of the database", () => {
  const words = [...readFileSync(FIXTURE, "utf8").matchAll(/(?:then|else) '(\p{Lu}+)'/gu)].map(
    ([, word]) => word,
  );
  const languages = ["it", "de", "fr", "es", "en"];
  const shown = languages.flatMap((language) =>
    (["EXERCISE", "TEST"] as const).map((status) => marked(status, language, "x").split(" – ")[0]),
  );
  expect(shown).toEqual(words);
});
