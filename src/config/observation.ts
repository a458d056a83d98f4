import { LEVELS, type Level } from "../process/log.ts";
import type { Variables } from "./variables.ts";

/** What operators see of a process. */
export interface ObservationConfig {
  logLevel: Level;
}

export function readObservation(variables: Variables): ObservationConfig {
  // LOG_LEVEL: the events that are logged: error, warn, info or debug, each with those before it.
  return { logLevel: variables.word("LOG_LEVEL", LEVELS) ?? "info" };
}
