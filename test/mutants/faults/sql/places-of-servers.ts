import { inFunction } from "../../fault.ts";

const PARTITIONS = ["test/database/partitions.test.ts"];
const UTC = ` SET "TimeZone" TO 'UTC'\n`;

/** Faults that show on a server whose time zone is not UTC. */
export const faults = [
  ...inFunction("app_private.make_position_partitions", PARTITIONS, [
    ["the weeks that are made are those of the server's place", UTC, ""],
  ]),
  ...inFunction("app_private.drop_position_partitions", PARTITIONS, [
    ["the weeks that are dropped are those of the server's place", UTC, ""],
  ]),
  ...inFunction("app_private.purge_positions", PARTITIONS, [
    ["the weeks that are purged are those of the server's place", UTC, ""],
  ]),
];
