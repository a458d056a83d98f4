import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { markedText } from "../src/words/marked.ts";

const FIXTURE = join(
  import.meta.dirname,
  "../../migrations/fixtures/alerts/app_private.marked_text.sql",
);

test("a preview says of an exercise or a test what phones say", () => {
  expect(markedText("ACTUAL", "it", "Via libera")).toBe("Via libera");
  expect(markedText("EXERCISE", "it-CH", "Via libera")).toBe("ESERCITAZIONE – Via libera");
  expect(markedText("TEST", "nl", "All clear")).toBe("TEST – All clear");
});

test("its words are those of the database", () => {
  const words = [...readFileSync(FIXTURE, "utf8").matchAll(/(?:then|else) '(\p{Lu}+)'/gu)].map(
    ([, word]) => word,
  );
  const languages = ["it", "de", "fr", "es", "en"];
  const shown = languages.flatMap((language) =>
    (["EXERCISE", "TEST"] as const).map(
      (status) => markedText(status, language, "x").split(" – ")[0],
    ),
  );
  expect(shown).toEqual(words);
});
