/** The map that the console shows in place of its own. */
export interface MapSettings {
  /** A raster tile template with {z}, {x} and {y}; a MapLibre style, for vector tiles; or the host's PMTiles file. */
  url: string;
  kind: "raster" | "style" | "file";
  /** The credit that the terms of the map's data require. Empty if the map shows it itself. */
  attribution: string;
}

/** What a new alert gets for the fields that its input leaves out. */
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

/** What the service tells the console at config.json. */
export interface HostSettings {
  map: MapSettings | null;
  /** Null if the database does not answer. */
  alertDefaults: AlertDefaults | null;
  /** True if the host sends mails, such as to people who forgot their password. */
  hasMail: boolean;
}
