import { inFile } from "../fault.ts";

/** Faults in the speech that an answer contains. */
export const faults = [
  ...inFile(
    "src/graphql/requests/sound-lists.ts",
    ["test/speech/sound-lists.test.ts"],
    [
      ["a long sound loses a comma", "        isFirst = false;\n", ""],
      ["the sounds of a second event have no limit", "    this.#most = most;\n", ""],
      ["an answer loses the end of each sound", "      at = end;\n", "      at = end + 1;\n"],
      ["only the first texts are heard", "at += AT_ONCE", "at += demands.length"],
      [
        "all texts are looked up though the budget is spent",
        "at < demands.length && !this.#isSpent",
        "at < demands.length",
      ],
      ["a long speech is in the answer", "!speech || speech.size > LONGEST", "!speech"],
      [
        "the longest speech is not in the answer",
        "speech.size > LONGEST",
        "speech.size >= LONGEST",
      ],
      ["a budget that fits is not enough", "speech.size > this.#left", "speech.size >= this.#left"],
      ["a text has the sound of the one before", "found[place - 1] = ", "found[place] = "],
      [
        "the second event has no budget",
        "    this.#left = this.#most;\n    this.#isSpent = false;\n    this.#granted",
        "    this.#isSpent = false;\n    this.#granted",
      ],
      [
        "a budget that was spent stays spent",
        "    this.#isSpent = false;\n    this.#granted",
        "    this.#granted",
      ],
      ["the second event has the sounds of the first", "    this.#granted = [];\n  }", "  }"],
      [
        "an answer whose sounds cannot be found never comes",
        "for (const { fail } of batches) fail(error);",
        "",
      ],
    ],
  ),
];
