import type { Position } from "geojson";
import type { Map as MapLibreMap } from "maplibre-gl";
import type { GeoJSONStoreFeatures, TerraDrawChanges, TerraDrawStylingFunction } from "terra-draw";
import { TerraDrawMapLibreGLAdapter } from "terra-draw-maplibre-gl-adapter";
import { movedEast, nearestLongitude } from "../geo/meridian.ts";

/** Converts a feature of terra-draw, whose longitudes count from a meridian, to the map's longitudes. */
function onMap(feature: GeoJSONStoreFeatures, meridian: number): GeoJSONStoreFeatures {
  const { geometry } = feature;
  switch (geometry.type) {
    case "Polygon": {
      const coordinates = geometry.coordinates.map((ring) => movedEast(ring, meridian));
      return { ...feature, geometry: { ...geometry, coordinates } };
    }
    case "LineString": {
      const coordinates = movedEast(geometry.coordinates, meridian);
      return { ...feature, geometry: { ...geometry, coordinates } };
    }
    case "Point": {
      const [coordinates] = movedEast([geometry.coordinates], meridian) as [Position];
      return { ...feature, geometry: { ...geometry, coordinates } };
    }
  }
}

/**
 * Lets terra-draw draw across the 180th meridian. terra-draw takes longitudes from -180 to 180 only, so it gets
 * longitudes that count from another meridian. The map may show a place at several longitudes; the one nearest to the
 * map's middle counts.
 */
export class TurnedAdapter extends TerraDrawMapLibreGLAdapter<MapLibreMap> {
  readonly #map: MapLibreMap;
  /** The meridian that terra-draw takes for Greenwich. */
  meridian = 0;

  constructor(config: { map: MapLibreMap; coordinatePrecision: number }) {
    super(config);
    this.#map = config.map;
  }
  override project(longitude: number, latitude: number): { x: number; y: number } {
    return super.project(
      nearestLongitude(longitude + this.meridian, this.#map.getCenter().lng),
      latitude,
    );
  }
  override unproject(x: number, y: number): { lng: number; lat: number } {
    const { lng, lat } = super.unproject(x, y);
    return { lng: nearestLongitude(lng - this.meridian, 0), lat };
  }
  override render(changes: TerraDrawChanges, styling: TerraDrawStylingFunction): void {
    const turned = (features: GeoJSONStoreFeatures[]) =>
      this.meridian === 0 ? features : features.map((feature) => onMap(feature, this.meridian));
    super.render(
      {
        ...changes,
        created: turned(changes.created),
        updated: turned(changes.updated),
        unchanged: turned(changes.unchanged),
      },
      styling,
    );
  }
}
