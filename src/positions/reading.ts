/** An activity as the database knows it. */
export type Activity =
  | "IN_VEHICLE"
  | "ON_BICYCLE"
  | "ON_FOOT"
  | "RUNNING"
  | "STILL"
  | "UNKNOWN"
  | "WALKING";

/** A position as app_private.report_with_key() takes it. */
export interface AppPosition {
  latitude: number;
  longitude: number;
  moving_activity: Activity;
  /** In seconds since 1970. Null means the time of the request. */
  taken_at: number | null;
  /** In metres. */
  accuracy: number | null;
}

/** A request of an app. */
export interface AppRequest {
  query: URLSearchParams;
  body: string;
}

/** What a request of an app says. */
export interface Reading {
  positions: AppPosition[];
  /** Why each of the other entries can never be stored. Entries that are not positions have no reason. */
  faults: string[];
  /** When the app says that it runs and has no newer position, in seconds since 1970. Absent if it does not say so. */
  aliveAt?: number | undefined;
}

/** Reads a request of an app. It takes any input, and never throws. */
export type ReadRequest = (request: AppRequest) => Reading;
