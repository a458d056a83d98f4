import { isDate } from "node:util/types";

/** Matches a date, also of code that Node loads once for all test files, whose `Date` is another class. */
export const anyDate = { asymmetricMatch: isDate };
