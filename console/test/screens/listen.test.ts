import "../helpers/document.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { h } from "preact";
import type { PersonAlert } from "../../src/person/inbox.ts";
import { put } from "../helpers/browser-state.ts";
import { fakeService } from "../helpers/fake-service.ts";
import { closeScreens, show } from "../helpers/screen.ts";

const { Listen } = await import("../../src/person/alert-card.tsx");
const { session } = await import("../../src/state/session.ts");

/** A text that the browser plays or speaks, and functions that end it. */
interface Sound {
  heard: string;
  isStopped: boolean;
  end(): void;
  fail(): void;
}
let sounds: Sound[];
let plays: boolean;
/** How many audio elements were made. */
let elements: number;
class FakeAudio {
  constructor() {
    elements += 1;
  }
  src = "";
  onended = () => {};
  onerror = () => {};
  async play() {
    if (!plays) throw new DOMException("Not allowed.", "NotAllowedError");
    const end = () => this.onended();
    sounds.push({ heard: this.src, isStopped: false, end, fail: () => this.onerror() });
  }
  pause() {
    for (const sound of sounds) if (sound.heard === this.src) sound.isStopped = true;
  }
}
class FakeUtterance {
  lang = "";
  onend = () => {};
  onerror = (_: { error: string }) => {};
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
let voices: { lang: string }[];
const fakeVoice = Object.assign(new EventTarget(), {
  getVoices: () => voices,
  speak(utterance: FakeUtterance) {
    sounds.push({
      heard: `${utterance.lang}: ${utterance.text}`,
      isStopped: false,
      end: () => utterance.onend(),
      fail: () => utterance.onerror({ error: "synthesis-failed" }),
    });
  },
  cancel() {
    for (const sound of sounds) sound.isStopped = true;
  },
});

const alert = {
  id: 7,
  state: "ACTIVE",
  language: "it",
  audioUrls: ["speech/one", "speech/two", null],
} as unknown as PersonAlert;
/** The functions that answer whether there is a speech by now, one for each request. */
let answers: ((audioUrl3: string | null) => void)[];
const last = () => sounds.at(-1) as Sound;

beforeEach(() => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  sounds = [];
  answers = [];
  plays = true;
  voices = [{ lang: "en-US" }, { lang: "it_IT" }];
  elements = 0;
  put("Audio", { value: FakeAudio });
  put("SpeechSynthesisUtterance", { value: FakeUtterance });
  put("speechSynthesis", { value: fakeVoice });
  Object.assign(window, { speechSynthesis: fakeVoice });
  fakeService({
    PersonAlertNow: () =>
      new Promise((resolve) =>
        answers.push((audioUrl3) =>
          resolve({ alerts: [{ ...alert, audioUrls: [null, null, audioUrl3] }] }),
        ),
      ),
  });
});
afterEach(closeScreens);

const open = (level: "ONE" | "TWO" | "THREE", fields: Partial<PersonAlert> = {}) =>
  show(h(Listen, { alert: { ...alert, ...fields }, level, text: "Esci." }));

test("the speech of a level is played until its end", async () => {
  const screen = open("TWO");
  expect(screen.text).toBe("▶ Listen");
  await screen.press("▶ Listen");
  await screen.until(() => sounds.length > 0);
  expect(last().heard).toBe("http://localhost/speech/two");
  expect(screen.text).toBe("■ Stop");
  last().end();
  await screen.reads("▶ Listen");
});

test("a kept speech is played, by an audio element that is made during the touch", async () => {
  const asked = Promise.withResolvers<Response>();
  const caches = { match: () => asked.promise };
  put("caches", { value: caches });
  Object.assign(window, { caches });
  const screen = open("ONE");
  await screen.press("▶ Listen");
  // Browsers play no element that is made later.
  expect([elements, sounds]).toEqual([1, []]);
  URL.createObjectURL = () => "blob:kept";
  asked.resolve(new Response("kept"));
  await screen.until(() => sounds.length > 0);
  expect([elements, last().heard]).toEqual([1, "blob:kept"]);
  Reflect.deleteProperty(window, "caches");
});

test("a speech is stopped by the button, and when its text is no longer shown", async () => {
  const screen = open("ONE");
  await screen.press("▶ Listen");
  await screen.until(() => sounds.length === 1);
  await screen.press("■ Stop");
  await screen.reads("▶ Listen");
  expect(last().isStopped).toBe(true);
  await screen.press("▶ Listen");
  await screen.until(() => sounds.length === 2);
  expect(last().isStopped).toBe(false);
  await closeScreens();
  expect(last().isStopped).toBe(true);
});

test("listening to another text stops the first one", async () => {
  const over = { ...alert, state: "CANCELLED" } as PersonAlert;
  const texts = ["Esci.", "È finita."].map((text) =>
    h(Listen, { alert: over, level: "ONE", text }),
  );
  const screen = show(texts);
  await screen.press("▶ Listen");
  await screen.until(() => sounds.length === 1);
  await screen.press("▶ Listen");
  await screen.until(() => sounds.length === 2);
  await screen.reads("▶ Listen\n■ Stop");
  expect(sounds.map(({ isStopped }) => isStopped)).toEqual([true, false]);
  expect(last().heard).toBe("it: È finita.");
  last().end();
  await screen.reads("▶ Listen\n▶ Listen");
});

test("a speech that was stopped before its address arrived is not played, and does not stop a later one", async () => {
  const screen = open("THREE");
  await screen.press("▶ Listen");
  await screen.until(() => answers.length === 1);
  await screen.press("■ Stop");
  await screen.press("▶ Listen");
  await screen.until(() => answers.length === 2);
  answers[0]?.("speech/first");
  await screen.reads("■ Stop");
  answers[1]?.("speech/second");
  await screen.until(() => sounds.length > 0);
  expect(sounds.map(({ heard }) => heard)).toEqual(["http://localhost/speech/second"]);
  await screen.reads("■ Stop");
});

test("the browser speaks a text itself, in the alert's language, if it has no speech or cannot be played", async () => {
  const without = open("THREE");
  await without.press("▶ Listen");
  await without.until(() => answers.length === 1);
  answers[0]?.(null);
  await without.until(() => sounds.length === 1);
  expect(last().heard).toBe("it: Esci.");
  last().end();
  await without.reads("▶ Listen");
  await closeScreens();
  // The alert has speeches of its texts, but none of the all-clear.
  const over = open("ONE", { state: "CANCELLED" });
  await over.press("▶ Listen");
  await over.until(() => sounds.length === 2);
  expect(last().heard).toBe("it: Esci.");
  await over.press("■ Stop");
  expect(last().isStopped).toBe(true);
  await closeScreens();
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  plays = false;
  const refused = open("ONE");
  await refused.press("▶ Listen");
  await refused.until(() => sounds.length === 3);
  expect(last().heard).toBe("it: Esci.");
  await refused.reads("■ Stop");
  expect(last().isStopped).toBe(false);
  last().fail();
  await refused.reads("▶ Listen\nIt cannot be spoken here.");
  plays = true;
  await refused.press("▶ Listen");
  await refused.until(() => sounds.length === 4);
  // The speech breaks off.
  last().fail();
  await refused.until(() => sounds.length === 5);
  expect(last().heard).toBe("it: Esci.");
  warn.mockRestore();
});

test("a text is not spoken by a voice of another language", async () => {
  voices = [{ lang: "en-US" }];
  const screen = open("ONE", { state: "CANCELLED" });
  await screen.press("▶ Listen");
  await screen.reads("▶ Listen\nIt cannot be spoken here.");
  expect(sounds).toEqual([]);
});

test("a browser without a voice says that a text cannot be spoken", async () => {
  Reflect.deleteProperty(window, "speechSynthesis");
  const screen = open("ONE", { state: "CANCELLED" });
  await screen.press("▶ Listen");
  await screen.reads("▶ Listen\nIt cannot be spoken here.");
});

test("a text that has been heard, or could not be, does not silence another when it is left", async () => {
  const over = { state: "CANCELLED" } as const;
  const first = open("ONE", over);
  const second = open("ONE", over);
  for (const end of ["end", "fail"] as const) {
    await first.press("▶ Listen");
    last()[end]();
    await first.reads("▶ Listen");
    await second.press("▶ Listen");
    if (end === "fail") first.close();
    await second.until(() => second.text === "■ Stop");
    expect(last().isStopped).toBe(false);
    if (end === "end") await second.press("■ Stop");
  }
});

test("a message says that a text cannot be spoken, until the next try", async () => {
  const screen = open("ONE", { state: "CANCELLED" });
  await screen.press("▶ Listen");
  await screen.until(() => sounds.length === 1);
  last().fail();
  await screen.reads("▶ Listen\nIt cannot be spoken here.");
  await screen.press("▶ Listen");
  await screen.until(() => sounds.length === 2);
  expect(screen.text).toBe("■ Stop");
});
