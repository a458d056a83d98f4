import { onReturn } from "../state/connection.ts";
import { hostSettings } from "../state/host-settings.ts";
import { hostUrl } from "./host-url.ts";

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
  /** The languages that the service speaks (BCP 47, in lower case); one with more parts, too. */
  voices: string[];
}

/** What the service tells the console at config.json. */
export interface HostSettings {
  map: MapSettings | null;
  /** Null if the database does not answer. */
  alertDefaults: AlertDefaults | null;
  /** True if the host sends mails, such as to people who forgot their password. */
  hasMail: boolean;
  /** Absent if alerts do not go out by email. */
  hasAlertMail?: boolean;
  /** Absent if ntfy is off. */
  hasNtfy?: boolean;
  /** Absent if SMS is off. */
  hasSms?: boolean;
  /** Absent or false if the service translates nothing. */
  hasTranslation?: boolean;
  /** The address of the service for people. Absent if it is not set. */
  publicUrl?: string;
  /** The names of the OpenID providers where people log in. */
  loginProviders?: string[];
  organisation?: Organisation;
  /** True if others can read the alerts at alerts.atom. */
  hasFeed?: boolean;
}

/** Who warns, as far as the service's settings say. */
export interface Organisation {
  name?: string;
  contact?: string;
  privacyUrl?: string;
  /** The address of its mark on the host. */
  logo?: string;
}

async function load(): Promise<HostSettings | undefined> {
  try {
    const response = await fetch(hostUrl("console/config.json"));
    hostSettings.value = await response.json();
  } catch (error) {
    console.warn("No settings:", error);
  }
  return hostSettings.peek();
}

let loading: Promise<HostSettings | undefined> | undefined;

/** Loads the settings that the host gives the console. Returns the known ones if the host does not answer. */
export function loadHostSettings(): Promise<HostSettings | undefined> {
  loading ??= load().finally(() => {
    loading = undefined;
  });
  return loading;
}

/**
 * Loads the host's settings now, and whenever the connection returns until the alert defaults are known. Returns a
 * function that stops it.
 */
export function keepHostSettings(): () => void {
  void loadHostSettings();
  return onReturn(() => {
    if (!hostSettings.peek()?.alertDefaults) void loadHostSettings();
  });
}
