import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../words/translate.ts";
import { mapNote } from "./streets.ts";
import { mapElement, sharedMap } from "./the-map.ts";

/** Shows the map in a screen, with the screen's own elements over it. */
export function MapView({ label, children }: { label: string; children?: ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState("");
  const [isLoading, setLoading] = useState(true);

  // Runs before the paint, which takes a while on a slow computer. The map's workers can start in that time.
  useLayoutEffect(() => {
    place.current?.prepend(mapElement);
    sharedMap()
      .then(
        (map) => {
          const { clientWidth, clientHeight } = map.getCanvas();
          const isFitting =
            clientWidth === mapElement.clientWidth && clientHeight === mapElement.clientHeight;
          // A resize draws the map again, so it is done only if needed.
          if (!isFitting) map.resize();
        },
        (error) => {
          console.error(error);
          setProblem(
            t(
              "This browser cannot draw the map (it needs WebGL). Areas can still be entered by coordinates.",
            ),
          );
        },
      )
      .finally(() => setLoading(false));
    return () => {
      // Another view may have taken it.
      if (mapElement.parentElement === place.current) mapElement.remove();
    };
  }, []);
  useEffect(() => {
    sharedMap().then(
      (map) => map.getCanvas().setAttribute("aria-label", label),
      () => {},
    );
  }, [label]);

  return (
    // This is not a landmark, because the map's canvas is one and has the label.
    <div class="map" ref={place} aria-busy={isLoading}>
      {problem && <p class="problem map-problem">{problem}</p>}
      <p role="status" class={mapNote.value ? "map-note" : "unseen"}>
        {mapNote.value}
      </p>
      {children}
    </div>
  );
}
