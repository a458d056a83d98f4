import Sequencer from "@jest/test-sequencer";

/** Jest's default starts the largest files first if it has not timed them. These are small, and take longest. */
const SLOW = [
  "fast-path/proof",
  "hosts/hosts",
  "console/test/browser/new-alert",
  "console/test/browser/person",
  "console/test/browser/journey",
  "console/test/browser/alert",
  "console/test/browser/screens",
  "http/start",
  "embedded/lock",
  "embedded/starts",
  "embedded/durability",
  "database/upgrade",
  "commands/export-schema",
  "examples/phone",
  "docs/backup",
  "erasure/restore",
  "matching/rules",
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
