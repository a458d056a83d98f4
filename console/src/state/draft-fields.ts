import type {
  AlertStatus,
  CapCategory,
  Certainty,
  LevelAlert,
  ResponseType,
  Severity,
  Urgency,
} from "../api/operations.ts";
import type { Shape } from "../geo/area.ts";
import type { Values } from "./placeholders.ts";
import type { AgeUnit } from "./position-age.ts";

/** The fields that an update may change, as they are in one version of the alert. */
export interface BaseVersion {
  version: number;
  /** In seconds since 1970. Absent in a draft from an older version of the console. */
  expiresAt?: number;
  shapes: Shape[];
  level2Distance: number;
  level3Distance: number;
  title?: string;
  texts: [string, string, string];
  translations?: readonly Translation[];
}

/** The title and the texts in another language than the alert's own. */
export interface Translation {
  language: string;
  title: string;
  texts: [string, string, string];
  /** A template's all-clear. */
  allClear?: string;
  /** True if the alert's own words have changed since these were written. */
  isOld?: boolean;
  /** True once somebody has said that they still say the same. */
  isConfirmed?: boolean;
  /** True while nobody has confirmed what a machine wrote. */
  isUnread?: boolean | undefined;
}

/** The row of the database that keeps a draft. */
export interface Row {
  id: number;
  name: string;
  /** True until its author shares it with colleagues. */
  isPrivate: boolean;
  /** Its version, and the content of that version. */
  version: number;
  saved: string;
}

/** A new alert, or the next version of one. */
export interface Draft {
  /** Names the browser's copy. */
  key: string;
  row?: Row | undefined;
  /** The id of the alert to update; undefined for a new one. */
  alertId?: number;
  /** The version of that alert from which the update began. */
  base?: BaseVersion;
  /** The changes by others since the update began, as sentences. */
  changedMeanwhile?: string[];
  /** The authority that warns; undefined for that of the user's highest role. */
  authorityId?: number | undefined;
  shapes: Shape[];
  /** Metres around the area; undefined for the service's default. */
  level2Distance?: number;
  level3Distance?: number;
  /** The title of the pushes. Without it, the first line of each text is used. */
  title?: string;
  texts: [string, string, string];
  translations?: readonly Translation[];
  /** The levels whose text follows ONE's text while that is written. */
  sameAsOne?: readonly LevelAlert[];
  /** The template that the draft comes from. With a template, words in braces are placeholders. */
  templateId?: number | null;
  /** The values of the placeholders. */
  values?: Values;
  /** Hours from publication to the end; undefined for the service's default, 0 to keep the end of a published alert. */
  hours?: number;
  status: AlertStatus;
  /** The largest age of a position that counts, as typed; empty for the service's default. */
  positionAge: string;
  positionAgeUnit: AgeUnit;
  event: string;
  severity: Severity;
  urgency: Urgency;
  certainty: Certainty;
  category?: CapCategory | undefined;
  responseType?: ResponseType | undefined;
  language: string;
  /** True if people who were notified before are notified about the update too. */
  isRenotified: boolean;
}

export const newDraft = (): Draft => ({
  key: crypto.randomUUID(),
  shapes: [],
  texts: ["", "", ""],
  status: "ACTUAL",
  positionAge: "",
  positionAgeUnit: "hours",
  event: "",
  severity: "UNKNOWN",
  urgency: "UNKNOWN",
  certainty: "UNKNOWN",
  language: "",
  isRenotified: false,
});
