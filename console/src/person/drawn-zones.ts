import { signal } from "@preact/signals";
import type { MultiPolygon, Polygon } from "geojson";
import { type LevelAlert, PersonZonesDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { alerts, type PersonAlert } from "./inbox.ts";
import { keep, kept } from "./kept.ts";

type Area = Polygon | MultiPolygon;

/** The zones of one version of an alert. */
export interface Zones extends Record<LevelAlert, Area> {
  id: number;
  version: number;
}

const NAME = "zones";

/** The zones of alerts, by their ids. */
export const zones = signal<ReadonlyMap<number, Zones>>(new Map());

/** Restores the zones that this browser keeps. */
export async function openZones(): Promise<void> {
  const found = await kept<Zones[]>(NAME).catch(() => undefined);
  if (found)
    zones.value = new Map([...found.map((one) => [one.id, one] as const), ...zones.peek()]);
}

const loading = new Set<number>();

/** Loads the zones of an alert, unless they are known, and keeps those of active alerts. */
export async function loadZones({ id, version }: PersonAlert): Promise<void> {
  if (zones.peek().get(id)?.version === version || loading.has(id)) return;
  loading.add(id);
  try {
    const { alerts: rows } = await request(PersonZonesDocument, { id });
    const [row] = rows ?? [];
    // The user may have logged out meanwhile.
    if (!row || !alerts.peek().has(id)) return;
    const { areaGeoJson: ONE, areaLevel2GeoJson: TWO, areaLevel3GeoJson: THREE } = row;
    const found = { id, version: row.version, ONE, TWO, THREE } as Zones;
    const all = new Map(zones.peek()).set(id, found);
    zones.value = all;
    const needed = [...all.values()].filter((one) => alerts.peek().get(one.id)?.state === "ACTIVE");
    await keep(NAME, needed);
  } finally {
    loading.delete(id);
  }
}
