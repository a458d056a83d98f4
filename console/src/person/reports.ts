import { effect, signal } from "@preact/signals";
import { messageOf } from "../api/request.ts";
import { ownName } from "../state/session.ts";
import { storedSignal } from "../state/stored.ts";
import { reportWhileOpen } from "./here.ts";

/** True if this browser reports while the page is open. */
export const reports = storedSignal(ownName("reports"), false);

/** Why this browser's place could not be reported; empty if it could. */
export const reportTrouble = signal("");

/** Reports this browser's place while the person has turned that on. Returns a function that stops. */
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
