import { describe, expect, test } from "@jest/globals";
import {
  halfTextBytes,
  messageOf,
  sendShortening,
  shorten,
  textBytesBeside,
} from "../../src/delivery/push/message.ts";
import { LONG_TEXTS } from "./helpers/push.ts";

/** The bytes of a text inside JSON. */
const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const graphemes = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);

/** True if the kept part of a text ends at the end of a grapheme. */
function endsAtGrapheme(text: string, short: string): boolean {
  const kept = short.replace(/…$/, "");
  const rest = text.slice(kept.length);
  // Spaces before the ellipsis are removed.
  const end = text.length - rest.trimStart().length;
  let at = 0;
  return graphemes(text).some((grapheme) => {
    at += grapheme.length;
    return at === kept.length || at === end;
  });
}

test("a text of one short line is not repeated in title and body", () => {
  const body = "Leave the centre now.";
  for (const text of [body, ` ${body}${"\n".repeat(10_000)}`]) {
    expect(messageOf({ text }, 4000)).toEqual({ body });
    expect(messageOf({ title: body, text }, 4000)).toEqual({ body });
  }
});

test("the alert's own title is the title of every text", () => {
  const text = "Leave the centre now.\nGo north.";
  for (const title of ["Flood", "Gas leak"]) {
    expect(messageOf({ title, text }, 4000)).toEqual({ title, body: text });
  }
  expect(messageOf({ text }, 4000).title).toBe("Leave the centre now.");
});

test("the first line is the title", () => {
  const text = "\n  Flood \r\nLeave the centre now.\u2028Go north.";
  expect(messageOf({ text }, 4000)).toEqual({ title: "Flood", body: text });
});

test.each(["\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029"])("%j ends the title", (end) => {
  expect(messageOf({ text: `Flood${end}Go north.` }, 4000).title).toBe("Flood");
});

test("the title of a long first line is its beginning, 60 graphemes with the ellipsis", () => {
  const text = "👍🏽".repeat(10) + "abc".repeat(40);
  const { title = "", body } = messageOf({ text }, 4000);
  expect(graphemes(title)).toHaveLength(60);
  expect(title).toBe(`${graphemes(text).slice(0, 59).join("")}…`);
  expect(body).toBe(text);
});

test("a first line of 60 graphemes is the whole title", () => {
  const line = "e\u0301".repeat(60);
  expect(messageOf({ text: `${line}\nGo north.` }, 4000).title).toBe(line);
});

test("a title of sixty emoji families is cut to 256 bytes, at the end of a family", () => {
  const family = "👩‍👩‍👧‍👦";
  const { title = "", body } = messageOf({ text: family.repeat(60) }, 4000);
  expect(title).toBe(`${family.repeat(10)}…`);
  expect(jsonBytes(title)).toBeLessThanOrEqual(256);
  expect(body).toBe(family.repeat(60));
  // Thirty-two thumbs have as many bytes as a title may.
  const thumbs = "👍🏽".repeat(32);
  expect(messageOf({ text: `${thumbs}\nGo north.` }, 4000).title).toBe(thumbs);
});

test.each([[""], ["   \n "]])("even the text %j has a title and a body", (text) => {
  const { title = "", body } = messageOf({ text }, 4000);
  expect(title).not.toBe("");
  expect(body).not.toBe("");
});

describe.each(LONG_TEXTS)("a long text: %s", (_name, text) => {
  test.each([4000, 1000, 100, 33])("fits in %i bytes", (room) => {
    const { title = "", body } = messageOf({ text }, room);
    expect(jsonBytes(title) + jsonBytes(body)).toBeLessThanOrEqual(room);
    expect(body.isWellFormed()).toBe(true);
    expect(body).toMatch(/.…$/su);
    expect(text.startsWith(body.slice(0, -1))).toBe(true);
  });

  test("uses nearly all of its bytes", () => {
    const { title = "", body } = messageOf({ text }, 4000);
    const used = jsonBytes(title) + jsonBytes(body);
    // At most one grapheme of this text is lost, or a character of a huge grapheme.
    expect(used).toBeGreaterThan(text.startsWith("Leave e") ? 0 : 4000 - 60);
  });
});

test.each(LONG_TEXTS.filter(([name]) => !name.startsWith("one ")))(
  "a long text is cut at the end of a grapheme: %s",
  (_name, text) => {
    for (const bytes of [4000, 1001, 333, 100]) {
      expect(endsAtGrapheme(text, shorten(text, bytes))).toBe(true);
    }
  },
);

test("a grapheme that does not fit alone is cut between characters", () => {
  const text = `𝒆${"\u0301".repeat(10_000)}`;
  expect(shorten(text, 20)).toBe(`𝒆${"\u0301".repeat(6)}…`);
});

test("a text that fits to the byte stays whole", () => {
  expect(shorten("中中中", 9)).toBe("中中中");
  expect(shorten("中中中中", 11)).toBe("中中…");
  // A blank before the ellipsis is left out.
  expect(shorten("Leave the centre", 13)).toBe("Leave the…");
});

describe("if the provider finds a message too big,", () => {
  test("it is halved until it is accepted", async () => {
    const sizes: number[] = [];
    const outcome = await sendShortening(
      { text: "Leave now. ".repeat(300) },
      3000,
      async (message) => {
        const size = jsonBytes(message.title ?? "") + jsonBytes(message.body);
        sizes.push(size);
        return size > 500 ? "too big" : { state: "accepted" };
      },
    );
    expect(outcome).toEqual({ state: "accepted" });
    expect(sizes).toHaveLength(4);
    for (const [at, size] of sizes.entries()) {
      if (at > 0) expect(size).toBeLessThanOrEqual((sizes[at - 1] as number) / 2);
    }
  });

  test("its first cut is to half of the message, not of the limit", () => {
    const message = messageOf({ text: "x".repeat(100) }, 3000);
    expect(halfTextBytes(message)).toBe((60 + 2 + 100) / 2);
  });

  test("its half is sent only if that has 32 bytes", () => {
    expect(halfTextBytes({ title: "x".repeat(20), body: "x".repeat(44) })).toBe(32);
    expect(halfTextBytes({ title: "x".repeat(20), body: "x".repeat(43) })).toBeUndefined();
  });

  test("it fails in the end if it is never accepted", async () => {
    let tries = 0;
    const outcome = await sendShortening({ text: "Leave now." }, 3000, async () => {
      tries += 1;
      return "too big";
    });
    expect(outcome).toEqual({ state: "failed", why: expect.stringContaining("too big") });
    expect(tries).toBeLessThan(10);
  });
});

test("title, body and data together take no more than a message may", () => {
  const data = { notificationId: 7, kind: "è" };
  const bytes = textBytesBeside(data, 200);
  const message = { title: "x".repeat(50), body: "y".repeat(bytes - 50), data };
  expect(Buffer.byteLength(JSON.stringify(message))).toBe(200);
});
