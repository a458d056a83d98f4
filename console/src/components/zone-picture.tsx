import type { Position } from "geojson";
import type { AlertSummaryFragment } from "../api/operations.ts";
import { boundsOf, moveTogether } from "../geo/area.ts";
import { zonesOf } from "../state/alert-list.ts";
import { place } from "../words/place-words.ts";
import { t } from "../words/translate.ts";

/** The width and the greatest height of the picture, in units that stretch with the page. */
const [WIDTH, MAX_HEIGHT] = [640, 400];
const MARGIN = 8;

/** Draws an alert's three zones without a map, sharp in print, and says where they are. */
export function ZonePicture({ alert }: { alert: AlertSummaryFragment }) {
  const zones = zonesOf(alert);
  const areas = moveTogether(zones.map(({ geometry }) => geometry));
  const bounds = boundsOf(areas);
  if (!bounds) return null;
  const [west, south, east, north] = bounds;
  const middle = (south + north) / 2;
  // Degrees of longitude are narrower than those of latitude.
  const narrow = Math.cos((middle * Math.PI) / 180);
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / ((east - west) * narrow),
    (MAX_HEIGHT - 2 * MARGIN) / (north - south),
  );
  const width = (east - west) * narrow * scale + 2 * MARGIN;
  const height = (north - south) * scale + 2 * MARGIN;
  const pathOf = (rings: Position[][]) =>
    rings
      .map((ring) =>
        ring
          .map(([longitude = 0, latitude = 0]) =>
            [
              ((longitude - west) * narrow * scale + MARGIN).toFixed(1),
              ((north - latitude) * scale + MARGIN).toFixed(1),
            ].join(" "),
          )
          .join("L"),
      )
      .map((line) => `M${line}Z`)
      .join("");
  return (
    <figure class="zone-picture">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="xMinYMid"
        role="img"
        aria-label={t("The alert's three zones")}
      >
        {zones.map(({ properties: { level } }, index) => (
          <path
            key={level}
            class={`zone-${level}`}
            fill-rule="evenodd"
            d={areas[index]?.coordinates.map(pathOf).join("")}
          />
        ))}
      </svg>
      <figcaption class="hint">
        {t("The middle is at {place}.", { place: place((west + east) / 2, middle) })}
      </figcaption>
    </figure>
  );
}
