import type { MultiPolygon, Polygon } from "geojson";
import { useEffect, useState } from "preact/hooks";
import type { LevelAlert } from "../api/operations.ts";
import { barOf, metres } from "../words/numbers.ts";
import { t } from "../words/translate.ts";
import { HEIGHT, pathOf, viewOf, WIDTH } from "./alert-drawing.ts";
import { type Place, ringsOf } from "./nearest.ts";
import { type PlaceName, placeNames } from "./place-names.ts";

const LEVELS_OUTSIDE_FIRST = ["THREE", "TWO", "ONE"] as const;

/** Draws an area with its zones, the person, and the names of places, without streets: it needs no network. */
export function SmallMap(props: {
  zones: Partial<Record<LevelAlert, Polygon | MultiPolygon>>;
  place?: Place | undefined;
  label: string;
}) {
  const { zones, place } = props;
  const levels = LEVELS_OUTSIDE_FIRST.flatMap((level) => {
    const area = zones[level];
    return area ? [[level, ringsOf(area)] as const] : [];
  });
  const view = viewOf(levels[0]?.[1] ?? [], place);
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
  }, [view?.bounds.join(), own?.toString()]);
  if (!view) return null;
  const bar = barOf(WIDTH / 4 / view.scale);
  return (
    <svg class="area-map" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={props.label}>
      {levels.map(([level, rings]) => (
        <path
          key={level}
          class={`zone-${level}`}
          fill-rule="evenodd"
          d={pathOf(rings, view.draw)}
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
