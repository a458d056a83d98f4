import fc from "fast-check";

/** Draws random values that fast-check can shrink. */
export interface Draw {
  /** A whole number below `end`. */
  below(end: number): number;
  pick<T>(choices: readonly T[]): T;
  /** True in `chance` of a hundred cases. */
  percent(chance: number): boolean;
}

/** Draws random values from fast-check's generator. Small draws are the simple cases, to which it shrinks. */
export function drawWith(g: fc.GeneratorValue): Draw {
  const below = (end: number) => g(fc.nat, { max: end - 1 });
  return {
    below,
    pick: (choices) => choices[below(choices.length)] as never,
    percent: (chance) => below(100) >= 100 - chance,
  };
}
