/** @database server */
import { expect } from "@jest/globals";
import { host, owner, refusal, stage } from "./scene.ts";

const { test } = stage();

test("the settings have the documented defaults", async (s) => {
  expect(
    await s.as(owner)`select alert_duration::text, max_position_age::text, level2_distance,
      level3_distance, position_retention::text, default_language,
        last_position_retention::text, notification_place_retention::text, delivery_retention::text,
        speech_retention::text,
        audit_retention::text, last_position_only, max_accuracy, bare_token_provider, receipt_delay::text,
        password_link_lifetime::text, confirm_above, take_back_time::text, second_factor_lasts::text, silent_after::text, smallest_group,
        presence_retention::text, push_text
      from app_private.settings`,
  ).toEqual([
    {
      alert_duration: "24:00:00",
      max_position_age: "24:00:00",
      level2_distance: 1000,
      level3_distance: 2000,
      position_retention: "30 days",
      default_language: "en",
      last_position_retention: "90 days",
      notification_place_retention: "1 year",
      delivery_retention: "90 days",
      speech_retention: "30 days",
      audit_retention: "5 years",
      last_position_only: false,
      max_accuracy: 1000,
      bare_token_provider: "expo",
      receipt_delay: "00:15:00",
      password_link_lifetime: "14 days",
      confirm_above: 1000,
      take_back_time: "00:00:05",
      second_factor_lasts: "00:15:00",
      silent_after: "2 days",
      smallest_group: 10,
      presence_retention: "400 days",
      push_text: true,
    },
  ]);
});

test("the settings are exactly one row", async (s) => {
  await expect(s.as(owner)`insert into app_private.settings default values`).rejects.toMatchObject(
    refusal("23505"),
  );
  await expect(
    s.as(owner)`insert into app_private.settings (only_row) values (false)`,
  ).rejects.toMatchObject(refusal("23514", { constraint: "settings_only_row" }));
});

test.each([
  ["alert_duration", "0", "settings_alert_duration"],
  ["alert_duration", "-1 hour", "settings_alert_duration"],
  ["max_position_age", "0", "settings_max_position_age"],
  ["level2_distance", "0", "settings_level2_distance"],
  ["level2_distance", "NaN", "settings_level2_distance"],
  ["level2_distance", "100001", "settings_level2_distance"],
  ["max_accuracy", "0", "settings_max_accuracy"],
  ["confirm_above", "-1", "settings_confirm_above"],
  ["take_back_time", "-1 second", "settings_take_back_time"],
  ["take_back_time", "61 seconds", "settings_take_back_time"],
  ["second_factor_lasts", "0", "settings_second_factor_lasts"],
  ["second_factor_lasts", "25 hours", "settings_second_factor_lasts"],
  ["level2_distance", "2000", "settings_level3_distance"],
  ["level3_distance", "1000", "settings_level3_distance"],
  ["level3_distance", "100001", "settings_level3_distance"],
  ["level3_distance", "Infinity", "settings_level3_distance"],
  ["position_retention", "23 hours", "settings_position_retention"],
  ["last_position_retention", "23 hours", "settings_last_position_retention"],
  ["notification_place_retention", "-1 day", "settings_notification_place_retention"],
  ["notification_place_retention", "23 hours", "settings_notification_place_retention"],
  ["delivery_retention", "6 days 23 hours", "settings_delivery_retention"],
  ["speech_retention", "0", "settings_speech_retention"],
  ["speech_retention", "23 hours", "settings_speech_retention"],
  ["receipt_delay", "-1 second", "settings_receipt_delay"],
  ["password_link_lifetime", "0", "settings_password_link_lifetime"],
  ["silent_after", "0", "settings_silent_after"],
  ["audit_retention", "359 days", "settings_audit_retention"],
  ["smallest_group", "1", "settings_smallest_group"],
  ["smallest_group", "1000001", "settings_smallest_group"],
  ["presence_retention", "23 hours", "settings_presence_retention"],
  ["default_language", "", "settings_default_language"],
  ["default_language", "Simple English", "settings_default_language"],
])("the settings refuse %s = %s", async (s, column, value, constraint) => {
  await expect(
    s.as(owner, `update app_private.settings set ${column} = '${value}'`),
  ).rejects.toMatchObject(refusal("23514", { constraint }));
});

test.each([
  "alert_duration",
  "max_position_age",
  "level2_distance",
  "level3_distance",
  "position_retention",
  "last_position_only",
  "max_accuracy",
  "bare_token_provider",
  "receipt_delay",
  "password_link_lifetime",
  "confirm_above",
  "take_back_time",
  "second_factor_lasts",
  "silent_after",
  "audit_retention",
  "smallest_group",
  "presence_retention",
  "default_language",
])("the settings refuse %s = null", async (s, column) => {
  await expect(
    s.as(owner, `update app_private.settings set ${column} = null`),
  ).rejects.toMatchObject(refusal("23502"));
});

test.each([
  ["position_retention", "1 day"],
  ["last_position_retention", "1 day"],
  ["notification_place_retention", "1 day"],
  ["delivery_retention", "7 days"],
  ["speech_retention", "1 day"],
  ["audit_retention", "1 year"],
  ["presence_retention", "1 day"],
  ["receipt_delay", "0"],
  ["confirm_above", "0"],
  ["take_back_time", "0"],
  ["take_back_time", "1 minute"],
  ["second_factor_lasts", "1 day"],
  ["smallest_group", "2"],
  ["smallest_group", "1000000"],
  ["level3_distance", "100000"],
])("the settings accept %s = %s", async (s, column, value) => {
  await s.as(owner, `update app_private.settings set ${column} = '${value}'`);
  expect(await s.value(owner, `select ${column} = '${value}' from app_private.settings`)).toBe(
    true,
  );
});

test.each([
  "last_position_retention",
  "notification_place_retention",
  "delivery_retention",
  "speech_retention",
])("the settings accept %s = null", async (s, column) => {
  await s.as(owner, `update app_private.settings set ${column} = null`);
  expect(await s.value(owner, `select ${column} from app_private.settings`)).toBeNull();
});

test("the settings apply to the next alert, and leave published ones as they were", async (s) => {
  const admin = await s.user(true);
  const before = await s.alert(admin);
  await s.as(owner)`update app_private.settings
    set alert_duration = '1 hour', level2_distance = 10, level3_distance = 20, default_language = 'it'`;
  const after = await s.alert(admin);
  expect(
    await s.as(owner)`select id, extract(epoch from expires_at - created_at)::int as seconds,
      level2_distance, level3_distance, language
      from app_public.alerts order by id`,
  ).toEqual([
    { id: before, seconds: 86_400, level2_distance: 1000, level3_distance: 2000, language: "en" },
    { id: after, seconds: 3_600, level2_distance: 10, level3_distance: 20, language: "it" },
  ]);
});

test("alert_defaults returns the settings for a new alert to the host", async (s) => {
  await s.as(owner)`update app_private.settings
    set alert_duration = '90 minutes', max_position_age = '1 day', level2_distance = 10, level3_distance = 20.5,
    default_language = 'it', voices = '{it}'`;
  expect(await s.as(host)`select * from app_private.alert_defaults()`).toEqual([
    {
      level2_distance: 10,
      level3_distance: 20.5,
      duration: 5_400,
      max_position_age: 86_400,
      language: "it",
      voices: ["it"],
    },
  ]);
});
