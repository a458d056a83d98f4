import { InvalidArgumentError } from "commander";

/** Returns a parser for an option: a number from `min` to `max`, which is whole unless `isWhole` is false. */
export function number(min: number, max: number, isWhole = true) {
  return (text: string): number => {
    const value = Number(text);
    if (!text.trim() || !(value >= min && value <= max) || (isWhole && !Number.isInteger(value))) {
      throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`);
    }
    return value;
  };
}
