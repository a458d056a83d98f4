import { mayMatch, rightOutcomes, wrongAttempts } from "./oracle.ts";
import type { Person } from "./simulation.ts";
import type { Publication } from "./world.ts";

/** The levels at which a user was told of an alert, joined by "+". */
export interface Told {
  alert_id: number;
  user_id: number;
  levels: string;
}

/** What happened, as those who did it saw it, and what the database has of it. */
export interface Outcome {
  people: Person[];
  publications: Publication[];
  /** Whether each alert finds everyone whom it concerns in one transaction. */
  matchesAtOnce: boolean;
  told: Told[];
  counts: { id: number; reached: number; complete: boolean }[];
  stored: { id: number; positions: number; version: number }[];
}

/** Who was told wrongly of an alert, supposing that its matching found it lasting, ended, or either. */
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

/** What the oracle holds against an outcome. */
export function wrongly(outcome: Outcome): string[] {
  const { people, publications, matchesAtOnce, told, counts, stored } = outcome;
  const levelsOf = new Map(
    told.map(({ alert_id, user_id, levels }) => [`${alert_id} ${user_id}`, levels]),
  );
  const ofAlerts = publications.flatMap((publication) => {
    const found = mayMatch(publication);
    // Where the matching is one for all users, one supposition must hold for all of them.
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
    if (row?.version !== 1 + changes.length) {
      wrong.push(`${changes.length} passwords changed, version ${row?.version}`);
    }
    return wrong.map((line) => `user ${id}: ${line}`);
  });
  return [...ofAlerts, ...ofPeople];
}
