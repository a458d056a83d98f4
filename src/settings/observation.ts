import { LEVELS, type Level } from "../ops/log.ts";
import type { Variables } from "./variables.ts";

/** What operators see of a process. */
export interface ObservationConfig {
  logLevel: Level;
  /** Undefined if no metrics are served. */
  metricsPort: number | undefined;
}

export function readObservation(variables: Variables): ObservationConfig {
  // LOG_LEVEL: the events that are logged: error, warn, info or debug, each with those before it.
  const logLevel = variables.word("LOG_LEVEL", LEVELS) ?? "info";
  // METRICS_PORT: the port of /metrics. 0 takes any free port.
  const isMeasured = variables.text("METRICS_PORT") !== undefined;
  const metricsPort = isMeasured ? variables.integer("METRICS_PORT", 0, 0, 65535) : undefined;
  return { logLevel, metricsPort };
}
