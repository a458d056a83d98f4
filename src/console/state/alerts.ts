import { type AlertSummaryFragment, AlertsDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import type { Area } from "../geo/area.ts";
import { readWellKnownText } from "../geo/well-known-text.ts";
import { type ZoneFeature, zone } from "../geo/zones.ts";
import { loaded } from "./loaded.ts";

/** As many as the map shows. */
const MOST = 200;

/** The newest alerts. */
export const alerts = loaded(async (signal) => {
  const { alerts: rows } = await request(AlertsDocument, { limit: MOST, offset: 0 }, { signal });
  return rows ?? [];
});

export type AlertState = "ACTIVE" | "EXPIRED" | "CANCELLED";

/** What an alert is now, by the viewer's clock. */
export const stateOf = ({ expiresAt }: { expiresAt: number }, now: number): AlertState =>
  expiresAt > now ? "ACTIVE" : "EXPIRED";

/** An alert's three zones for the map. */
export function zonesOf({ id, area, areaLevel2, areaLevel3 }: AlertSummaryFragment): ZoneFeature[] {
  const read = (text: string) => readWellKnownText(text) as Area;
  return [
    zone("THREE", read(areaLevel3), id),
    zone("TWO", read(areaLevel2), id),
    zone("ONE", read(area), id),
  ];
}

/** The first line of the most urgent text: what one knows an alert by. */
export const titleOf = ({ text1 }: { text1: string }) => text1.trim().split(/\r?\n/, 1)[0] ?? "";
