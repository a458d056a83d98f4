import { useEffect, useState } from "preact/hooks";
import { NewPositionDocument } from "../api/operations.ts";
import { messageOf, request } from "../api/request.ts";
import { Problem } from "../components/problem.tsx";
import { useAction } from "../components/use-action.ts";
import { pushProblem } from "../push/push-problem.ts";
import { deviceState, subscribe, updateDeviceState } from "../push/this-device.ts";
import { t } from "../words/translate.ts";
import { reachability } from "./reachability.ts";

/** Milliseconds between two reports of a browser that moves. */
const PACE = 60_000;

/** Reports where this browser is for as long as it is open. Returns a function that stops. */
function reportWhileOpen(note: (problem: string) => void): () => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const watch = navigator.geolocation.watchPosition(
    async ({ coords: { latitude, longitude, accuracy } }) => {
      if (performance.now() < reportedAt + PACE) return;
      reportedAt = performance.now();
      try {
        const input = { latitude, longitude, accuracy, movingActivity: "UNKNOWN" as const };
        await request(NewPositionDocument, { input });
        note("");
        await reachability.load();
      } catch (error) {
        reportedAt = Number.NEGATIVE_INFINITY;
        note(messageOf(error));
      }
    },
    () => note(t("The browser does not tell where it is: allow it, or use an app.")),
    { enableHighAccuracy: true },
  );
  return () => navigator.geolocation.clearWatch(watch);
}

/** Lets this browser be told, and report while it is open. */
export function ThisPhone() {
  const publicKey = reachability.data.value?.webPushPublicKey ?? null;
  const isKnown = reachability.data.value !== undefined;
  const blocked = isKnown ? pushProblem(publicKey) : "";
  const [reports, setReports] = useState(false);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    if (publicKey && !blocked) updateDeviceState(publicKey).catch(console.error);
  }, [publicKey, blocked]);
  useEffect(() => (reports ? reportWhileOpen(setTrouble) : undefined), [reports]);
  const { run, isBusy, problem } = useAction(async () => {
    if (publicKey) await subscribe(publicKey);
    await reachability.load();
  });
  const isOn = deviceState.value === "on";
  return (
    <section aria-labelledby="this-phone">
      <h2 id="this-phone">{t("This phone’s browser")}</h2>
      <p role="status">
        {blocked || (isOn && t("Warnings come to this browser, also when this page is closed."))}
      </p>
      {!blocked && !isOn && (
        <button
          type="button"
          class="primary"
          disabled={isBusy || !isKnown}
          onClick={() => void run()}
        >
          {t("Warn me in this browser")}
        </button>
      )}
      <Problem text={problem} />
      <p role="status">{reports && t("This page reports where you are, as long as it is open.")}</p>
      {!reports && (
        <button type="button" onClick={() => setReports(true)}>
          {t("Report where I am while this page is open")}
        </button>
      )}
      <Problem text={trouble} />
    </section>
  );
}
