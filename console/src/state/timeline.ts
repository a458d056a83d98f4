import type { AlertTimelineQuery } from "../api/operations.ts";

export type Step = NonNullable<
  NonNullable<NonNullable<AlertTimelineQuery["alerts"]>[number]>["timeline"]
>[number];

/** What happens to people in the course of an alert, in its usual order. */
export const COURSES = ["told", "pushed", "seen"] as const;
export type Course = (typeof COURSES)[number];

/** A point of a course: seconds since the publication, and the people up to then. */
export type Point = readonly [seconds: number, people: number];

/** Returns how the number of people grows: at once at the beginning of each step, and not between steps. */
export function pointsOfCourse(
  steps: readonly Step[],
  course: Course,
  publishedAt: number,
): Point[] {
  let people = 0;
  const points = steps.flatMap((step): Point[] => {
    const before = people;
    people += step[course];
    const begin = step.beganAt - publishedAt;
    return [
      [begin, before],
      [begin, people],
    ];
  });
  return [[0, 0], ...points];
}

/** Returns how many seconds the timeline covers, at least 60. */
export function spanSeconds(
  steps: readonly Step[],
  versions: readonly number[],
  publishedAt: number,
) {
  const ends = steps.map(({ beganAt, duration }) => beganAt + duration);
  return Math.max(60, ...[...ends, ...versions].map((at) => at - publishedAt));
}
