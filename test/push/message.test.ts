import { describe, expect, test } from "@jest/globals";
import { halfTextBytes, messageOf, sendShortening } from "../../src/channels/push/message.ts";
import { jsonBytes, shorten } from "../../src/channels/push/shorten.ts";
import { LONG_TEXTS } from "./helpers/push.ts";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const graphemes = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);

/** Whether what is kept of a text ends where a grapheme of it does. */
function endsAtGrapheme(text: string, short: string): boolean {
  const kept = short.replace(/…$/, "");
  const rest = text.slice(kept.length);
  // Spaces before the ellipsis are taken away.
  const end = text.length - rest.trimStart().length;
  let at = 0;
  return graphemes(text).some((grapheme) => {
    at += grapheme.length;
    return at === kept.length || at === end;
  });
}

test("a short text is title and body, whole", () => {
  const text = "Leave the centre now.";
  expect(messageOf(text, 4000)).toEqual({ title: text, body: text });
});

test("the first line is the title", () => {
  const text = "\n  Flood \r\nLeave the centre now.\u2028Go north.";
  expect(messageOf(text, 4000)).toEqual({ title: "Flood", body: text });
});

test("of a long first line the title has the beginning, of 60 graphemes with the ellipsis", () => {
  const text = "👍🏽".repeat(10) + "abc".repeat(40);
  const { title, body } = messageOf(text, 4000);
  expect(graphemes(title)).toHaveLength(60);
  expect(title).toBe(`${graphemes(text).slice(0, 59).join("")}…`);
  expect(body).toBe(text);
});

test("a first line of 60 graphemes is the title, whole", () => {
  const text = "e\u0301".repeat(60);
  expect(messageOf(text, 4000).title).toBe(text);
});

test.each([[""], ["   \n "]])("the text %j has a title and a body nonetheless", (text) => {
  const { title, body } = messageOf(text, 4000);
  expect(title).not.toBe("");
  expect(body).not.toBe("");
});

describe.each(LONG_TEXTS)("a long text: %s", (_name, text) => {
  test.each([4000, 1000, 100, 33])("fits in %i bytes", (room) => {
    const { title, body } = messageOf(text, room);
    expect(jsonBytes(title) + jsonBytes(body)).toBeLessThanOrEqual(room);
    expect(body.isWellFormed()).toBe(true);
    expect(body).toMatch(/.…$/su);
    expect(text.startsWith(body.slice(0, -1))).toBe(true);
  });

  test("uses the room it has", () => {
    const { title, body } = messageOf(text, 4000);
    const used = jsonBytes(title) + jsonBytes(body);
    // No more is lost than one grapheme of this text, or a character of a huge one.
    expect(used).toBeGreaterThan(text.startsWith("Leave e") ? 0 : 4000 - 60);
  });
});

test.each(LONG_TEXTS.filter(([name]) => !name.startsWith("one ")))(
  "is cut at the end of a grapheme: %s",
  (_name, text) => {
    for (const bytes of [4000, 1001, 333, 100]) {
      expect(endsAtGrapheme(text, shorten(text, bytes))).toBe(true);
    }
  },
);

test("a grapheme that does not fit by itself is cut between characters", () => {
  const text = `𝒆${"\u0301".repeat(10_000)}`;
  expect(shorten(text, 20)).toBe(`𝒆${"\u0301".repeat(6)}…`);
});

test("what fits to the byte stays whole", () => {
  expect(shorten("中中中", 9)).toBe("中中中");
  expect(shorten("中中中中", 11)).toBe("中中…");
});

describe("while the provider finds it too big", () => {
  test("a message gets shorter by half, until it is taken", async () => {
    const sizes: number[] = [];
    const outcome = await sendShortening("Leave now. ".repeat(300), 3000, async (message) => {
      const size = jsonBytes(message.title) + jsonBytes(message.body);
      sizes.push(size);
      return size > 500 ? "too big" : { state: "accepted" };
    });
    expect(outcome).toEqual({ state: "accepted" });
    expect(sizes).toHaveLength(4);
    for (const [at, size] of sizes.entries()) {
      if (at > 0) expect(size).toBeLessThanOrEqual((sizes[at - 1] as number) / 2);
    }
  });

  test("a message begins to shorten at its own size, not at the limit", () => {
    const message = messageOf("x".repeat(100), 3000);
    expect(halfTextBytes(message)).toBe((60 + 2 + 100) / 2);
  });

  test("a message that never is taken fails in the end", async () => {
    let tries = 0;
    const outcome = await sendShortening("Leave now.", 3000, async () => {
      tries += 1;
      return "too big";
    });
    expect(outcome).toEqual({ state: "failed", why: expect.stringContaining("too big") });
    expect(tries).toBeLessThan(10);
  });
});
