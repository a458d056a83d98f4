import { expect, test } from "@jest/globals";
import { difference } from "../src/words/difference.ts";

/** The parts as marks: [-only in the first-] {+only in the second+}. */
const marked = (one: string, two: string) =>
  difference(one, two)
    ?.map(({ in: place, text }) =>
      place === "first" ? `[-${text}-]` : place === "second" ? `{+${text}+}` : text,
    )
    .join(" ");

test.each([
  ["Leave the centre now.", "Leave the centre now.", "Leave the centre now."],
  ["Leave the centre now.", "Avoid the centre now.", "[-Leave-] {+Avoid+} the centre now."],
  ["Leave now.", "Leave later.", "Leave [-now.-] {+later.+}"],
  ["Leave.", "Leave. Go north to the hills.", "Leave. {+Go north to the hills.+}"],
  ["Leave the centre.", "Leave the centre. Go north.", "Leave the centre. {+Go north.+}"],
  ["Flood.\nLeave the centre.", "Leave  the\ncentre.", "[-Flood.-] Leave the centre."],
  ["a b c d", "b c x d", "[-a-] b c {+x+} d"],
  ["离开市中心", "离开市中心", "离开市中心"],
])("the texts %j and %j are compared word by word", (one, two, expected) => {
  expect(marked(one, two)).toBe(expected);
});

test("texts with little in common are not compared, and neither are very long ones", () => {
  expect(difference("Leave the centre now.", "Expect closed roads.")).toBeUndefined();
  expect(difference("word ".repeat(301), "word ".repeat(300))).toBeUndefined();
  expect(difference("word ".repeat(300), "word ".repeat(300))).toHaveLength(1);
});
