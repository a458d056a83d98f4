import type {
  AlertInput,
  AlertStatus,
  AlertUpdateInput,
  Certainty,
  LevelAlert,
  Severity,
  Urgency,
} from "../api/operations.ts";
import type { Shape } from "../geo/area.ts";
import type { Values } from "./placeholders.ts";
import type { AgeUnit } from "./position-age.ts";

/** What an update may change, as it is in one version of the alert. */
export interface BaseVersion {
  version: number;
  /** In seconds since 1970. Absent in a draft from an older version of the console. */
  expiresAt?: number;
  shapes: Shape[];
  level2Distance: number;
  level3Distance: number;
  title?: string;
  texts: [string, string, string];
}

/** The shared draft in the database that a draft is a copy of. */
export interface Shared {
  id: number;
  name: string;
  /** Its version, and its content then. */
  version: number;
  saved: string;
}

/** A new alert, or the next version of one. The browser stores it until it is published. */
export interface Draft {
  /** The idempotency key: publishing the draft twice makes one alert. */
  key: string;
  /** The id of the alert to update; undefined for a new one. */
  alertId?: number;
  /** The version of that alert from which the update began. */
  base?: BaseVersion;
  /** What others have changed since the update began, in sentences. */
  changedMeanwhile?: string[];
  shared?: Shared | undefined;
  shapes: Shape[];
  /** Metres around the area; undefined for the service's default. */
  level2Distance?: number;
  level3Distance?: number;
  /** The title of the pushes. Without it, the first line of each text is. */
  title?: string;
  texts: [string, string, string];
  /** The levels whose text follows that of ONE while it is written. */
  sameAsOne?: readonly LevelAlert[];
  /** The template that it comes from: then words in braces are placeholders. */
  templateId?: number | null;
  /** What is filled in for them. */
  values?: Values;
  /** Hours from publication to the end; undefined for the service's default, 0 keeps the end of a published alert. */
  hours?: number;
  status: AlertStatus;
  /** The largest age of a position that counts, as typed; empty for the service's default. */
  positionAge: string;
  positionAgeUnit: AgeUnit;
  event: string;
  severity: Severity;
  urgency: Urgency;
  certainty: Certainty;
  language: string;
  /** True if people who were notified before are notified about the update too. */
  isRenotified: boolean;
  /** The input of a try of which nobody knows what became. A retry sends the same input again. */
  tried?: AlertInput | AlertUpdateInput | undefined;
  /** The id of the user who tried. */
  triedBy?: number | undefined;
}
