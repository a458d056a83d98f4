import { inFile } from "../fault.ts";

/** Faults in what stands between requests and the database: pools, turns, budgets and the checks at a start. */
export const faults = [
  ...inFile(
    "src/database/alert-defaults.ts",
    ["test/database/alert-defaults.test.ts"],
    [
      ["old defaults of alerts are kept for a minute", "KEPT_FOR = 5_000", "KEPT_FOR = 60_000"],
      ["many who need the defaults of alerts each ask", "asking ??= ask()", "asking = ask()"],
      [
        "level THREE has the distance of TWO by default",
        'level3_distance as "level3Distance"',
        'level2_distance as "level3Distance"',
      ],
    ],
  ),
  ...inFile(
    "src/database/answer-budget.ts",
    ["test/database/answer-budget.test.ts"],
    [
      ["a connection is watched once more for each answer", "watches.set(client, watch);", ""],
      ["any text with a brace holds rows", ' || text[0] !== "{"', ""],
    ],
  ),
  ...inFile(
    "src/database/large-answers.ts",
    ["test/database/large-answers.test.ts"],
    [
      ["an answer of exactly 64 kB is large", "?? LARGE + 1) > LARGE;", "?? LARGE + 1) >= LARGE;"],
      [
        "a turn rests as long as a lock was waited for",
        "Math.min(ended - began, LONGEST_REST)",
        "ended - began",
      ],
      [
        "turns rest long after all others have left",
        "OTHERS_REMAIN = 1_000",
        "OTHERS_REMAIN = 10_000",
      ],
    ],
  ),
  ...inFile(
    "src/database/node-pools.ts",
    ["test/database/node-pools.test.ts"],
    [
      [
        "one node that is given up takes all with it",
        "node.pool !== pool || !node.isReachable",
        "!node.isReachable",
      ],
      [
        "connections to nodes outlive the host",
        "await Promise.all(nodes.map(({ pool }) => pool.end()));",
        "",
      ],
      ["each node is the coordinator", "url.hostname = host;", ""],
      ["a node is tried again after the end", "if (!this.#nodes.has(address)) return;", ""],
      ["a lost connection to a node ends the host", 'pool.on("error", () => {});', ""],
    ],
  ),
  ...inFile(
    "src/database/public-pool.ts",
    ["test/database/public-pool.test.ts"],
    [
      ["who was refused still waits", "this.#waiting.delete(begin);\n      callback", "callback"],
      ["one free connection is given to all who wait", "if (!this.#hasFree()) return;", ""],
      [
        "a wait in vain is not counted",
        "      observe();\n      this.#waiting.delete(begin);",
        "      this.#waiting.delete(begin);",
      ],
      [
        "a wait for a connection is not counted",
        "      observe();\n      callback(...outcome);",
        "      callback(...outcome);",
      ],
    ],
  ),
  ...inFile(
    "src/database/primary-client.ts",
    ["test/database/primary-client.test.ts"],
    [
      [
        "silence makes an attempt longer than it may be",
        "Math.min(patience, PATIENCE_IN_SILENCE)",
        "PATIENCE_IN_SILENCE",
      ],
    ],
  ),
  ...inFile(
    "src/database/replica.ts",
    ["test/database/replica.test.ts"],
    [
      [
        "a primary that answers late makes the standby younger",
        "const at = performance.now();\n    const lsn = await lsnOf(primary, ON_PRIMARY);",
        "const lsn = await lsnOf(primary, ON_PRIMARY);\n    const at = performance.now();",
      ],
    ],
  ),
  ...inFile(
    "src/database/retry-locked.ts",
    ["test/database/retry-locked.test.ts"],
    [["a migration leaves no time to those behind it", "await sleep(pause);", ""]],
  ),
  ...inFile(
    "src/database/require-sessions.ts",
    ["test/database/require-sessions.test.ts"],
    [
      ["the check for a pooler leaves a transaction open", 'await other.query("commit");', ""],
      [
        "a pooler for the host's role is taken",
        "await requireSessions(database.publicationPool);",
        "",
      ],
    ],
  ),
];
