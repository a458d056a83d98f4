import { isDate } from "node:util/types";
import { expect } from "@jest/globals";

/**
 * Compares dates by their time, whichever `Date` class they have. The `Date` of code that Node loads once for all test
 * files is another class. Without this, `toMatchObject()` would take it for an object without properties, which matches
 * anything.
 */
expect.addEqualityTesters([
  (one, other) => {
    if (!isDate(one) && !isDate(other)) return undefined;
    return isDate(one) && isDate(other) && Object.is(one.getTime(), other.getTime());
  },
]);
