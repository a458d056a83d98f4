import type { Concern } from "./concern.ts";

/** Draws the area, its zones and the person. */
export function AreaMap(_props: { concern: Concern }) {
  return null;
}
