import { inFunction, inSchema } from "../../fault.ts";

const check = (table: string, name: string, condition: string) =>
  `alter table ${table} drop constraint ${name}; alter table ${table} add constraint ${name} check (${condition})`;
const alerts = (name: string, condition: string) => check("app_public.alerts", name, condition);
const templates = (name: string, condition: string) =>
  check("app_public.alert_templates", `alert_templates_${name}`, condition);
const filled = (column: string, most: number) =>
  `char_length(${column}) <= ${most} and ${column} ~ '[^[:space:]]'`;
const drop = (name: string) => `alter table app_public.alerts drop constraint ${name}`;

/** Faults in the limits of what clients send and owners set. */
export const faults = [
  ...inSchema(
    "the limits of alerts",
    ["test/database/new-alert.test.ts"],
    [
      ["a text1 of 20,000 characters", alerts("alerts_text1_length", filled("text1", 20_000))],
      ["a text2 of 20,000 characters", alerts("alerts_text2_length", filled("text2", 20_000))],
      [
        "a text3 of blanks",
        alerts("alerts_text3_length", "char_length(text3) between 1 and 10000"),
      ],
      ["a text3 of 10,000 is too long", alerts("alerts_text3_length", filled("text3", 9_999))],
      ["an event of 300 characters", alerts("alerts_event", filled("event", 300))],
      ["an event of 200 is too long", alerts("alerts_event", filled("event", 199))],
      ["an event of blanks", alerts("alerts_event", "char_length(event) between 1 and 200")],
      [
        "a key of 200 is too long",
        alerts("alerts_idempotency_key", "char_length(idempotency_key) between 1 and 199"),
      ],
      ["any language of an alert", drop("alerts_language")],
      ["an end without a text", drop("alerts_cancelled")],
      ["an end before the beginning", drop("alerts_expires_at")],
      ["zones without a width", drop("alerts_level3_distance")],
      ["a zone that is a line", drop("alerts_zones")],
    ],
  ),
  ...inSchema(
    "the limits of all-clears",
    ["test/database/alert-life.test.ts"],
    [
      ["an all-clear of 20,000", alerts("alerts_all_clear", filled("all_clear", 20_000))],
      [
        "an all-clear of 10,000 is too long",
        alerts("alerts_all_clear", filled("all_clear", 9_999)),
      ],
    ],
  ),
  ...inSchema(
    "the limits of templates",
    ["test/database/alert-templates.test.ts"],
    [
      ["a template's name of 201", templates("name", filled("name", 201))],
      ["a template's name of 200 is too long", templates("name", filled("name", 199))],
      ["a template's event of blanks", templates("event", "char_length(event) <= 200")],
      ["a template for two years", templates("duration", "duration between 60 and 63072000")],
      ["a year is too long", templates("duration", "duration between 60 and 31535999")],
      ["a minute is too short", templates("duration", "duration between 61 and 31536000")],
      [
        "a template's correction of any length",
        templates(
          "texts",
          "greatest(char_length(text1), char_length(text2), char_length(text3), char_length(all_clear)) <= 10000",
        ),
      ],
      [
        "a template's TWO of no width",
        templates(
          "distances",
          "level2_distance >= 0 and level2_distance < 100000 and level3_distance > 0 and level3_distance <= 100000 and level3_distance > level2_distance",
        ),
      ],
      [
        "a template's TWO alone as wide as THREE may be",
        templates(
          "distances",
          "level2_distance > 0 and level3_distance > 0 and level3_distance <= 100000 and level3_distance > level2_distance",
        ),
      ],
    ],
  ),
  ...inSchema(
    "the limits of shared drafts",
    ["test/database/shared-drafts.test.ts"],
    [
      [
        "a draft's name of 201",
        check("app_public.shared_drafts", "shared_drafts_name", filled("name", 201)),
      ],
      [
        "a draft of a million bytes is too large",
        check(
          "app_public.shared_drafts",
          "shared_drafts_content",
          "octet_length(content) < 1000000",
        ),
      ],
    ],
  ),
  ...inSchema(
    "the limits of saved areas",
    ["test/database/saved-areas.test.ts"],
    [
      [
        "an area's name of 200 is too long",
        check("app_public.saved_areas", "saved_areas_name", filled("name", 199)),
      ],
    ],
  ),
  ...inSchema(
    "the limits of held publications",
    ["test/database/held-publications.test.ts"],
    [
      [
        "a held publication has any key",
        "alter table app_private.held_publications drop constraint held_publications_key",
      ],
      [
        "a held publication's key of 200 is too long",
        check(
          "app_private.held_publications",
          "held_publications_key",
          "char_length(key) between 1 and 199",
        ),
      ],
    ],
  ),
  ...inSchema(
    "the limits of settings",
    ["test/database/settings.test.ts"],
    [
      [
        "an hour to take back",
        check(
          "app_private.settings",
          "settings_take_back_time",
          "take_back_time between '0' and '1 hour'",
        ),
      ],
      [
        "less than no time to take back",
        check("app_private.settings", "settings_take_back_time", "take_back_time <= '1 minute'"),
      ],
      [
        "fewer than no people are confirmed",
        "alter table app_private.settings drop constraint settings_confirm_above",
      ],
      [
        "no position is exact enough",
        "alter table app_private.settings drop constraint settings_max_accuracy",
      ],
      ["100 people are confirmed", "update app_private.settings set confirm_above = 100"],
    ],
  ),
  ...inFunction(
    "app_public.active_alerts_at",
    ["test/database/alert-life.test.ts"],
    [
      ["a place beyond the south pole", "latitude between -90", "latitude between -91"],
      ["a place past 180", "longitude between -180 and 180", "longitude between -180 and 181"],
      ["the poles are no place", "latitude between -90 and 90", "abs(latitude) < 90"],
      ["the 180th meridian is no place", "longitude between -180 and 180", "abs(longitude) < 180"],
    ],
  ),
  ...inFunction(
    "app_private.client_id_fault",
    ["test/database/repeated-positions.test.ts"],
    [["a clientId of 100 is too long", "between 1 and 100", "between 1 and 99"]],
  ),
  ...inFunction(
    "app_public.alerts_search",
    ["test/database/alerts-search.test.ts"],
    [
      ["a page of a hundred alerts", 'least(alerts_search."limit", 1000)', 'least("limit", 100)'],
      ["a page of all alerts", 'least(alerts_search."limit", 1000)', 'alerts_search."limit"'],
    ],
  ),
  ...inFunction(
    "app_private.announce_gone_positions",
    ["test/database/announcements.test.ts"],
    [["an announcement that is too long", "/ 600", "/ 6000"]],
  ),
];
