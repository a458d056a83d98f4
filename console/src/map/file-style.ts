import type {
  DataDrivenPropertyValueSpecification,
  ExpressionSpecification,
  FillLayerSpecification,
  FilterSpecification,
  LineLayerSpecification,
  SymbolLayerSpecification,
} from "maplibre-gl";
import { filterOf, type Kind, type Schema } from "./file-schemas.ts";
import { LAND_COLOURS, STREET_COLOURS } from "./palette.ts";

/** The source of the file's tiles. */
export const FILE_SOURCE = "file";
/** The viewer's own fonts: the host serves no glyphs. */
const FONT = ["system-ui", "sans-serif"];

type Colours = (typeof LAND_COLOURS)["light"] & (typeof STREET_COLOURS)["light"];
type Layer = FillLayerSpecification | LineLayerSpecification | SymbolLayerSpecification;

const all = (
  ...filters: (ExpressionSpecification | undefined)[]
): FilterSpecification | undefined => {
  const given = filters.filter((filter) => filter !== undefined);
  return given.length === 0 ? undefined : ["all", ...given];
};
/** Returns the part of a layer that selects what it shows. */
const of = (id: string, kind: Kind, ...more: ExpressionSpecification[]) => {
  const filter = all(filterOf(kind), ...more);
  return {
    id: `file-${id}`,
    source: FILE_SOURCE,
    "source-layer": kind.layer,
    ...(filter && { filter }),
  };
};
const isPolygon: ExpressionSpecification = ["==", ["geometry-type"], "Polygon"];
const isLine: ExpressionSpecification = ["==", ["geometry-type"], "LineString"];

/** Returns a width in pixels that grows with the zoom, from one stop to the next. */
const width = (
  ...stops: [zoom: number, pixels: number][]
): DataDrivenPropertyValueSpecification<number> =>
  ["interpolate", ["exponential", 1.5], ["zoom"], ...stops.flat()] as ExpressionSpecification;

const fill = (id: string, kind: Kind, colour: string, minzoom = 0): FillLayerSpecification => ({
  ...of(id, kind, isPolygon),
  type: "fill",
  minzoom,
  paint: { "fill-color": colour },
});

function line(
  id: string,
  kind: Kind,
  colour: string,
  stops: [number, number][],
  dashes?: number[],
): LineLayerSpecification {
  return {
    ...of(id, kind, isLine),
    type: "line",
    minzoom: stops[0]?.[0] ?? 0,
    layout: { "line-cap": dashes ? "butt" : "round", "line-join": "round" },
    paint: {
      "line-color": colour,
      "line-width": width(...stops),
      ...(dashes && { "line-dasharray": dashes }),
    },
  };
}

/** The pixels by which the line under a street is wider than the street, so that it shows as the street's edge. */
const EDGE_PIXELS = 1.5;
const STREETS: ["streets" | "mains" | "motorways", "street" | "main", [number, number][]][] = [
  [
    "streets",
    "street",
    [
      [12, 0.6],
      [15, 4],
      [18, 20],
    ],
  ],
  [
    "mains",
    "main",
    [
      [8, 0.6],
      [13, 3],
      [15, 7],
      [18, 28],
    ],
  ],
  [
    "motorways",
    "main",
    [
      [6, 0.8],
      [12, 3.5],
      [15, 9],
      [18, 34],
    ],
  ],
];

function name(
  id: string,
  kind: Kind,
  colours: Colours,
  {
    size,
    colour = colours.name,
    minzoom,
    text = "name",
    along = false,
    weight,
  }: {
    size: number;
    colour?: string;
    minzoom: number;
    text?: string;
    along?: boolean;
    weight?: ExpressionSpecification;
  },
): SymbolLayerSpecification {
  return {
    ...of(id, kind),
    type: "symbol",
    minzoom,
    layout: {
      "text-field": ["to-string", ["get", text]],
      "text-font": FONT,
      "text-size": size,
      ...(along && { "symbol-placement": "line" as const }),
      ...(weight && { "symbol-sort-key": weight }),
    },
    paint: { "text-color": colour, "text-halo-color": colours.land, "text-halo-width": 1.5 },
  };
}

const coloursOf = (isDark: boolean): Colours => {
  const theme = isDark ? "dark" : "light";
  return { ...LAND_COLOURS[theme], ...STREET_COLOURS[theme] };
};

/** Returns the layers of areas, water, streets and buildings. They belong below the zones. */
export function groundLayers(schema: Schema, isDark: boolean): Layer[] {
  const colours = coloursOf(isDark);
  return [
    ...(schema.land ? [fill("land", schema.land, colours.land)] : []),
    ...schema.built.map((kind, n) => fill(`built-${n}`, kind, colours.built)),
    ...schema.green.map((kind, n) => fill(`green-${n}`, kind, colours.green)),
    line("rivers", schema.rivers, colours.river, [
      [8, 0.5],
      [13, 2],
      [18, 12],
    ]),
    fill("water", schema.water, colours.water),
    fill("buildings", schema.buildings, colours.building, 13),
    line(
      "paths",
      schema.paths,
      colours.path,
      [
        [14, 0.8],
        [18, 3],
      ],
      [2, 1.5],
    ),
    line(
      "rails",
      schema.rails,
      colours.rail,
      [
        [10, 0.8],
        [18, 3],
      ],
      [4, 2],
    ),
    ...STREETS.map(([kind, , stops]) =>
      line(
        `${kind}-edge`,
        schema[kind],
        colours.edge,
        stops.map(([zoom, pixels]) => [zoom, pixels + EDGE_PIXELS]),
      ),
    ),
    ...STREETS.map(([kind, colour, stops]) => line(kind, schema[kind], colours[colour], stops)),
  ];
}

/**
 * Returns the layers of names. They belong above the zones. If two names collide, the one whose layer comes later here
 * stays.
 */
export function nameLayers(schema: Schema, isDark: boolean): Layer[] {
  const colours = coloursOf(isDark);
  const quiet = colours.quiet;
  return [
    name("house-numbers", schema.houseNumbers, colours, {
      size: 11,
      colour: quiet,
      minzoom: 17,
      text: schema.houseNumber,
    }),
    name("points", schema.points, colours, { size: 11, colour: quiet, minzoom: 16 }),
    ...schema.waterNames.map((kind, n) =>
      name(`water-names-${n}`, kind, colours, {
        size: 12,
        colour: colours.waterName,
        minzoom: 12,
        along: kind.layer !== "water_name",
      }),
    ),
    name("street-names", schema.streetNames, colours, { size: 12, minzoom: 14, along: true }),
    name("quarters", schema.places.quarters, colours, { size: 12, colour: quiet, minzoom: 13 }),
    name("villages", schema.places.villages, colours, { size: 12, minzoom: 10 }),
    name("cities", schema.places.cities, colours, {
      size: 15,
      minzoom: 5,
      weight: [
        "-",
        ["coalesce", ["get", "population_rank"], ["-", ["to-number", ["get", "rank"], 0]]],
      ],
    }),
  ];
}
