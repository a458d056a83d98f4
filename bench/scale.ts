/**
 * Prints the tables of docs/scale.md: what a number of people needs, from measured costs. It measures nothing, and needs
 * no database.
 *
 *     npm run bench -- scale
 */
import { tables } from "./scale/model.ts";

console.log(tables().join("\n\n"));
