const seconds = () => Math.floor(Date.now() / 1000);

/** Returns what the API takes of where the browser was. The clock of a position may be ahead of this one. */
export function positionInput({ coords, timestamp }: GeolocationPosition) {
  const { latitude, longitude, accuracy } = coords;
  const takenAt = Math.min(Math.floor(timestamp / 1000), seconds());
  return { latitude, longitude, accuracy, takenAt, movingActivity: "UNKNOWN" as const };
}
