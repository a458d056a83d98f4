import { describe, test } from "@jest/globals";
import { isCluster } from "./database.ts";

/**
 * A test of what a cluster cannot have: the plan of a local statement, a transaction of several users, a copy of a
 * database that is in use, or a statement that joins tables of several nodes.
 */
export const onOneServer = isCluster ? test.skip : test;

/** Like `onOneServer`, for all tests of a `describe` block. */
export const describeOnOneServer = isCluster ? describe.skip : describe;
