/** The map that the console shows in place of its own. */
export interface MapSettings {
  /** A template of raster tiles, with {z}, {x} and {y}; or a MapLibre style, for vector tiles. */
  url: string;
  kind: "raster" | "style";
  /** Whose data it is, as its terms ask one to say. */
  attribution: string;
}

/** What the host tells the console at config.json. */
export interface HostSettings {
  map: MapSettings | null;
}
