import type { AlertSummaryFragment } from "../api/operations.ts";
import { type Area, boundsOf } from "../geo/area.ts";
import { SmallMap } from "../person/small-map.tsx";
import { place } from "../words/place-words.ts";
import { t } from "../words/translate.ts";
import { ZoneLegend } from "./zone-legend.tsx";

type Zones = Pick<AlertSummaryFragment, "areaGeoJson" | "areaLevel2GeoJson" | "areaLevel3GeoJson">;

/** Draws an alert's three zones without a map, sharp in print, and says where they are. */
export function ZonePicture({ alert }: { alert: Zones }) {
  const { areaGeoJson, areaLevel2GeoJson, areaLevel3GeoJson } = alert;
  const zones = { ONE: areaGeoJson, TWO: areaLevel2GeoJson, THREE: areaLevel3GeoJson } as Record<
    "ONE" | "TWO" | "THREE",
    Area
  >;
  const [west, south, east, north] = boundsOf([zones.THREE]) ?? [0, 0, 0, 0];
  return (
    <figure class="zone-picture">
      <SmallMap zones={zones} label={t("The alert's three zones")} />
      <figcaption class="hint">
        <ZoneLegend />{" "}
        {t("The middle is at {place}.", { place: place((west + east) / 2, (south + north) / 2) })}
      </figcaption>
    </figure>
  );
}
