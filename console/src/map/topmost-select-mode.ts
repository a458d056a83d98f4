import { type BehaviorConfig, type GeoJSONStoreFeatures, TerraDrawSelectMode } from "terra-draw";
import { boundsOf } from "../geo/area.ts";

/** Returns the size of a ring's bounding box in square degrees. */
function sizeOf({ geometry }: GeoJSONStoreFeatures): number {
  const bounds = geometry.type === "Polygon" && boundsOf([geometry]);
  return bounds ? (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]) : 0;
}

/** Selects the smallest ring under the pointer: a hole before the area around it, an island before the hole. */
export class TopmostSelectMode extends TerraDrawSelectMode {
  override registerBehaviors(config: BehaviorConfig): void {
    const { store } = config;
    const search = store.search.bind(store);
    // terra-draw selects the last feature that it finds.
    store.search = (...given) => search(...given).toSorted((a, b) => sizeOf(b) - sizeOf(a));
    super.registerBehaviors(config);
  }
}
