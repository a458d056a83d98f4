import { computed } from "@preact/signals";
import {
  type AlertState,
  type AlertSummaryFragment,
  AlertsDocument,
  AlertsNowDocument,
  type AlertsNowQuery,
} from "../api/operations.ts";
import { request, sentenceOf } from "../api/request.ts";
import type { Area } from "../geo/area.ts";
import { type ZoneFeature, zone } from "../geo/zones.ts";
import { loaded } from "./loaded.ts";
import { now } from "./now.ts";

/** As many as the map shows. */
const MOST = 200;

/** The newest alerts. */
export const alerts = loaded(async (signal) => {
  const { alerts: rows } = await request(AlertsDocument, { limit: MOST, offset: 0 }, { signal });
  return rows ?? [];
});

const versionsOf = (rows: { id: number; version: number; state: AlertState }[]) =>
  rows.map(({ id, version, state }) => `${id} ${version} ${state}`).join();

/** Looks whether alerts were published or changed; their zones, which are large, are asked for only then. */
export async function lookForAlerts(): Promise<void> {
  const known = alerts.data.peek();
  if (!known || alerts.error.peek()) return await alerts.load();
  let rows: NonNullable<AlertsNowQuery["alerts"]>;
  try {
    rows = (await request(AlertsNowDocument, { limit: MOST })).alerts ?? [];
  } catch (error) {
    alerts.error.value = sentenceOf(error);
    return;
  }
  if (versionsOf(rows) !== versionsOf(known)) return await alerts.load();
  alerts.set(known.map((alert, index) => ({ ...alert, ...rows[index] })));
}

/** What an alert is now: one that ends while it is looked at, by the viewer's clock. */
export const stateOf = (
  { state, expiresAt }: Pick<AlertSummaryFragment, "state" | "expiresAt">,
  now: number,
): AlertState => (state === "ACTIVE" && expiresAt <= now ? "EXPIRED" : state);

/** Those of them that last. */
export const activeAlerts = computed(() =>
  (alerts.data.value ?? []).filter((alert) => stateOf(alert, now.value) === "ACTIVE"),
);

/** An alert's three zones for the map. */
export function zonesOf(alert: AlertSummaryFragment): ZoneFeature[] {
  const { id, areaGeoJson, areaLevel2GeoJson, areaLevel3GeoJson } = alert;
  return [
    zone("THREE", areaLevel3GeoJson as Area, id),
    zone("TWO", areaLevel2GeoJson as Area, id),
    zone("ONE", areaGeoJson as Area, id),
  ];
}

/** The first line of the most urgent text: what one knows an alert by. */
export const titleOf = ({ text1 }: { text1: string }) => text1.trim().split(/\r?\n/, 1)[0] ?? "";
