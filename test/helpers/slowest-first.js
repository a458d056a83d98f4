import Sequencer from "@jest/test-sequencer";

/** Jest's default starts the largest files first if it has not timed them. These are small, and take longest. */
const SLOW = [
  "docs/recipes",
  "docs/backup",
  "compose/database",
  "cells/cells",
  "hosts/hosts",
  "fast-path/proof",
  "console/test/browser/new-alert",
  "console/test/browser/person",
  "console/test/browser/journey",
  "console/test/browser/alert",
  "console/test/browser/screens",
  "http/start",
  "embedded/lock",
  "erasure/bytes",
  "api/quotas",
  "commands/export-schema",
  "http/shutdown",
  "crash/failover",
  "crash/host",
  "http/drain",
];

const rankOf = ({ path }) => {
  const rank = SLOW.findIndex((name) => path.endsWith(`/${name}.test.ts`));
  return rank < 0 ? SLOW.length : rank;
};

/** Starts the slowest files first, so that the workers end together. */
export default class SlowestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
