import { inFunction } from "../../fault.ts";

const AREAS = ["test/database/saved-areas.test.ts"];
const TEMPLATES = ["test/database/alert-templates.test.ts"];
const DRAFTS = ["test/database/shared-drafts.test.ts"];
const TRAINING = "perform app_private.refuse_training_users();";

/** Faults in saved areas, templates and shared drafts. */
export const faults = [
  ...[
    ...["new_saved_area", "saved_area_edit", "saved_area_remove"].map(
      (name) => [name, AREAS] as const,
    ),
    ...["new_alert_template", "alert_template_edit", "alert_template_remove"].map(
      (name) => [name, TEMPLATES] as const,
    ),
  ].flatMap(([name, tests]) =>
    inFunction(`app_public.${name}`, tests, [[`training users may call ${name}`, TRAINING, ""]]),
  ),
  ...inFunction("app_private.require_version", AREAS, [
    ["a stale version overwrites", "version is distinct from expected_version", "false"],
    [
      "no version is any version",
      "version is distinct from expected_version",
      "version <> expected_version",
    ],
    ["what is not there is changed", "if version is null then", "if false then"],
  ]),
  ...inFunction("app_private.has_placeholder", TEMPLATES, [
    ["no placeholder is found", "text ~ '", "false and text ~ '"],
    ["empty braces are a placeholder", "[^{}[:space:]][^{}]{0,49}", "[^{}]{0,50}"],
  ]),
  ...inFunction("app_private.lock_shared_draft", DRAFTS, [
    ["training users change real drafts", "if not draft.is_training then", "if false then"],
    ["training users have no drafts of their own", "if not draft.is_training then", "if true then"],
  ]),
  ...inFunction("app_private.take_shared_draft", DRAFTS, [
    [
      "a published draft stays",
      "delete from app_public.shared_drafts d where d.id = draft_id;",
      "",
    ],
    ["one draft makes two alerts", "perform app_private.lock_shared_draft(draft_id);", ""],
  ]),
  ...inFunction("app_private.mark_shared_draft", DRAFTS, [
    ["a mark stays for long", "interval '1 minute'", "interval '1 hour'"],
  ]),
  ...inFunction("app_public.shared_draft_edit", DRAFTS, [
    [
      "a stale draft overwrites",
      "perform app_private.require_version(draft.version, input.expected_version);",
      "",
    ],
  ]),
  ...inFunction("app_public.shared_draft_mark", DRAFTS, [
    ["a mark takes that of others", "draft.editor_id <> app_public.current_user_id()", "false"],
    ["a mark never ends by itself", "draft.editing_until > clock_timestamp()", "true"],
    [
      "a mark is never given back",
      "set editor_id = null, editing_until = null",
      "set editor_id = d.editor_id",
    ],
  ]),
];
