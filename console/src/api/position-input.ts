import { onServiceClock } from "../state/service-clock.ts";

/** Returns the API's input for a browser position. The position's clock may be ahead of the computer's. */
export function positionInput({ coords, timestamp }: GeolocationPosition) {
  const { latitude, longitude, accuracy } = coords;
  const takenAt = onServiceClock(Math.min(timestamp, Date.now()));
  return { latitude, longitude, accuracy, takenAt, movingActivity: "UNKNOWN" as const };
}
