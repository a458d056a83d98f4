import { expect } from "@jest/globals";
import { owner, type Scene, stage } from "../database/scene.ts";

const { test } = stage();

/** Returns the functions whose body matches a pattern. */
async function functionsWith(s: Scene, pattern: string): Promise<string[]> {
  const rows = await s.as(owner)`select p.oid::regproc::text as name from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where n.nspname ~ '^app_' and p.prosrc ~* ${pattern} order by 1`;
  return rows.map(({ name }) => name);
}

test.each([
  [
    "an alert is active",
    String.raw`(?<!\m[os]\.)\mexpires_at\s*[<>]=?\s*(pg_catalog\.)?now\(\)`,
    // Sessions (s, o) expire too. A feed has all-clears until their alerts would have ended. The third function marks alerts,
    // and is_active() reads the mark.
    [
      "app_private.cap_feed",
      "app_private.end_expired_alerts",
      "app_private.is_active",
      "app_private.speak_cap",
    ],
  ],
  [
    "an alert is for testers",
    String.raw`status\s*(=|<>)\s*'ACTUAL'`,
    // Drills have a feed of their own. The last one says so in words.
    ["app_private.applies_to", "app_private.cap_feed", "app_private.marked_text"],
  ],
  ["a user's right to exercises", String.raw`\mor\s+\S*is_tester`, ["app_private.applies_to"]],
  ["a position is fresh", String.raw`[-]\s*\S*max_position_age`, ["app_private.oldest_fresh"]],
  [
    "a level is no more urgent",
    String.raw`notified_level\S*\s*[<>]=?\s*\S*level`,
    ["app_private.is_notified"],
  ],
  // A message has all three.
  [
    "the text of a level",
    String.raw`\mthen\s+\S*text[123]`,
    ["app_private.next_cap_version", "app_private.text_of"],
  ],
  ["the login that is missing", "LA401", ["app_private.refuse_anonymous"]],
  [
    "the insertion of notifications",
    String.raw`insert into app_public\.notifications`,
    ["app_private.insert_notifications"],
  ],
  [
    "each advisory lock",
    "pg_advisory_xact_lock",
    [
      "app_private.check_draft",
      "app_private.drain_reports",
      "app_private.limit_device_keys",
      "app_private.note_alert_changes",
      "app_private.order_notifications",
      "app_private.receive_cap",
      "app_private.share_report_lock",
      "app_private.store_alert",
    ],
  ],
])("only the expected functions implement the rule: %s", async (s, _, pattern, places) => {
  expect(await functionsWith(s, pattern)).toEqual(places);
});

test.each([
  [
    "is_active",
    "app_public.alerts a where app_private.is_active(a.active, a.expires_at)",
    "a.active AND (a.expires_at > now())",
  ],
  [
    "applies_to",
    `app_public.last_positions l where app_private.applies_to('TEST', (select u.is_tester from app_public.users u where u.id = l.user_id))`,
    "SubPlan",
  ],
  [
    "is_fresh",
    "app_public.last_positions l where app_private.is_fresh(l.taken_at, l.alive_at, '1 day')",
    "GREATEST(l.taken_at, l.alive_at) > (now()",
  ],
  [
    "is_notified",
    "app_public.notifications n where app_private.is_notified(n.level, 'TWO')",
    "COALESCE((n.level <= 'TWO'",
  ],
  [
    "level_at",
    "app_public.alerts a where app_private.level_at(a.zone1, a.zone2, a.zone3, 'srid=4326;point(1 1)'::public.geometry) = 'ONE'",
    "CASE WHEN",
  ],
  [
    "text_of",
    "app_public.alerts a, app_public.notifications n where app_private.text_of(n.level, a.text1, a.text2, a.text3) = 'x'",
    "WHEN 'ONE'::app_public.level_alert THEN a.text1",
  ],
])("%s costs no call, as the planner inlines it", async (s, name, from, inlined) => {
  const rows = await s.as(owner, `explain (verbose, costs off) select from ${from}`);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).not.toContain(`${name}(`);
  expect(plan).toContain(inlined);
});
