/**
 * Prints the tables of docs/scale.md: the resources that a number of people needs, computed from measured costs. It
 * measures nothing, and needs no database.
 *
 *     npm run bench -- scale
 */
import { tables } from "./scale/model.ts";

console.log(tables().join("\n\n"));
