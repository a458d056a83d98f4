import { mayMatch, rightOutcomes, wrongAttempts } from "./oracle.ts";
import type { Person } from "./simulation.ts";
import type { Publication } from "./world.ts";

/** The levels at which a user was notified about an alert, joined by "+". */
export interface Told {
  alert_id: number;
  user_id: number;
  levels: string;
}

/** What the clients saw, and what the database contains. */
export interface Outcome {
  people: Person[];
  publications: Publication[];
  /** True if each publication matches everyone in one transaction. */
  matchesAtOnce: boolean;
  told: Told[];
  counts: { id: number; reached: number; complete: boolean }[];
  stored: { id: number; positions: number; sessionId: number }[];
}

/** Returns wrong notifications of an alert, assuming that its matching found it active, ended, or either. */
function toldWrongly(
  publication: Publication,
  people: Person[],
  levelsOf: Map<string, string>,
  matches: boolean[],
): string[] {
  return people.flatMap(({ id, reports }) => {
    const levels = levelsOf.get(`${publication.id} ${id}`) ?? "";
    const right = new Set(
      matches.flatMap((found) => [...rightOutcomes(publication, reports, found)]),
    );
    if (right.has(levels)) return [];
    const options = [...right].map((outcome) => `"${outcome}"`).join(" or ");
    return [`alert ${publication.id}, user ${id}: told "${levels}", right were ${options}`];
  });
}

/** Returns everything in an outcome that the oracle does not allow. */
export function wrongly(outcome: Outcome): string[] {
  const { people, publications, matchesAtOnce, told, counts, stored } = outcome;
  const levelsOf = new Map(
    told.map(({ alert_id, user_id, levels }) => [`${alert_id} ${user_id}`, levels]),
  );
  const ofAlerts = publications.flatMap((publication) => {
    const found = mayMatch(publication);
    // If one transaction matches all users, the same assumption must hold for all of them.
    const suppositions = (matchesAtOnce ? found.map((one) => [one]) : [found]).map((matches) =>
      toldWrongly(publication, people, levelsOf, matches),
    );
    const wrong = suppositions.reduce((best, other) => (other.length < best.length ? other : best));
    const reached = told.filter(({ alert_id }) => alert_id === publication.id).length;
    const count = counts.find(({ id }) => id === publication.id);
    if (count?.reached !== reached || !count.complete) {
      wrong.push(`alert ${publication.id}: reached ${reached}, recorded ${JSON.stringify(count)}`);
    }
    return wrong;
  });
  const ofPeople = people.flatMap(({ id, positions, changes, attempts }) => {
    const wrong = wrongAttempts(attempts, changes);
    const row = stored.find((one) => one.id === id);
    if (row?.positions !== positions) {
      wrong.push(`${positions} positions acknowledged, ${row?.positions} stored`);
    }
    if (row?.sessionId !== 1 + changes.length) {
      wrong.push(`${changes.length} passwords changed, session ${row?.sessionId} is left`);
    }
    return wrong.map((line) => `user ${id}: ${line}`);
  });
  return [...ofAlerts, ...ofPeople];
}
