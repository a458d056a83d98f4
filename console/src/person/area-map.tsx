import { useEffect } from "preact/hooks";
import { t } from "../words/translate.ts";
import type { Concern } from "./concern.ts";
import { placeOf } from "./distance.ts";
import { loadZones, zones } from "./drawn-zones.ts";
import { here } from "./here.ts";
import { SmallMap } from "./small-map.tsx";

/** Draws an alert's area, when its zones are known. */
export function AreaMap({ concern }: { concern: Concern }) {
  const { id, version } = concern.alert;
  useEffect(() => {
    loadZones(concern.alert).catch((error) => console.warn("No zones:", error));
  }, [id, version]);
  const own = zones.value.get(id);
  if (!own) return null;
  return (
    <SmallMap
      zones={own}
      place={placeOf(concern, here.value)}
      label={t("The area and its zones on a map.")}
    />
  );
}
