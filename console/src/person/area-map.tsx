import { useEffect, useState } from "preact/hooks";
import { metres } from "../words/numbers.ts";
import { t } from "../words/translate.ts";
import { barOf, HEIGHT, pathOf, viewOf, WIDTH } from "./alert-drawing.ts";
import type { Concern } from "./concern.ts";
import { type Known, placeOf } from "./distance.ts";
import { loadZones, type Zones, zones } from "./drawn-zones.ts";
import { here } from "./here.ts";
import { ringsOf } from "./nearest.ts";
import { type PlaceName, placeNames } from "./place-names.ts";

const LEVELS_OUTSIDE_FIRST = ["THREE", "TWO", "ONE"] as const;

/** Draws the zones, the person, and the names of places, without streets: it needs no network. */
function Drawing({ zones, place }: { zones: Zones; place: Known | undefined }) {
  const view = viewOf(zones, place);
  const own = place && view?.showsPlace && view.draw([place.longitude, place.latitude]);
  const [names, setNames] = useState<PlaceName[]>([]);
  useEffect(() => {
    let isOld = false;
    if (view) {
      placeNames(view, own || undefined)
        .then((found) => isOld || setNames(found))
        .catch((error) => console.warn("No names:", error));
    }
    return () => {
      isOld = true;
    };
  }, [zones, view?.bounds.join(), own?.toString()]);
  if (!view) return null;
  const bar = barOf(view.scale);
  return (
    <svg
      class="area-map"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t("The area and its zones on a map.")}
    >
      {LEVELS_OUTSIDE_FIRST.map((level) => (
        <path
          key={level}
          class={`zone-${level}`}
          fill-rule="evenodd"
          d={pathOf(ringsOf(zones[level]), view.draw)}
        />
      ))}
      {names.map(({ name, x, y }) => (
        <g key={`${name} ${x}`} class="place-name">
          <circle cx={x} cy={y} r="2" />
          <text x={x} y={y - 5}>
            {name}
          </text>
        </g>
      ))}
      {own && (
        <g class="own-place">
          <circle cx={own[0]} cy={own[1]} r="6" />
          <text x={own[0]} y={own[1] + 18}>
            {t("You")}
          </text>
        </g>
      )}
      <g class="scale-bar">
        <path d={`M8 ${HEIGHT - 12}v4h${bar * view.scale}v-4`} />
        <text x="8" y={HEIGHT - 16}>
          {metres(bar)}
        </text>
      </g>
    </svg>
  );
}

/** Draws an alert's area, when its zones are known. */
export function AreaMap({ concern }: { concern: Concern }) {
  const { id, version } = concern.alert;
  useEffect(() => {
    loadZones(concern.alert).catch((error) => console.warn("No zones:", error));
  }, [id, version]);
  const own = zones.value.get(id);
  return own ? <Drawing zones={own} place={placeOf(concern, here.value)} /> : null;
}
