import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { put } from "./helpers/browser-state.ts";
import { fakeService } from "./helpers/fake-service.ts";

// The modules start a clock when they load.
jest.useFakeTimers({ doNotFake: ["setImmediate"] });
/** What the browser plays and says, and what its cache has. */
let steps: string[];
let cached: string[];
let isPlayable: boolean;
let hasVoice: boolean;
let audio: { onended(): void; onerror(): void };
let utterance: { onend(): void; onerror(event: { error: string }): void };
put("Audio", {
  value: class {
    src = "";
    constructor() {
      audio = this as never;
      steps.push("audio");
    }
    async play() {
      if (!isPlayable) throw new Error("not allowed");
      steps.push(`play ${this.src}`);
    }
    pause() {
      steps.push("pause");
    }
  },
});
put("SpeechSynthesisUtterance", {
  value: class {
    readonly text: string;
    lang = "";
    constructor(text: string) {
      this.text = text;
      utterance = this as never;
    }
  },
});
const speechSynthesis = {
  speak: ({ text, lang }: { text: string; lang: string }) => steps.push(`say ${text} in ${lang}`),
  cancel: () => steps.push("cancel"),
};
put("speechSynthesis", { value: speechSynthesis });
Object.assign(window, { caches: {} });
put("caches", {
  value: {
    match: async (url: string, { cacheName }: { cacheName: string }) =>
      cacheName === "location-alerts-person-speech" && cached.includes(url)
        ? { blob: async () => url }
        : undefined,
  },
});
URL.createObjectURL = (blob) => `blob of ${blob}`;
const { speak } = await import("../src/person/speech.ts");
const { session } = await import("../src/state/session.ts");

const alertOf = (fields: object = {}) =>
  ({
    id: 7,
    state: "ACTIVE",
    language: "it",
    audioUrl1: "one.mp3",
    audioUrl2: "two.mp3",
    audioUrl3: null,
    ...fields,
  }) as never;
// No test begins while another voice speaks.
afterEach(async () => {
  speak(alertOf(), "ONE", "").stop();
  await settle();
});
const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
let later: string | null;
let asked: ReturnType<typeof fakeService>;
beforeEach(() => {
  [steps, cached, isPlayable, hasVoice, later] = [[], [], true, true, null];
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  Object.assign(window, { speechSynthesis });
  asked = fakeService({ PersonAlertNow: () => ({ alerts: [{ id: 7, audioUrl3: later }] }) });
  jest.spyOn(console, "warn").mockImplementation(() => {});
});
/** Begins to speak. Returns how it ended, if it has. */
async function begin(alert: never, level: "ONE" | "TWO" | "THREE" = "TWO") {
  if (!hasVoice) Reflect.deleteProperty(window, "speechSynthesis");
  const voice = speak(alert, level, "Chiudi le finestre.");
  let end = "";
  voice.done.then(
    () => {
      end = "ended";
    },
    (error: Error) => {
      end = error.message;
    },
  );
  await settle();
  return { voice, end: () => end };
}

test("the speech of the given level is played, and is done when it ends", async () => {
  const { end } = await begin(alertOf());
  expect(steps).toEqual(["audio", "play http://localhost/two.mp3"]);
  expect(end()).toBe("");
  audio.onended();
  await settle();
  expect(end()).toBe("ended");
  expect(asked).toEqual([]);
});

test("a kept speech is played from the cache", async () => {
  cached = ["http://localhost/one.mp3"];
  await begin(alertOf(), "ONE");
  expect(steps.at(-1)).toBe("play blob of http://localhost/one.mp3");
});

test("a speech that was made after the text was loaded is asked for and played", async () => {
  later = "three.mp3";
  await begin(alertOf(), "THREE");
  expect(steps.at(-1)).toBe("play http://localhost/three.mp3");
});

test("the browser speaks the text in the alert's language if there is no speech", async () => {
  const { end } = await begin(alertOf(), "THREE");
  expect(asked.map(({ variables }) => variables)).toEqual([{ id: 7 }]);
  expect(steps.slice(1)).toEqual(["say Chiudi le finestre. in it"]);
  utterance.onend();
  await settle();
  expect(end()).toBe("ended");
});

test("the browser speaks an all-clear, and asks for no speech", async () => {
  await begin(alertOf({ state: "CANCELLED" }));
  expect(steps.slice(1)).toEqual(["say Chiudi le finestre. in it"]);
  expect(asked).toEqual([]);
});

test("the browser speaks the text if the speech cannot be played or asked for", async () => {
  const { end, voice } = await begin(alertOf());
  audio.onerror();
  await settle();
  expect([steps.at(-1), end()]).toEqual(["say Chiudi le finestre. in it", ""]);
  voice.stop();
  await settle();
  expect([steps.at(-1), end()]).toEqual(["cancel", "ended"]);
  const failing = await begin(alertOf());
  audio.onerror();
  await settle();
  utterance.onerror({ error: "synthesis-failed" });
  await settle();
  expect(failing.end()).toBe("synthesis-failed");
  isPlayable = false;
  await begin(alertOf());
  expect(steps.slice(-2)).toEqual(["audio", "say Chiudi le finestre. in it"]);
  fakeService({ PersonAlertNow: () => undefined });
  await begin(alertOf(), "THREE");
  expect(steps.at(-1)).toBe("say Chiudi le finestre. in it");
});

test("speaking fails with an error if the browser can neither play nor speak", async () => {
  const { end } = await begin(alertOf(), "THREE");
  utterance.onerror({ error: "not-allowed" });
  await settle();
  expect(end()).toBe("not-allowed");
  hasVoice = false;
  const other = await begin(alertOf(), "THREE");
  expect(other.end()).toBe("no voice");
});

test("a voice that is stopped is silent at once, and has ended", async () => {
  const played = await begin(alertOf());
  played.voice.stop();
  await settle();
  expect([steps.at(-1), played.end()]).toEqual(["pause", "ended"]);
  const said = await begin(alertOf(), "THREE");
  said.voice.stop();
  await settle();
  expect([steps.at(-1), said.end()]).toEqual(["cancel", "ended"]);
});

test("stopping a voice that has ended does not stop another one", async () => {
  const first = await begin(alertOf(), "THREE");
  utterance.onend();
  await settle();
  await begin(alertOf(), "THREE");
  first.voice.stop();
  await settle();
  expect(steps.at(-1)).toBe("say Chiudi le finestre. in it");
  const failed = await begin(alertOf(), "THREE");
  utterance.onerror({ error: "not-allowed" });
  await settle();
  await begin(alertOf(), "THREE");
  failed.voice.stop();
  expect(steps.at(-1)).toBe("say Chiudi le finestre. in it");
});

test("a new voice stops the one before it, which has then ended", async () => {
  const first = await begin(alertOf());
  const second = await begin(alertOf(), "THREE");
  expect(steps.slice(2)).toEqual(["pause", "audio", "say Chiudi le finestre. in it"]);
  expect([first.end(), second.end()]).toEqual(["ended", ""]);
  await begin(alertOf(), "ONE");
  expect(steps.slice(5)).toEqual(["cancel", "audio", "play http://localhost/one.mp3"]);
});

test("a speech that is stopped while it is looked for is not played", async () => {
  const looked = Promise.withResolvers<undefined>();
  const { match } = caches;
  caches.match = () => looked.promise;
  const { voice, end } = await begin(alertOf());
  voice.stop();
  looked.resolve(undefined);
  await settle();
  expect([steps, end()]).toEqual([["audio"], "ended"]);
  caches.match = match;
});

test("a voice that is stopped before its speech is found, or after it failed, says nothing", async () => {
  const { done, stop } = speak(alertOf(), "THREE", "Chiudi le finestre.");
  // Browsers play only an audio element that was made during the touch.
  expect(steps).toEqual(["audio"]);
  stop();
  await done;
  expect(steps).toEqual(["audio"]);
  // A voice that has failed is not replaced by another one if it is stopped at once.
  const failing = await begin(alertOf());
  audio.onerror();
  failing.voice.stop();
  await settle();
  expect(steps.at(-1)).not.toMatch(/^say/);
});
