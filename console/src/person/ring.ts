import { effect } from "@preact/signals";
import { isDrill } from "./concern.ts";
import { alerts, answers, told } from "./inbox.ts";

/** Plays an alarm. */
function sound(): void {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  tone.frequency.value = 880;
  tone.connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 1.5);
}

/**
 * Sounds and vibrates when a real warning arrives in the open page, and only vibrates at a drill or an all-clear.
 * Browsers allow both once the page has been touched. Returns a function that stops.
 */
export function ringAtNews(): () => void {
  let known: number | undefined;
  return effect(() => {
    // What the first answer has is on the screen before it could ring.
    if (answers.value === 0) return;
    const [last] = told.value;
    const newest = last?.id ?? 0;
    const isNew = known !== undefined && newest > known;
    known = Math.max(known ?? 0, newest);
    const alert = last && alerts.peek().get(last.alertId);
    if (!isNew || !alert) return;
    const isCalm = last.kind === "ALL_CLEAR" || isDrill(alert);
    navigator.vibrate?.(isCalm ? [200] : [400, 200, 400]);
    if (!isCalm) sound();
  });
}
