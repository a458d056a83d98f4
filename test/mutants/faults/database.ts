import { inFile, inFunction } from "../fault.ts";

/** Faults in what operators see of the database: readiness, sessions and locks. */
export const faults = [
  ...inFunction(
    "app_private.note_push_outcome",
    ["test/database/push-outcomes.test.ts"],
    [
      [
        "a change is noted after seconds only",
        "or o.why is distinct from note_push_outcome.why",
        "",
      ],
      ["each push writes its outcome", "o.at < clock_timestamp() - interval '5 seconds'", "true"],
      [
        "a provider fails since its last refusal",
        "coalesce(o.failing_since, clock_timestamp())",
        "clock_timestamp()",
      ],
    ],
  ),
  ...inFunction(
    "app_private.readiness",
    [
      "test/database/readiness.test.ts",
      "test/http/health.test.ts",
      "test/database/push-outcomes.test.ts",
    ],
    [
      ["jobs of the future wait", "j.run_at <= clock_timestamp() and", ""],
      ["jobs that run wait", "j.locked_at is null and", ""],
      ["jobs that are given up wait", "and j.attempts < j.max_attempts", ""],
      ["a database without migrations is ready", "into strict migration", "into migration"],
    ],
  ),
  ...inFunction(
    "app_private.failing_pushes",
    ["test/database/push-outcomes.test.ts"],
    [["providers that take pushes fail", "where o.why is not null", ""]],
  ),
  ...inFile(
    "src/database/readiness.ts",
    ["test/http/health.test.ts"],
    [["/readyz waits as long as the database", "Promise.race([asked, late.promise])", "asked"]],
  ),
  ...inFile(
    "src/channels/push/states.ts",
    ["test/push/states.test.ts"],
    [
      ["/readyz shows the text of a provider", "withoutDetail(failure.why)", "failure.why"],
      ["a provider that is off fails", 'configured[name] === "on" ?', "true ?"],
    ],
  ),
  ...inFile(
    "src/database/require-sessions.ts",
    ["test/database/require-sessions.test.ts"],
    [
      ["shared sessions are taken", "if (after !== before)", "if (false)"],
      ["a role that is not taken does not matter", "(role && row.role !== role)", "false"],
      [
        "a timeout that is dropped does not matter",
        "(statement_timeout && row.timeout !== statement_timeout)",
        "false",
      ],
    ],
  ),
  ...inFile(
    "src/database/retry-locked.ts",
    ["test/database/retry-locked.test.ts"],
    [
      ["a migration waits for ever", "if (tries === TRIES)", "if (false)"],
      ["each error is tried again", "!== LOCK_NOT_AVAILABLE", '=== "none"'],
    ],
  ),
  ...inFile(
    "src/database/check-history.ts",
    ["test/database/old-history.test.ts"],
    [["a migration that was edited is taken", "ours.hash === hash", "index > 0"]],
  ),
];
