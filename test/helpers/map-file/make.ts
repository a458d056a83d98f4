import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { pmtiles, type Tile } from "../../../src/cli/pmtiles-writer.ts";
import { BOUNDS, type Sort, type Thing, town } from "./town.ts";

/** Where Protomaps' schema has a sort of thing: its layer, and the properties that say what it is. */
const SCHEMA: Record<Sort, [layer: string, properties: Record<string, string>]> = {
  land: ["earth", { kind: "earth" }],
  park: ["landuse", { kind: "park" }],
  built: ["landuse", { kind: "residential" }],
  lake: ["water", { kind: "lake" }],
  river: ["water", { kind: "river" }],
  building: ["buildings", { kind: "building" }],
  address: ["buildings", { kind: "address" }],
  path: ["roads", { kind: "path" }],
  rail: ["roads", { kind: "rail" }],
  street: ["roads", { kind: "minor_road" }],
  main: ["roads", { kind: "major_road" }],
  motorway: ["roads", { kind: "highway" }],
  point: ["pois", { kind: "hospital" }],
  city: ["places", { kind: "locality", kind_detail: "city" }],
  village: ["places", { kind: "locality", kind_detail: "village" }],
  quarter: ["places", { kind: "neighbourhood" }],
};

/** Returns the properties of a thing in the file. */
function propertiesOf({ properties }: Thing): Record<string, string | number> {
  const { sort, name, number, population } = properties;
  const all = {
    ...SCHEMA[sort][1],
    min_zoom: 6,
    name,
    ...(number && { addr_housenumber: number }),
    ...(population && { population_rank: Math.round(Math.log2(population)) }),
  };
  return Object.fromEntries(
    Object.entries(all).filter(
      (entry): entry is [string, string | number] => entry[1] !== undefined,
    ),
  );
}

/** Divides things into the schema's layers. */
function layersOf(things: Thing[]): Map<string, Thing[]> {
  const layers = new Map<string, Thing[]>();
  for (const thing of things) {
    const [layer] = SCHEMA[thing.properties.sort];
    const properties = propertiesOf(thing) as unknown as Thing["properties"];
    layers.set(layer, [...(layers.get(layer) ?? []), { ...thing, properties }]);
  }
  return layers;
}

const column = (longitude: number, z: number) => Math.floor(((longitude + 180) / 360) * 2 ** z);
const row = (latitude: number, z: number) => {
  const y = Math.asinh(Math.tan((latitude * Math.PI) / 180));
  return Math.floor(((1 - y / Math.PI) / 2) * 2 ** z);
};

/** Makes a PMTiles file with the streets of an invented Bologna. */
export function makeMapFile({
  zooms = [6, 14],
  things = town(),
}: {
  zooms?: [number, number];
  things?: Thing[];
} = {}): Buffer {
  const layers = [...layersOf(things)].map(
    ([name, features]) =>
      [
        name,
        new GeoJSONVT(
          { type: "FeatureCollection", features },
          { maxZoom: zooms[1], buffer: 64, tolerance: 1 },
        ),
      ] as const,
  );
  const tiles: Tile[] = [];
  const [west, south, east, north] = BOUNDS;
  for (let z = zooms[0]; z <= zooms[1]; z += 1) {
    for (let x = column(west, z); x <= column(east, z); x += 1) {
      for (let y = row(north, z); y <= row(south, z); y += 1) {
        const found = layers.flatMap(([name, index]) => {
          const tile = index.getTile(z, x, y);
          return tile ? [[name, tile] as const] : [];
        });
        const data = fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: 4096 });
        tiles.push({ z, x, y, data });
      }
    }
  }
  return pmtiles(tiles, BOUNDS, {
    attribution: "The invented town",
    vector_layers: layers.map(([id]) => ({ id, fields: {} })),
  });
}
