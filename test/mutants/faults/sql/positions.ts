import { inFunction, inSchema } from "../../fault.ts";

const POSITIONS = "test/database/positions.test.ts";
const BATCH = "test/database/new-positions.test.ts";
const REPEATED = "test/database/repeated-positions.test.ts";
const KEYS = "test/database/device-keys.test.ts";
const MATCHING = "test/database/matching.test.ts";
const PARTITIONS = "test/database/partitions.test.ts";
const LOCKS = "test/database/report-locks.test.ts";
const AT_ONCE = "test/database/concurrency.test.ts";

/** Faults in position reports and their history. */
export const faults = [
  ...inFunction(
    "app_private.apply_position_report",
    [POSITIONS, BATCH],
    [
      [
        "a second report in one second is history",
        "excluded.taken_at >= l.taken_at",
        "excluded.taken_at > l.taken_at",
      ],
      ["an older report moves the last position", "where excluded.taken_at >= l.taken_at", ""],
      ["the accuracy stays the first one", "accuracy = excluded.accuracy, ", ""],
      ["the activity stays the first one", ", moving_activity = excluded.moving_activity", ""],
      ["the last position has the first report's id", "position_id = excluded.position_id, ", ""],
      ["the time of the report stays the first one", "created_at = excluded.created_at, ", ""],
      [
        "latitude and longitude are swapped in the last position",
        "st_makepoint(reported.longitude, reported.latitude)",
        "st_makepoint(reported.latitude, reported.longitude)",
      ],
    ],
  ),
  ...inFunction(
    "app_private.position_fault",
    [BATCH],
    [
      ["an accuracy of half the globe is bad", "between 0 and 20000000", "between 0 and 19999999"],
      ["an accuracy of 0 is bad", "not between 0 and", "not between 1 and"],
      [
        "a moment in the future is good",
        "and created_at is not true",
        "and 'infinity' is not true",
      ],
      ["a moment before 1970 is good", "'1970-01-01 00:00:00+00'", "'-infinity'"],
      ["a latitude past the pole is good", "between -90 and 90", "between -90 and 91"],
      ["a longitude past 180 is good", "between -180 and 180", "between -181 and 180"],
    ],
  ),
  ...inFunction(
    "app_private.first_bad_position",
    [BATCH],
    [
      ["a bad entry is named by the next index", "p.index - 1", "p.index"],
      ["the last bad entry is named", "order by p.index", "order by p.index desc"],
      ["a missing activity is good", "p.moving_activity is null", "false"],
    ],
  ),
  ...inFunction(
    "app_private.make_position_partitions",
    [PARTITIONS, AT_ONCE],
    [
      [
        "this week has no partition",
        "generate_series(date_trunc('week', now()),",
        "generate_series(date_trunc('week', now()) + interval '1 week',",
      ],
      [
        "a partition has no row-level security",
        "execute format('alter table app_public.%I enable row level security', partition_name);",
        "",
      ],
      ["a week in the default partition is made too", "d.created_at >= week and", "false and"],
      ["an attached partition lacks its indexes", " including indexes", ""],
      [
        "a partition is made twice",
        "continue when to_regclass",
        "continue when false and to_regclass",
      ],
      [
        "two processes make one partition",
        "lock table only app_public.positions in share update exclusive mode;",
        "",
      ],
      ["a partition waits for a long reader", "set local lock_timeout = '200ms';", ""],
      ["partitions are two weeks ahead", "now() + ahead", "now() + ahead / 2"],
    ],
  ),
  ...inFunction(
    "app_private.moment_taken",
    [POSITIONS, BATCH],
    [
      [
        "a fast clock makes the future",
        "least(pg_catalog.to_timestamp(seconds), pg_catalog.now())",
        "pg_catalog.to_timestamp(seconds)",
      ],
      ["two days ahead is now", "86400", "2 * 86400"],
      ["an hour ahead is refused", "+ 86400", "+ 1800"],
      ["the first second of 1970 is refused", "seconds between 0 and", "seconds between 1 and"],
    ],
  ),
  ...inFunction(
    "app_private.purge_positions",
    [PARTITIONS],
    [
      [
        "rows of the default partition are not counted",
        "get diagnostics purged_by_default = row_count;",
        "purged_by_default := 0;",
      ],
      [
        "young rows go",
        "and p.created_at < oldest_kept;",
        "and p.created_at < oldest_kept + interval '1 day';",
      ],
      [
        "weeks are deleted by row before they are dropped",
        "where p.id between first_id and last_id and p.created_at >= week and",
        "where",
      ],
    ],
  ),
  ...inFunction(
    "app_private.drop_position_partitions",
    [PARTITIONS, AT_ONCE],
    [
      [
        "positions are dropped a week early",
        "+ interval '1 week' <= oldest_kept",
        "<= oldest_kept",
      ],
      [
        "a week's last moment is dropped early",
        "+ interval '1 week' <= oldest_kept",
        "+ interval '6 days' <= oldest_kept",
      ],
      ["partitions are never dropped", "<= oldest_kept", "<= oldest_kept - interval '1 year'"],
    ],
  ),
  ...inFunction(
    "app_private.share_report_lock",
    [LOCKS],
    [
      [
        "a report takes no lock",
        "perform pg_catalog.pg_advisory_xact_lock_shared(app_private.report_lock(user_id));",
        "",
      ],
      [
        "a report holds back its neighbours",
        "pg_advisory_xact_lock_shared",
        "pg_advisory_xact_lock",
      ],
    ],
  ),
  ...inFunction(
    "app_public.new_position",
    [LOCKS, POSITIONS, MATCHING],
    [
      [
        "a report does not wait for publications",
        "perform app_private.share_report_lock(caller_id);",
        "",
      ],
      ["a report has no moment", "app_private.moment_taken(input.taken_at)", "now()"],
      [
        "a report is history only",
        "perform app_private.apply_position_report(reported, is_history);",
        "",
      ],
    ],
  ),
  ...inFunction(
    "app_public.new_positions",
    [BATCH, REPEATED],
    [
      ["1,000 positions are too many", "> 1000 then", ">= 1000 then"],
      ["1,001 positions are taken", "> 1000 then", "> 1001 then"],
      ["bad entries are the constraints' matter", "if bad is not null then", "if false then"],
    ],
  ),
  ...inFunction(
    "app_private.positions_reported",
    [BATCH, REPEATED],
    [["repeated positions come in any order", "order by i.index", "order by i.index desc"]],
  ),
  ...inFunction(
    "app_private.keep_positions",
    [REPEATED],
    [
      [
        "a repeated position has the id of another user's",
        "on h.user_id = keep_positions.user_id and h.hash = i.hash",
        "on h.hash = i.hash",
      ],
    ],
  ),
  ...inFunction(
    "app_private.keep_positions",
    [LOCKS, BATCH, REPEATED],
    [
      [
        "a batch does not wait for publications",
        "perform app_private.share_report_lock(keep_positions.user_id);",
        "",
      ],
      [
        "of two in one second the first counts",
        "k.taken_at desc, i.taken_at desc nulls first, i.index desc",
        "k.taken_at desc, i.taken_at desc nulls first, i.index",
      ],
      [
        "the last entry counts",
        "order by k.taken_at desc, i.taken_at desc nulls first, i.index desc limit 1",
        "order by i.index desc limit 1",
      ],
      [
        "a batch is stored in any order",
        "order by i.index);\n  if is_history",
        "order by i.index desc);\n  if is_history",
      ],
      ["of two in one batch the last counts", "min(h.id)", "max(h.id)"],
      ["a repeated position is an error", "on conflict do nothing", ""],
      ["a repeated position is stored again", "where i.hash is null or i.id = any (first_ids)", ""],
      [
        "positions without a moment are one",
        "where i.hash is null or i.id = any (first_ids)",
        "where i.id = any (first_ids)",
      ],
    ],
  ),
  ...inFunction(
    "app_private.report_with_key",
    [KEYS],
    [
      [
        "a key is another user's too",
        "k.user_id = report_with_key.user_id and k.key_hash",
        "k.key_hash",
      ],
      ["a bad entry refuses the others", "filter (where i.fault is null)", ""],
      ["each report writes its key's use", "if is_used_lately is not true then", "if true then"],
      ["no report writes its key's use", "if is_used_lately is not true then", "if false then"],
    ],
  ),
  ...inFunction(
    "app_public.device_key_revoke",
    [KEYS],
    [
      [
        "everyone revokes everyone's keys",
        "(k.user_id = caller.id or caller.is_admin and not caller.is_training)",
        "true",
      ],
      ["training users revoke others' keys", " and not caller.is_training", ""],
    ],
  ),
  ...inFunction(
    "app_public.device_keys",
    [KEYS],
    [["everyone lists everyone's keys", " and not caller.is_admin", " and false"]],
  ),
  ...inFunction(
    "app_public.device_key_add",
    [KEYS],
    [
      ["a user has 21 keys", ">= most_keys", "> most_keys"],
      ["the key is kept", "app_private.key_hash(secret)", "convert_to(secret, 'UTF8')"],
    ],
  ),
  ...inFunction(
    "app_private.report_lock",
    [LOCKS, AT_ONCE],
    [["users share no lock with their publication", "(user_id >> 11)", "user_id"]],
  ),
  ...inFunction(
    "app_private.user_of_each_lock",
    [LOCKS],
    [
      ["the last lock of a range is not held", " union all select last_id", ""],
      ["every other lock of a range is not held", "last_id, 2048)", "last_id, 4096)"],
    ],
  ),
  ...inSchema(
    "app_public.positions",
    ["test/database/rls-matrix.test.ts"],
    [
      [
        "everyone reads all last positions",
        "create policy leak on app_public.last_positions for select to app_user using (true)",
      ],
      ["users write their history", "grant insert, update on app_public.positions to app_user"],
    ],
  ),
  ...inFunction(
    "app_private.positions_reported",
    ["test/database/last-position-only.test.ts"],
    [
      [
        "a repeated position was created now",
        "i.id, positions_reported.user_id, coalesce(h.created_at, now()),",
        "i.id, positions_reported.user_id, now(),",
      ],
      [
        "hashes of mirrored places are looked up",
        "i.taken_at, i.latitude, i.longitude)",
        "i.taken_at, i.longitude, i.latitude)",
      ],
      ["hashes of others are looked up", " and h.user_id = positions_reported.user_id\n", "\n"],
    ],
  ),
  ...inFunction(
    "app_private.make_position_partitions",
    ["test/database/partitions.test.ts"],
    [
      [
        "partitions end a day early",
        "starts[i] + interval '1 week')",
        "starts[i] + interval '6 days')",
      ],
    ],
  ),
];
