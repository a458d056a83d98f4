/** @database server */
import { describe, expect, test } from "@jest/globals";
import type pg from "pg";
import { SoundLists } from "../../src/graphql/requests/sound-lists.ts";

/** The most bytes of a sound in an answer. */
const LONGEST = 4_194_304;

/**
 * Makes the sounds of a database in which the speech of each text has as many bytes as `sizeOf` says; 0 for no speech.
 */
function soundsOf(most: number, sizeOf: (alertId: number, level: number) => number) {
  /** How many texts each statement looked up. */
  const looked: number[] = [];
  const pool = {
    async query({ values: [alertIds, levels] }: { values: [number[], number[]] }) {
      looked.push(alertIds.length);
      const rows = alertIds.flatMap((alertId, at) => {
        const size = sizeOf(alertId, levels[at] as number);
        return size > 0 ? [[at + 1, `${alertId}/${levels[at]}`, size]] : [];
      });
      return { rows };
    },
  };
  return { sounds: new SoundLists(pool as unknown as pg.Pool, most), looked };
}

const count = (to: number) => Array.from({ length: to }, (_, index) => index + 1);
/** Returns the ids of the alerts that got a list. */
const heard = (ids: readonly number[], lists: readonly (readonly number[])[]) =>
  ids.filter((_, place) => lists[place]?.length);

test("many texts are looked up by several statements, the newest alerts first", async () => {
  const { sounds, looked } = soundsOf(350, () => 1);
  const ids = count(700);
  const lists = await sounds.of(ids, 1);
  expect(heard(ids, lists)).toEqual(count(350).map((n) => n + 350));
  // The third statement is not needed: the budget is spent.
  expect(looked).toEqual([300, 300]);
  expect(sounds.isEmpty).toBe(false);
});

test("each text's list is a mark that stands for the speech of that text", async () => {
  const { sounds } = soundsOf(1_000, (id, level) => (id === 2 && level === 1 ? 0 : 1));
  const [one, two] = await Promise.all([sounds.of([1, 2, 3], 1), sounds.of([2], 2)]);
  expect(heard([1, 2, 3], one)).toEqual([1, 3]);
  expect(heard([2], two)).toEqual([2]);
  const marks = [...one, ...two].filter(({ length }) => length > 0);
  // A mark ends with the place of its speech.
  expect(marks.map((mark) => mark.at(-1))).toEqual([2, 0, 1]);
  expect(new Set(marks.map((mark) => mark.slice(0, 2).join())).size).toBe(1);
  for (const mark of marks) expect(sounds.areIn(JSON.stringify({ audio1: mark }))).toBe(true);
  expect(sounds.areIn('{"audio1":[1,2,3]}')).toBe(false);
});

test("a speech that is too long gets no list, and uses none of the budget", async () => {
  const { sounds } = soundsOf(LONGEST, (id) => LONGEST + (id === 3 ? 1 : 0));
  expect(heard([1, 2, 3], await sounds.of([1, 2, 3], 1))).toEqual([2]);
});

test("a speech that uses up the budget exactly still gets a list", async () => {
  const { sounds } = soundsOf(30, () => 10);
  expect(heard(count(4), await sounds.of(count(4), 1))).toEqual([2, 3, 4]);
});

describe("after the first answer of a subscription", () => {
  test("the next answer has the full budget, and its marks count from zero", async () => {
    const { sounds } = soundsOf(10, () => 10);
    await sounds.of([1, 2], 1);
    expect(await sounds.of([3], 1)).toEqual([[]]);
    sounds.refill();
    expect(sounds.isEmpty).toBe(true);
    const [older, list] = await sounds.of([3, 4], 1);
    expect([older, list?.at(-1)]).toEqual([[], 0]);
  });
});

test("each mark in an answer is replaced by its whole sound, even if that is read in several slices", async () => {
  const mp3 = Buffer.from(Array.from({ length: 262_147 }, (_, byte) => byte % 256));
  const pool = {
    async query({ name, values }: { name: string; values: [unknown, number, number] }) {
      if (name === "find-speeches") return { rows: [[1, "1/1", mp3.length]] };
      const [, at, count] = values;
      return { rows: [{ bytes: mp3.subarray(at, at + count) }] };
    },
  };
  const sounds = new SoundLists(pool as unknown as pg.Pool, LONGEST);
  const [mark] = await sounds.of([1], 1);
  const text = JSON.stringify([{ text: "à", audio: mark }, { audio: [] }, { audio: mark }]);
  const parts: Buffer[] = [];
  for await (const part of sounds.write(Buffer.from(text))) parts.push(part);
  const [first, none, last] = JSON.parse(Buffer.concat(parts).toString());
  expect([first.text, none.audio]).toEqual(["à", []]);
  for (const { audio } of [first, last]) expect(mp3.equals(Buffer.from(audio))).toBe(true);
});

test("texts without a speech get no marks", async () => {
  const { sounds } = soundsOf(1_000, () => 0);
  expect(await sounds.of([1, 2], 1)).toEqual([[], []]);
  expect(sounds.isEmpty).toBe(true);
});

test("a database error fails all lookups of sounds that wait for it", async () => {
  const pool = { query: () => Promise.reject(new Error("the database is away")) };
  const sounds = new SoundLists(pool as unknown as pg.Pool, 10);
  const asked = await Promise.allSettled([sounds.of([1], 1), sounds.of([2], 2)]);
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  // Later calls ask again.
  await expect(sounds.of([3], 1)).rejects.toThrow("away");
});
