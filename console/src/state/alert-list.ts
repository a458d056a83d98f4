import { computed } from "@preact/signals";
import {
  type AlertState,
  type AlertSummaryFragment,
  AlertsDocument,
  AlertsNowDocument,
  type AlertsNowQuery,
} from "../api/operations.ts";
import { messageOf, request } from "../api/request.ts";
import { type Area, withoutMeridianCut } from "../geo/area.ts";
import { type ZoneFeature, zone } from "../geo/zone.ts";
import { markOf } from "../words/alert-words.ts";
import { t } from "../words/translate.ts";
import { onReturn } from "./connection.ts";
import { loaded } from "./loaded.ts";
import { now } from "./now.ts";

const CHECK_INTERVAL_MS = 15_000;
/** The alerts on the map: the newest active ones. Newer alerts that have ended must not displace them. */
const ON_MAP = { state: "ACTIVE", limit: 200 } as const;
/** The timeout for loading the zones, in milliseconds. Zones are large and may take long on a slow line. */
const ZONES_TIMEOUT_MS = 120_000;

/** The alerts on the map, with their zones. */
export const alerts = loaded(async (signal) => {
  const { alerts: rows } = await request(AlertsDocument, ON_MAP, {
    signal,
    timeoutMs: ZONES_TIMEOUT_MS,
  });
  return rows ?? [];
});

const versionsOf = (rows: { id: number; version: number }[]) =>
  rows.map(({ id, version }) => `${id} ${version}`).join();

/** Checks for published or changed alerts. Loads the zones, which are large, only if it finds one. */
async function refreshAlerts(): Promise<void> {
  // Each load cancels the one before it, so a load that takes longer than the interval would never finish.
  if (alerts.isLoading.peek()) return;
  const knownAlerts = alerts.data.peek();
  if (!knownAlerts || alerts.error.peek()) return await alerts.load();
  let rows: NonNullable<AlertsNowQuery["alerts"]>;
  try {
    rows = (await request(AlertsNowDocument, ON_MAP)).alerts ?? [];
  } catch (error) {
    alerts.error.value = messageOf(error);
    return;
  }
  if (versionsOf(rows) !== versionsOf(knownAlerts)) return await alerts.load();
  alerts.set(knownAlerts.map((alert, index) => ({ ...alert, ...rows[index] })));
}

/** Loads the alerts, and keeps them fresh while a screen shows them. Returns a function that stops. */
export function followAlerts(): () => void {
  void alerts.load();
  const refresh = () => void refreshAlerts();
  const timer = setInterval(refresh, CHECK_INTERVAL_MS);
  let isAnew = false;
  // A load in progress may be lost with the old connection, so it is started again. On an unstable line, that second
  // load is left to finish.
  const loadAnew = async () => {
    if (isAnew) return;
    isAnew = true;
    await alerts.load();
    isAnew = false;
  };
  const ignoreReturn = onReturn(() => {
    // Not at once: the request that was answered may be the load itself, which must finish first.
    setTimeout(() => void (alerts.isLoading.peek() ? loadAnew() : refreshAlerts()));
  });
  return () => {
    clearInterval(timer);
    ignoreReturn();
  };
}

/** Returns an alert's state at a time: alerts expire while the page is open. */
export const stateOf = (
  { state, expiresAt }: Pick<AlertSummaryFragment, "state" | "expiresAt">,
  now: number,
): AlertState => (state === "ACTIVE" && expiresAt <= now ? "EXPIRED" : state);

/** The alerts on the map that are active now: the service's answer may be some seconds old. */
export const activeAlerts = computed(() =>
  (alerts.data.value ?? []).filter((alert) => stateOf(alert, now.value) === "ACTIVE"),
);

/** Returns an alert's three zones for the map. */
export function zonesOf(alert: AlertSummaryFragment): ZoneFeature[] {
  const { id, status, areaGeoJson, areaLevel2GeoJson, areaLevel3GeoJson } = alert;
  const owner = { alertId: id, name: t("Alert id {id}", { id: String(id) }), mark: markOf(status) };
  return [
    zone("THREE", withoutMeridianCut(areaLevel3GeoJson as Area), owner),
    zone("TWO", withoutMeridianCut(areaLevel2GeoJson as Area), owner),
    zone("ONE", withoutMeridianCut(areaGeoJson as Area), owner),
  ];
}

/** Returns the alert's title, or else the first line of its most urgent text, which identifies it to people. */
export const titleOf = ({ title, text1 }: { title?: string | null; text1: string }) =>
  title?.trim() || (text1.trim().split(/\r?\n/, 1)[0] ?? "");
