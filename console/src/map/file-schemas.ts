import type { ExpressionSpecification } from "maplibre-gl";

/** How the tiles name one kind of feature: its layer, and the values of the property that tells kinds apart. */
export interface Kind {
  layer: string;
  property?: string;
  values?: readonly string[];
  /** A further property that the features must have. */
  has?: string;
}

/** Where the style finds each kind of feature. */
export interface Schema {
  land?: Kind;
  green: Kind[];
  built: Kind[];
  water: Kind;
  rivers: Kind;
  buildings: Kind;
  paths: Kind;
  rails: Kind;
  streets: Kind;
  mains: Kind;
  motorways: Kind;
  streetNames: Kind;
  houseNumbers: Kind;
  waterNames: Kind[];
  points: Kind;
  /** From the largest to the smallest. */
  places: { cities: Kind; villages: Kind; quarters: Kind };
  houseNumber: string;
}

const PROTOMAPS: Schema = {
  land: { layer: "earth" },
  green: [
    {
      layer: "landuse",
      property: "kind",
      values: ["park", "forest", "wood", "grass", "meadow", "cemetery", "garden", "nature_reserve"],
    },
  ],
  built: [
    {
      layer: "landuse",
      property: "kind",
      values: ["residential", "industrial", "commercial", "hospital", "school", "university"],
    },
  ],
  water: { layer: "water" },
  rivers: { layer: "water", property: "kind", values: ["river", "stream", "canal"] },
  buildings: { layer: "buildings", property: "kind", values: ["building", "building_part"] },
  paths: { layer: "roads", property: "kind", values: ["path", "other"] },
  rails: { layer: "roads", property: "kind", values: ["rail"] },
  streets: { layer: "roads", property: "kind", values: ["minor_road"] },
  mains: { layer: "roads", property: "kind", values: ["major_road", "medium_road"] },
  motorways: { layer: "roads", property: "kind", values: ["highway"] },
  // Railways are left out.
  streetNames: {
    layer: "roads",
    property: "kind",
    values: ["highway", "major_road", "medium_road", "minor_road", "path", "other"],
    has: "name",
  },
  houseNumbers: { layer: "buildings", property: "kind", values: ["address"] },
  waterNames: [{ layer: "water", has: "name" }],
  points: { layer: "pois", has: "name" },
  places: {
    cities: { layer: "places", property: "kind_detail", values: ["city", "town"] },
    villages: { layer: "places", property: "kind_detail", values: ["village", "hamlet"] },
    quarters: { layer: "places", property: "kind", values: ["neighbourhood", "macrohood"] },
  },
  houseNumber: "addr_housenumber",
};

const OPENMAPTILES: Schema = {
  green: [
    { layer: "landcover", property: "class", values: ["wood", "grass", "farmland", "wetland"] },
    { layer: "park" },
  ],
  built: [
    {
      layer: "landuse",
      property: "class",
      values: ["residential", "industrial", "commercial", "hospital", "school", "university"],
    },
  ],
  water: { layer: "water" },
  rivers: { layer: "waterway" },
  buildings: { layer: "building" },
  paths: { layer: "transportation", property: "class", values: ["path", "track"] },
  rails: { layer: "transportation", property: "class", values: ["rail", "transit"] },
  streets: { layer: "transportation", property: "class", values: ["minor", "service"] },
  mains: {
    layer: "transportation",
    property: "class",
    values: ["trunk", "primary", "secondary", "tertiary"],
  },
  motorways: { layer: "transportation", property: "class", values: ["motorway"] },
  streetNames: { layer: "transportation_name", has: "name" },
  houseNumbers: { layer: "housenumber" },
  waterNames: [
    { layer: "water_name", has: "name" },
    { layer: "waterway", has: "name" },
  ],
  points: { layer: "poi", has: "name" },
  places: {
    cities: { layer: "place", property: "class", values: ["city", "town"] },
    villages: { layer: "place", property: "class", values: ["village", "hamlet"] },
    quarters: { layer: "place", property: "class", values: ["suburb", "quarter", "neighbourhood"] },
  },
  houseNumber: "housenumber",
};

/** Returns the schema of a file by the names of its layers. */
export const schemaOf = (layers: readonly string[]): Schema =>
  layers.includes("transportation") ? OPENMAPTILES : PROTOMAPS;

/** Returns the filter that finds a kind in its layer; undefined if it is the whole layer. */
export function filterOf({ property, values, has }: Kind): ExpressionSpecification | undefined {
  const filters: ExpressionSpecification[] = [];
  if (property && values) filters.push(["in", ["get", property], ["literal", [...values]]]);
  if (has) filters.push(["has", has]);
  return filters.length === 0 ? undefined : ["all", ...filters];
}
