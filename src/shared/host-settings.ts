/** The map that the console shows in place of its own. */
export interface MapSettings {
  /** A template of raster tiles, with {z}, {x} and {y}; a MapLibre style, for vector tiles; or the host's PMTiles file. */
  url: string;
  kind: "raster" | "style" | "file";
  /** Whose data it is, as its terms ask one to say. Empty if the map says so itself. */
  attribution: string;
}

/** What a new alert has where its input says nothing. */
export interface AlertDefaults {
  /** Metres around the area. */
  level2Distance: number;
  level3Distance: number;
  /** Seconds from publication to the end. */
  duration: number;
  /** The greatest age of a position that counts, in seconds. */
  maxPositionAge: number;
  /** The language of the texts. */
  language: string;
}

/** What the host tells the console at config.json. */
export interface HostSettings {
  map: MapSettings | null;
  /** Null if the database does not answer. */
  alertDefaults: AlertDefaults | null;
  /** True if mails go out, such as to who forgot the password. */
  hasMail: boolean;
}
