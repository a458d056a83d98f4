import {
  ALERT_AREA,
  between,
  distance,
  offset,
  type Point,
  placeNames,
  point,
  route,
} from "./paris.ts";

/** Makes random numbers from 0 up to 1 by mulberry32, the same for the same seed. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes one seed of several numbers. */
export function seedOf(...numbers: number[]): number {
  return numbers.reduce(
    (hash, number) => Math.imul(hash ^ number, 0x9e3779b1) ^ (hash >>> 15),
    0x85ebca6b,
  );
}

type Activity = "WALKING" | "RUNNING" | "ON_BICYCLE" | "IN_VEHICLE" | "STILL";

/** How people move. `share` is a percentage, `speed` is in metres a second, `accuracy` in metres. */
const MEANS: readonly {
  share: number;
  activity: Activity;
  speed: [number, number];
  accuracy: number;
}[] = [
  { share: 40, activity: "WALKING", speed: [1.1, 1.7], accuracy: 12 },
  { share: 5, activity: "RUNNING", speed: [2.4, 3.4], accuracy: 10 },
  { share: 25, activity: "ON_BICYCLE", speed: [3.5, 6], accuracy: 8 },
  { share: 30, activity: "IN_VEHICLE", speed: [6, 12], accuracy: 6 },
];

/** A walk along a street, or a stay if both ends are the same. Times are seconds since the start. */
export interface Leg {
  from: string;
  to: string;
  begins: number;
  ends: number;
  activity: Activity;
}

export interface Traveller {
  number: number;
  seed: number;
  /** By how many metres a position may be wrong. */
  accuracy: number;
  legs: Leg[];
}

/** A phone's position report. */
export interface Report extends Point {
  movingActivity: Activity;
  accuracy: number;
}

/**
 * Plans where a traveller goes: to one place after another, with a rest at each. Half of the travellers go to the
 * alert's quarter first. The same seed and number make the same plan, whatever its length.
 */
function traveller(seed: number, number: number, seconds: number): Traveller {
  const ownSeed = seedOf(seed, number);
  const random = mulberry32(ownSeed);
  const within = (min: number, max: number) => min + random() * (max - min);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

  let share = random() * 100;
  const { activity, speed, accuracy } =
    MEANS.find((means) => {
      share -= means.share;
      return share < 0;
    }) ?? (MEANS[0] as (typeof MEANS)[number]);
  const usualSpeed = within(...speed);
  const ownAccuracy = accuracy * within(0.7, 1.5);
  let here = pick(placeNames);
  let goesToQuarter = random() < 0.5;
  // Most are already moving when the demo begins.
  let clock = -within(0, 400);
  const legs: Leg[] = [];
  while (clock < seconds) {
    const goal = pick(goesToQuarter ? ALERT_AREA : placeNames);
    goesToQuarter = false;
    for (const to of route(here, goal).slice(1)) {
      const begins = clock;
      clock += distance(point(here), point(to)) / (usualSpeed * within(0.85, 1.15));
      legs.push({ from: here, to, begins, ends: clock, activity });
      here = to;
    }
    const begins = clock;
    clock += within(10, 60);
    legs.push({ from: here, to: here, begins, ends: clock, activity: "STILL" });
  }
  return { number, seed: ownSeed, accuracy: ownAccuracy, legs };
}

/** Plans the travellers of a demo. */
export function plan(seed: number, users: number, seconds: number): Traveller[] {
  return Array.from({ length: users }, (_, index) => traveller(seed, index + 1, seconds));
}

/** A traveller's position report at a time, in seconds since the start. It has an error, as a phone's has. */
export function report({ seed, accuracy, legs }: Traveller, second: number): Report {
  const leg = (legs.find(({ ends }) => ends > second) ?? legs.at(-1)) as Leg;
  const fraction = (second - leg.begins) / (leg.ends - leg.begins);
  const exact = between(point(leg.from), point(leg.to), fraction);
  // The error changes slowly, as a phone's does.
  const random = mulberry32(seedOf(seed, Math.floor(second / 10)));
  const { latitude, longitude } = offset(exact, random() * accuracy, random() * 2 * Math.PI);
  const rounded = (degrees: number) => Number(degrees.toFixed(6));
  return {
    latitude: rounded(latitude),
    longitude: rounded(longitude),
    movingActivity: leg.activity,
    accuracy: Number(accuracy.toFixed(1)),
  };
}
