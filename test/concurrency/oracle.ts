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

/** How many of a user's reports came before something without doubt, and how many may have. */
function before(reports: Report[], { asked, answered }: Span): [number, number] {
  return [
    reports.filter((report) => report.answered < asked).length,
    reports.filter((report) => report.asked < answered).length,
  ];
}

/** One order of events: a user's reports, and between them where an alert's phases and end fell. */
interface Order {
  /** Reports ahead of the first phase. */
  unseen: number;
  /** Reports ahead of the matching. */
  unmatched: number;
  /** Whether the matching found that the alert lasts. */
  matches: boolean;
  /** By the database's clock, when the alert was over for this user's reports. */
  end: number;
}

/** What a user is told in one order of events. */
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

/** Whether the matching may have come before the alert's end, and whether it may have come after. */
export function mayMatch({ matched, end }: Publication): boolean[] {
  if (!end || matched.answered < end.asked) return [true];
  return end.answered < matched.asked ? [false] : [true, false];
}

/** By the database's clock, every moment at which an alert may have been over for a user's reports. */
function endsFor({ at, isClocked, asked, answered }: End, reports: Report[]): number[] {
  // A report that began after the end, but before this was committed, may not have seen it.
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
 * Everything that a user may rightly have been told of an alert, as sorted levels joined by "+".
 *
 * A user's reports come one after another. A phase of the publication comes after those that were
 * answered before it was asked for, and before those that were asked for after it was answered;
 * for those that ran at the same time, either order is right, but one order must be. So for the end.
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
    // Whom the matching finds where they reported since, it tells no more than that report did.
    const last = end ? mostUnmatched : Math.min(mostUnmatched, unseen + 1);
    for (let unmatched = first; unmatched <= Math.max(first, last); unmatched += 1) {
      for (const at of ends) {
        outcomes.add(told(publication, reports, { unseen, unmatched, matches, end: at }).join("+"));
      }
    }
  }
  return outcomes;
}

/** What was taken or refused wrongly, given a user's changes of password. */
export function wrongAttempts(attempts: Attempt[], changes: PasswordChange[]): string[] {
  return attempts.flatMap(({ version, accepted, asked, answered }) => {
    const change = changes.find(({ from }) => from === version);
    if (accepted && change && change.answered < asked)
      return [`version ${version} taken after its end`];
    if (!accepted && (!change || answered < change.asked))
      return [`version ${version} refused while it lasts`];
    return [];
  });
}
