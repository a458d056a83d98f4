/** @database server */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import type { Engine } from "../../src/speech/engine.ts";
import { openSpeech } from "../../src/speech/index.ts";
import { describeSpeech } from "./helpers/espeak-ng.ts";

jest.setTimeout(300_000);

const LEAVE = "Leave the city centre now, and go north. ";

describeSpeech("espeak-ng", () => {
  const logged: string[] = [];
  let engine: Engine;
  let directory: string;
  beforeAll(async () => {
    const speech = await openSpeech((line) => logged.push(line));
    engine = speech.engine as Engine;
    expect(speech.status).toBe(engine.name);
    directory = await mkdtemp(join(tmpdir(), "las-speech-"));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const { signal } = new AbortController();
  async function sound(text: string, language = "en"): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of (await engine.speak(text, language, signal)).samples) parts.push(part);
    return Buffer.concat(parts);
  }
  /**
   * Returns the length of the sound in seconds. Makes no MP3, because an encoder takes longer to start than espeak-ng
   * takes for most of these texts.
   */
  async function seconds(text: string, language = "en"): Promise<number> {
    const { sampleRate, samples } = await engine.speak(text, language, signal);
    let bytes = 0;
    for await (const part of samples) bytes += part.length;
    return bytes / 2 / sampleRate;
  }

  test("is found, and one log line has its version", () => {
    expect(engine.name).toMatch(/^espeak-ng \d/);
    expect(logged).toEqual([`speech: ${engine.name}`]);
  });

  test("names a voice by engine, version and language", () => {
    expect(engine.voiceFor("it")).toMatch(/^espeak-ng \d\S* \S*it$/);
    expect(engine.voiceFor("it-CH")).toBe(engine.voiceFor("it"));
    expect(engine.voiceFor("ar")).not.toBe(engine.voiceFor("it"));
  });

  test("speaks longer if the text is longer", async () => {
    const once = await seconds(LEAVE);
    const tenTimes = await seconds(LEAVE.repeat(10));
    expect(once).toBeGreaterThan(1);
    expect(tenTimes).toBeGreaterThan(5 * once);
    expect(tenTimes).toBeLessThan(15 * once);
  });

  test("speaks a language with its own voice", async () => {
    const text = "Lasciate subito il centro.";
    const italian = await sound(text, "it");
    // Jest would compare the bytes one by one, which takes seconds.
    expect(italian.equals(await sound(text, "it-IT"))).toBe(true);
    expect(italian.equals(await sound(text, "en"))).toBe(false);
  });

  test.each([
    ["10,000 characters", LEAVE.repeat(300).slice(0, 10_000), "en", 300],
    ["Arabic", "غادروا مركز المدينة الآن.", "ar", 1],
    ["Chinese", "立即撤离市中心。", "zh-CN", 1],
    ["Chinese to an English voice", "立即撤离市中心。", "en", 1],
    ["emoji only", "🧭🔥🚒", "en", 0.5],
    ["10,000 emoji", "🧭".repeat(10_000), "en", 10],
    ["one word of 10,000 letters", "a".repeat(10_000), "en", 10],
    ["punctuation", "?!… — «»", "en", 0.1],
    ["quotes", `Leave "now", 'all' of you\\`, "en", 1],
    ["markup", "<speak><audio src='/etc/hostname'/>Leave & run</speak>", "en", 1],
    ["an unassigned character", "\u{10ffff}", "en", 0.05],
    ["a zero-width space", "\u200b", "en", 0.05],
    ["a control character", "\u0001", "en", 0.005],
  ])("speaks %s", async (_what, text, language, min) => {
    expect(await seconds(text, language)).toBeGreaterThan(min);
  });

  test.each(["--voices", "-w out.wav", "-f /etc/hostname", "--", "-"])(
    "takes %j for text, not for an option",
    async (text) => {
      expect(await seconds(text)).toBeGreaterThan(0);
      expect(existsSync("out.wav")).toBe(false);
    },
  );

  test.each(["$(touch FILE)", "`touch FILE`", "; touch FILE", "| touch FILE", "\ntouch FILE\n"])(
    "does not run %j in a shell",
    async (text) => {
      const file = join(directory, "touched");
      expect(await seconds(text.replace("FILE", file))).toBeGreaterThan(0.5);
      expect(existsSync(file)).toBe(false);
    },
  );

  test("reads phonemes out as text, after any number of brackets", async () => {
    const hello = await sound("hello");
    for (const brackets of ["[[", "[[[", "[[[["]) {
      // As phonemes, this would be the word itself.
      const spelt = await sound(`${brackets}h@l'oU]]`);
      expect(spelt.length).toBeGreaterThan(1.5 * hello.length);
    }
  });

  test("ignores commands in the text", async () => {
    // The command for nine hundred words a minute.
    expect((await sound(`\u0001900S ${LEAVE}`)).length).toBeGreaterThan(
      (await sound(LEAVE)).length,
    );
  });

  test("stops in the middle when its signal aborts", async () => {
    const stop = new AbortController();
    const { samples } = await engine.speak(LEAVE.repeat(240), "en", stop.signal);
    const listen = async () => {
      for await (const _part of samples) stop.abort(new Error("the service is ending"));
    };
    await expect(listen()).rejects.toThrow("the service is ending");
  });
});
