import type { AlertInput, AlertStatus, Certainty, Severity, Urgency } from "../api/operations.ts";
import type { Shape } from "../geo/area.ts";
import type { AgeUnit } from "./position-age.ts";

/** An alert that is being prepared, or the next version of one. Kept in this browser until it is published. */
export interface Draft {
  /** Makes publishing it twice make one alert. */
  key: string;
  /** The alert that it changes; undefined for a new one. */
  alertId?: number;
  shapes: Shape[];
  /** Metres around the area. */
  level2Distance: number;
  level3Distance: number;
  texts: [string, string, string];
  /** How long it lasts from its publication; 0 leaves the end of a published one as it is. */
  hours: number;
  status: AlertStatus;
  /** How old a position may be to count, as it was written; empty leaves it to the service. */
  positionAge: string;
  positionAgeUnit: AgeUnit;
  event: string;
  severity: Severity;
  urgency: Urgency;
  certainty: Certainty;
  language: string;
  /** Whether those told already are told the next version too. */
  isRenotified: boolean;
  /** What was sent at the first try, to be sent again in the same words. */
  tried?: AlertInput;
}
