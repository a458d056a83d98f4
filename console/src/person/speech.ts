import { hostUrl } from "../api/host-url.ts";
import type { LevelAlert } from "../api/operations.ts";
import { CACHE_PREFIX } from "./caches.ts";
import { speechOf } from "./concern.ts";
import { type PersonAlert, readAlert } from "./inbox.ts";

/** A text that is being spoken. */
export interface Voice {
  /** Resolves when the text has been spoken or the voice was stopped. Rejects if the text cannot be spoken. */
  done: Promise<void>;
  stop(): void;
}

/** The cache of speech. The address of a speech changes with its content. */
const CACHE = `${CACHE_PREFIX}speech`;

/** Keeps the speech of a text, so that it can be heard without a network. */
export async function keepSpeech(path: string): Promise<void> {
  const cache = await caches.open(CACHE);
  const url = hostUrl(path).href;
  if (!(await cache.match(url))) await cache.add(url);
}

/** Returns an address that the browser can play: the kept speech, or else the service's. */
async function addressOf(path: string): Promise<string> {
  const url = hostUrl(path).href;
  const found = "caches" in window ? await caches.match(url, { cacheName: CACHE }) : undefined;
  return found ? URL.createObjectURL(await found.blob()) : url;
}

/** Returns the path of a text's speech; null if there is none. An all-clear has none. */
async function pathOf(alert: PersonAlert, level: LevelAlert): Promise<string | null> {
  if (alert.state === "CANCELLED") return null;
  const known = speechOf(alert, level);
  if (known) return known;
  // The speech is ready some seconds after the text.
  const now = await readAlert(alert.id).catch(() => undefined);
  return now ? speechOf(now, level) : null;
}

/** True if the browser has a voice for a language. Chromium lists its voices some time after the first question. */
export const hasOwnVoice = (language: string): boolean =>
  "speechSynthesis" in window &&
  speechSynthesis.getVoices().some(({ lang }) => lang.slice(0, 2) === language.slice(0, 2));

/** Speaks a text with the browser's own voice of this language. Another one would not be understood. */
function speakByBrowser(text: string, language: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!hasOwnVoice(language)) return reject(new Error("no voice"));
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = language;
    utterance.onend = () => resolve();
    utterance.onerror = ({ error }) => reject(new Error(error));
    signal.addEventListener("abort", () => {
      speechSynthesis.cancel();
      resolve();
    });
    speechSynthesis.speak(utterance);
  });
}

function play(address: string, audio: HTMLAudioElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    audio.onended = () => resolve();
    audio.onerror = () => reject(new Error("not played"));
    signal.addEventListener("abort", () => {
      audio.pause();
      resolve();
    });
    audio.src = address;
    audio.play().catch(reject);
  });
}

/** The voice that began last. Earlier voices are stopped already, so stopping them again does not silence it. */
let last: Voice | undefined;

/**
 * Speaks the text of an alert with the service's speech, or with the browser's own voice if there is none. Stops the
 * previous voice.
 */
export function speak(alert: PersonAlert, level: LevelAlert, text: string): Voice {
  last?.stop();
  const ending = new AbortController();
  const { signal } = ending;
  // Created while the tap is handled, because browsers refuse to play an element that is created later.
  const audio = new Audio();
  const run = async () => {
    const path = await pathOf(alert, level);
    if (signal.aborted) return;
    if (!path) return await speakByBrowser(text, alert.language, signal);
    try {
      const address = await addressOf(path);
      if (!signal.aborted) await play(address, audio, signal);
    } catch (error) {
      if (signal.aborted) return;
      console.warn("Not played:", error);
      await speakByBrowser(text, alert.language, signal);
    }
  };
  last = { done: run(), stop: () => ending.abort() };
  return last;
}
