import {
  type Attempt,
  type End,
  type Level,
  levelAt,
  type PasswordChange,
  type Publication,
  type Report,
  type Span,
} from "./world.ts";

const URGENCY: Level[] = ["ONE", "TWO", "THREE"];

/** Returns how many of a user's reports certainly came before an event, and how many may have. */
function before(reports: Report[], { asked, answered }: Span): [number, number] {
  return [
    reports.filter((report) => report.answered < asked).length,
    reports.filter((report) => report.asked < answered).length,
  ];
}

/** A possible order of events: the positions of an alert's phases and end among a user's reports. */
interface Order {
  /** Reports before the first phase. */
  unseen: number;
  /** Reports before the matching. */
  unmatched: number;
  /** True if the matching found the alert active. */
  matches: boolean;
  /** The time at which the alert was over for this user's reports, by the database's clock. */
  end: number;
}

/** Returns the notifications of a user in one order of events. */
function told({ centre }: Publication, reports: Report[], order: Order): Level[] {
  const levels: Level[] = [];
  const tell = (report: Report | undefined) => {
    const level = report && levelAt(centre, report.place);
    if (!level) return;
    const isNews = levels.every((earlier) => URGENCY.indexOf(level) < URGENCY.indexOf(earlier));
    if (isNews) levels.push(level);
  };
  for (let index = order.unseen; index <= reports.length && levels.at(-1) !== "ONE"; index += 1) {
    if (index === order.unmatched && order.matches) tell(reports[index - 1]);
    const report = reports[index];
    if (report && report.createdAt < order.end) tell(report);
  }
  return levels.sort();
}

/** Returns the possible results of the matching: before the alert's end, after it, or both. */
export function mayMatch({ matched, end }: Publication): boolean[] {
  if (!end || matched.answered < end.asked) return [true];
  return end.answered < matched.asked ? [false] : [true, false];
}

/** Returns every time, by the database's clock, at which the alert may have been over for a user's reports. */
function endsFor({ at, isClocked, asked, answered }: End, reports: Report[]): number[] {
  // A report that started after the end, but before the end was committed, may not have seen it.
  const late = reports
    .map(({ createdAt }) => createdAt)
    .filter((createdAt) => createdAt >= at && createdAt <= at + (answered - asked));
  const early = isClocked
    ? []
    : reports.filter((report) => report.createdAt < at && report.answered > asked);
  return [
    at,
    ...late.map((createdAt) => createdAt + 0.001),
    ...early.map((report) => report.createdAt),
  ];
}

/**
 * Returns all allowed results for a user and an alert, as sorted levels joined by "+".
 *
 * A user's reports come one after another. A phase of the publication comes after reports that ended before it
 * started, and before reports that started after it ended. For reports at the same time either order is allowed, but
 * one order must explain everything. The same holds for the alert's end.
 */
export function rightOutcomes(
  publication: Publication,
  reports: Report[],
  matches: boolean,
): Set<string> {
  const [leastUnseen, mostUnseen] = before(reports, publication.visible);
  const [leastUnmatched, mostUnmatched] = before(reports, publication.matched);
  const { end } = publication;
  const ends = end ? endsFor(end, reports) : [Number.POSITIVE_INFINITY];
  const outcomes = new Set<string>();
  for (let unseen = leastUnseen; unseen <= mostUnseen; unseen += 1) {
    const first = Math.max(unseen, leastUnmatched);
    // If a user has reported since the first phase, the matching notifies them at no further level.
    const last = end ? mostUnmatched : Math.min(mostUnmatched, unseen + 1);
    for (let unmatched = first; unmatched <= Math.max(first, last); unmatched += 1) {
      for (const at of ends) {
        outcomes.add(told(publication, reports, { unseen, unmatched, matches, end: at }).join("+"));
      }
    }
  }
  return outcomes;
}

/** Returns requests that were wrongly accepted or refused, given a user's changes of password. */
export function wrongAttempts(attempts: Attempt[], changes: PasswordChange[]): string[] {
  return attempts.flatMap(({ sessionId, accepted, asked, answered }) => {
    const change = changes.find(({ from }) => from === sessionId);
    if (accepted && change && change.answered < asked)
      return [`session ${sessionId} taken after its end`];
    if (!accepted && (!change || answered < change.asked))
      return [`session ${sessionId} refused while it lasts`];
    return [];
  });
}
