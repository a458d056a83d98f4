import { useEffect, useRef, useState } from "preact/hooks";
import type { Area } from "../geo/area.ts";
import { areaSize } from "../geo/measure.ts";
import { usePlaceOf } from "../map/place-of-area.ts";
import { SmallMap } from "../person/small-map.tsx";
import { areaText } from "../words/numbers.ts";
import { t } from "../words/translate.ts";

function Shown({ area }: { area: Area }) {
  const place = usePlaceOf(area);
  return (
    <>
      <SmallMap zones={{ ONE: area }} label={t("The area on a map")} />
      <p class="hint">{[place, areaText(areaSize(area))].filter(Boolean).join(" · ")}</p>
    </>
  );
}

/** Shows an area on a small map, with its place and size. Loads it when it comes on the screen: a list may be long. */
export function AreaView({ load }: { load: () => Promise<Area | undefined> }) {
  const spot = useRef<HTMLDivElement>(null);
  const [area, setArea] = useState<Area>();
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      watch.disconnect();
      load().then(setArea, console.warn);
    });
    watch.observe(spot.current as Element);
    return () => watch.disconnect();
  }, []);
  return (
    <div class="area-view" ref={spot}>
      {area && <Shown area={area} />}
    </div>
  );
}
