import { isDate } from "node:util/types";

/** Matches any date, even one from code that Node loads once for all test files, whose `Date` is another class. */
export const anyDate = { asymmetricMatch: isDate };
