import { type Level, levelAt, type Publication, type Report } from "./world.ts";

const URGENCY: Level[] = ["ONE", "TWO", "THREE"];

/** What a user is told when the publication comes after their first `before` reports. */
function told(
  publication: Publication,
  reports: Report[],
  before: number,
  expiresAt: number,
): Level[] {
  const levels: Level[] = [];
  const tell = (level: Level | undefined) => {
    if (!level) return;
    const isNews = levels.every((earlier) => URGENCY.indexOf(level) < URGENCY.indexOf(earlier));
    if (isNews) levels.push(level);
  };
  const last = reports[before - 1];
  if (last) tell(levelAt(publication.centre, last.place));
  for (const report of reports.slice(before)) {
    if (report.createdAt < expiresAt) tell(levelAt(publication.centre, report.place));
  }
  return levels.sort();
}

/**
 * Everything that a user may rightly have been told of an alert, as sorted levels joined by "+".
 *
 * A user's reports come one after another. A publication comes after those that were answered
 * before it was asked for, and before those that were asked for after it was answered; for those
 * that ran at the same time, either order is right, but one order must be. So for an alert's end.
 */
export function rightOutcomes(publication: Publication, reports: Report[]): Set<string> {
  const least = reports.filter(({ answered }) => answered < publication.asked).length;
  const most = reports.filter(({ asked }) => asked < publication.answered).length;
  const outcomes = new Set<string>();
  for (let before = least; before <= most; before += 1) {
    for (const end of [publication.expiresAt, publication.endSeenBy]) {
      outcomes.add(told(publication, reports, before, end).join("+"));
    }
  }
  return outcomes;
}
