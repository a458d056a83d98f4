import type { Activity } from "./reading.ts";

/** The words of Apple's and Google's activity recognition that have one meaning. */
const WORDS: Record<string, Activity> = {
  automotive: "IN_VEHICLE",
  driving: "IN_VEHICLE",
  in_vehicle: "IN_VEHICLE",
  cycling: "ON_BICYCLE",
  on_bicycle: "ON_BICYCLE",
  on_foot: "ON_FOOT",
  running: "RUNNING",
  stationary: "STILL",
  still: "STILL",
  walking: "WALKING",
};

/**
 * The activity that an app names. UNKNOWN if it names none or several: it is not guessed, for example from the speed.
 */
export function toActivity(named: unknown): Activity {
  const words = [named].flat();
  const [word] = words;
  if (words.length !== 1 || typeof word !== "string" || !Object.hasOwn(WORDS, word)) {
    return "UNKNOWN";
  }
  return WORDS[word] as Activity;
}
