import { useEffect } from "preact/hooks";
import { followReachability, reachability } from "../join/reachability.ts";
import { t } from "../words/translate.ts";
import { isPlaceOld } from "./place-age.ts";
import { PlaceArrived } from "./place-arrived.tsx";

/** Milliseconds between two checks. */
const PACE = 30_000;

/** Says whether the person would be warned, and what is missing. */
export function Reached() {
  useEffect(() => followReachability(PACE), []);
  const state = reachability.data.value;
  if (!state) return null;
  const { hasDevice, lastReportedAt } = state;
  const isReached = hasDevice && !isPlaceOld.value;
  return (
    <section class="reach-state" role="status">
      <p>
        <strong>{isReached ? t("You will be warned.") : t("You would not be warned yet.")}</strong>
      </p>
      <PlaceArrived lastReportedAt={lastReportedAt} />
      {!hasDevice && (
        <p>
          {t("No warning can reach you while this page is closed:")}{" "}
          <a href="#/me">{t("turn on pushes to this browser")}</a>
        </p>
      )}
    </section>
  );
}
