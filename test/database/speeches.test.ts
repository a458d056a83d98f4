/** @database server */
import { describe, expect } from "@jest/globals";
import { host, owner, type Row, type Scene, stage } from "./scene.ts";

/** Speeches as the database keeps and hands them out. */

const { test } = stage();

const keep = (s: Scene, alert: number, level: string, mp3: string | null, voice = "a voice") =>
  s.value(owner)`select app_private.keep_speech(${alert}, ${level}, ${voice},
    ${mp3 && Buffer.from(mp3)})`;
const find = async (s: Scene, alert: number, level: number): Promise<Row> =>
  (await s.as(host)`select * from app_private.find_speech(${alert}, ${level})`)[0] as Row;
const toSpeak = async (s: Scene, alert: number): Promise<string[]> =>
  (await s.as(owner)`select * from app_private.texts_to_speak(${alert})`).map(
    ({ level, text }) => `${level} ${text}`,
  );
const field = (s: Scene, alert: number, name: string) =>
  s.value(owner, `select app_public.alerts_${name}(a) from app_public.alerts a where id = $1`, [
    alert,
  ]);

const TEXTS = { text1: "One.", text2: "Two.", text3: "Three." };

test("an exercise says so first, and its speech is given to no real alert", async (s) => {
  const admin = await s.user(true);
  const exercise = await s.alert(admin, undefined, TEXTS);
  const real = await s.alert(admin, undefined, TEXTS);
  await s.as(owner)`update app_public.alerts set status = 'EXERCISE' where id = ${exercise}`;
  expect(await toSpeak(s, exercise)).toEqual([
    "ONE EXERCISE – One.",
    "TWO EXERCISE – Two.",
    "THREE EXERCISE – Three.",
  ]);
  expect(await keep(s, exercise, "ONE", "mp3")).toBe(true);
  expect(await keep(s, real, "ONE", null)).toBe(false);
  expect(await toSpeak(s, exercise)).toHaveLength(2);
});

describe("the speech of each text", () => {
  test("is found by its alert and its level, with its size in bytes", async (s) => {
    const admin = await s.user(true);
    const id = await s.alert(admin, undefined, TEXTS);
    const other = await s.alert(admin, undefined, { text1: "1", text2: "2", text3: "3" });
    for (const [index, level] of ["ONE", "TWO", "THREE"].entries()) {
      expect((await find(s, id, index + 1)).id ?? null).toBeNull();
      expect(await field(s, id, `audio_url${index + 1}`)).toBeNull();
      expect(await field(s, id, `audio${index + 1}`)).toEqual([]);
      expect(await keep(s, id, level, "x".repeat(index + 1))).toBe(true);
      expect(await keep(s, other, level, `of another ${index}`)).toBe(true);
    }
    const seen = new Set();
    for (const level of [1, 2, 3]) {
      const { id: speech, size } = await find(s, id, level);
      expect(size).toBe(level);
      seen.add(speech);
      expect(await field(s, id, `audio${level}`)).toEqual(Array(level).fill(120));
      expect(await field(s, id, `audio_url${level}`)).toBe(
        `/alerts/${id}/audio/${level}.mp3?v=${speech.replaceAll("-", "")}`,
      );
    }
    expect(seen.size).toBe(3);
    for (const level of [1, 2, 3]) expect((await find(s, other, level)).size).toBe(12);
  });

  test("is read from a byte offset that starts at 0", async (s) => {
    const id = await s.alert(await s.user(true), undefined, TEXTS);
    await keep(s, id, "ONE", "abcdef");
    const { id: speech } = await find(s, id, 1);
    const read = async (first: number, bytes: number) =>
      String(await s.value(host)`select app_private.read_speech(${speech}, ${first}, ${bytes})`);
    expect([await read(0, 1), await read(2, 3), await read(5, 9)]).toEqual(["a", "cde", "f"]);
  });

  test.each([
    [4_194_304, 4_194_304],
    [4_194_305, 0],
  ])("of %d bytes is returned as a list of %d", async (s, size, length) => {
    const id = await s.alert(await s.user(true), undefined, TEXTS);
    await s.value(owner)`select app_private.keep_speech(${id}, 'ONE', 'a voice',
      convert_to(repeat('x', ${size}), 'UTF8'))`;
    expect(
      await s.value(owner)`select coalesce(cardinality(app_public.alerts_audio1(a)), 0)
        from app_public.alerts a`,
    ).toBe(length);
  });
});

test("a text changed while it was spoken does not get the old text's speech, which other alerts may use", async (s) => {
  const admin = await s.user(true);
  const id = await s.alert(admin, undefined, TEXTS);
  const spoken = (alert: number, text: string, mp3: string | null) =>
    s.value(owner)`select app_private.keep_speech(${alert}, 'ONE', 'a voice',
      ${mp3 && Buffer.from(mp3)}, ${text})`;
  expect(await spoken(id, "Go north.", "the old")).toBe(false);
  expect((await find(s, id, 1)).id ?? null).toBeNull();
  expect(await spoken(id, "One.", null)).toBe(false);
  expect(await toSpeak(s, id)).toContain("ONE One.");
  expect(await spoken(id, "One.", "the new")).toBe(true);
  expect((await find(s, id, 1)).size).toBe(7);
  const other = await s.alert(admin, undefined, { ...TEXTS, text1: "Go north." });
  expect(await spoken(other, "Go north.", null)).toBe(true);
  expect((await find(s, other, 1)).id).not.toBe((await find(s, id, 1)).id);
});

describe("an equal text", () => {
  test("uses the existing speech in the same voice, and is spoken again in another voice", async (s) => {
    const admin = await s.user(true);
    const one = await s.alert(admin, undefined, TEXTS);
    const two = await s.alert(admin, undefined, { ...TEXTS, text2: "Other." });
    expect(await keep(s, one, "ONE", null)).toBe(false);
    expect(await keep(s, one, "ONE", "speech")).toBe(true);
    expect(await keep(s, one, "TWO", null)).toBe(false);
    expect(await keep(s, two, "ONE", null, "another voice")).toBe(false);
    expect(await keep(s, two, "TWO", null)).toBe(false);
    expect(await keep(s, two, "ONE", null)).toBe(true);
    // A second host that spoke the same text gets the first one's speech.
    expect(await keep(s, two, "THREE", "first")).toBe(true);
    expect(await keep(s, one, "THREE", "second")).toBe(true);
    expect((await find(s, one, 3)).id).toBe((await find(s, two, 3)).id);
    expect((await find(s, one, 3)).size).toBe(5);
  });
});

describe("the texts to speak", () => {
  test("are those without speech, the most urgent first, while the alert lasts", async (s) => {
    const id = await s.alert(await s.user(true), undefined, TEXTS);
    expect(await toSpeak(s, id)).toEqual(["ONE One.", "TWO Two.", "THREE Three."]);
    await keep(s, id, "TWO", "speech");
    expect(await toSpeak(s, id)).toEqual(["ONE One.", "THREE Three."]);
    await s.expire(id);
    expect(await toSpeak(s, id)).toEqual([]);
  });

  test("are queued again for active alerts without all three speeches", async (s) => {
    const admin = await s.user(true);
    const [none, two, three, ended] = [
      await s.alert(admin, undefined, TEXTS),
      await s.alert(admin, undefined, TEXTS),
      await s.alert(admin, undefined, TEXTS),
      await s.alert(admin, undefined, TEXTS),
    ] as const;
    for (const level of ["ONE", "TWO"]) await keep(s, two, level, level);
    for (const level of ["ONE", "TWO", "THREE"]) await keep(s, three, level, level);
    await s.expire(ended);
    await s.as(owner)`delete from graphile_worker._private_jobs`;
    expect(await s.value(owner)`select app_private.queue_missing_speeches()`).toBe(2);
    expect(
      (await s.as(owner)`select key from graphile_worker._private_jobs order by id`).map(
        ({ key }) => key,
      ),
    ).toEqual([`speak_alert:${none}`, `speak_alert:${two}`]);
  });
});
