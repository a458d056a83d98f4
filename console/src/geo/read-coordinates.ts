import type { Position } from "geojson";

/** Digits, signs, the marks of degrees, minutes and seconds in all their forms, and points of the compass. */
const ALLOWED = /^[\d\s.,;:°º'"′″’”NSEW+-]+$/;
const TOKENS = /[NSEW]|[+-]?\d+(?:\.\d+)?/g;

/** Writes decimal commas as points. A comma between two coordinates stays. */
function withPoints(text: string): string {
  if (text.includes(".")) return text;
  const changed = text.replaceAll(/(\d),(\d)/g, "$1.$2");
  return (changed.match(/\d+(\.\d+)?/g) ?? []).length >= 2 ? changed : text;
}

interface Angle {
  degrees: number;
  /** The point of the compass, if the text has it. */
  side?: string;
}

/** Returns an angle from degrees, and minutes and seconds if they are given; undefined if they are not valid. */
function angleOf(parts: string[], side?: string): Angle | undefined {
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = parts.map(Number);
  const isSigned = parts[0]?.startsWith("-") ?? false;
  const areFractions = parts.slice(0, -1).some((part) => part.includes("."));
  const fits = minutes >= 0 && minutes < 60 && seconds >= 0 && seconds < 60;
  if (parts.length > 3 || Number.isNaN(degrees) || areFractions || !fits) return undefined;
  if (isSigned && side) return undefined;
  const size = Math.abs(degrees) + minutes / 60 + seconds / 3600;
  return {
    degrees: isSigned || side === "S" || side === "W" ? -size : size,
    ...(side && { side }),
  };
}

/** Splits the numbers into two angles: at the points of the compass, or in the middle. */
function anglesOf(tokens: string[]): (Angle | undefined)[] {
  const sides = tokens.filter((token) => /[NSEW]/.test(token));
  const numbers = tokens.filter((token) => !/[NSEW]/.test(token));
  if (sides.length === 0) {
    const half = numbers.length / 2;
    return Number.isInteger(half)
      ? [angleOf(numbers.slice(0, half)), angleOf(numbers.slice(half))]
      : [];
  }
  if (sides.length !== 2) return [];
  const [first, second] = sides as [string, string];
  // "N 44 E 11" or "44 N 11 E".
  const isBefore = tokens[0] === first;
  if (isBefore === (tokens.at(-1) === second)) return [];
  const split = isBefore ? tokens.indexOf(second) - 1 : tokens.indexOf(first);
  return [angleOf(numbers.slice(0, split), first), angleOf(numbers.slice(split), second)];
}

/**
 * Reads a place as people write it: "44.4938, 11.3388", "44,4938 11,3388", "44°29'38\"N 11°20'20\"E" or
 * "N 44 29.63 E 11 20.33". Without points of the compass the latitude comes first.
 * @returns Longitude and latitude; undefined for any other text.
 */
export function readCoordinates(text: string): Position | undefined {
  const plain = withPoints(text.trim().toUpperCase().replaceAll("−", "-"));
  if (!ALLOWED.test(plain)) return undefined;
  let [first, second] = anglesOf(plain.match(TOKENS) ?? []);
  if (!first || !second) return undefined;
  if (first.side === "E" || first.side === "W") [first, second] = [second, first];
  const areSides = !first.side || (/[NS]/.test(first.side) && /[EW]/.test(second.side ?? ""));
  const isOnGlobe = Math.abs(first.degrees) <= 90 && Math.abs(second.degrees) <= 180;
  return areSides && isOnGlobe ? [second.degrees, first.degrees] : undefined;
}
