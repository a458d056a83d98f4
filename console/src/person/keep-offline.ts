import { effect } from "@preact/signals";
import { serviceSeconds } from "../state/service-clock.ts";
import { speechOf } from "./concern.ts";
import { allConcerns } from "./concerns.ts";
import { loadZones } from "./drawn-zones.ts";
import { here } from "./here.ts";
import { answers, readAlert } from "./inbox.ts";
import { keepSpeech } from "./speech.ts";
import { currentLevel } from "./where.ts";

/** The time after a notification in which the alert's speech may still be on its way. */
const SPEECH_DELAY_SECONDS = 300;

async function keepActiveAlerts(): Promise<void> {
  const now = serviceSeconds();
  const active = allConcerns.peek().filter(({ isActive }) => isActive);
  for (const concern of active) {
    await loadZones(concern.alert);
    const level = currentLevel(concern, here.peek());
    const isNew = (concern.told[0]?.createdAt ?? 0) > now - SPEECH_DELAY_SECONDS;
    const path =
      speechOf(concern.alert, level) ??
      (isNew
        ? await readAlert(concern.alert.id).then((alert) => alert && speechOf(alert, level))
        : null);
    if (path) await keepSpeech(path);
  }
}

/**
 * Keeps the zones and the speech of active alerts, each time the service has answered. Returns a function that stops.
 */
export const keepOffline = () =>
  effect(() => {
    if (answers.value === 0) return;
    keepActiveAlerts().catch((error) => console.warn("Not kept:", error));
  });
