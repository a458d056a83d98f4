import { effect, signal } from "@preact/signals";
import { messageOf } from "../api/request.ts";
import { ownName } from "../state/session.ts";
import { stored } from "../state/stored.ts";
import { reportWhileOpen } from "./here.ts";

/** True if this browser reports while the page is open. */
export const reports = stored(ownName("reports"), false);

/** Why it does not, although it should. */
export const reportTrouble = signal("");

/** Reports while the person wants it. Returns a function that stops. */
export const followReports = () =>
  effect(() => {
    if (!reports.value) return;
    const stop = reportWhileOpen((error) => {
      reportTrouble.value = error ? messageOf(error) : "";
    });
    return () => {
      stop();
      reportTrouble.value = "";
    };
  });
