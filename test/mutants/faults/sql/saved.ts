import { inFunction } from "../../fault.ts";

const AREAS = ["test/database/saved-areas.test.ts"];
const TEMPLATES = ["test/database/alert-templates.test.ts"];
const DRAFTS = ["test/database/shared-drafts.test.ts"];
const AUDIT = ["test/database/audit.test.ts"];
const AT_ONCE = ["test/database/edits-at-once.test.ts"];

/** Faults in what administrators save for later: areas, templates and drafts. */
export const faults = [
  ...inFunction("app_private.require_version", TEMPLATES, [
    [
      "the message swaps the versions",
      "version, expected_version);",
      "expected_version, version);",
    ],
  ]),
  ...inFunction("app_public.new_saved_area", AREAS, [
    ["an area keeps the blanks of its name", "btrim(input.name)", "input.name"],
    [
      "a saved area is not checked",
      "app_private.area_of_geojson(input.area)",
      "public.st_geomfromgeojson(input.area::text)",
    ],
  ]),
  ...inFunction("app_public.saved_area_edit", AREAS, [
    [
      "an edit of an area is for any version",
      "perform app_private.require_version(saved.version, input.expected_version);",
      "",
    ],
    [
      "an edit without a name removes it",
      "coalesce(btrim(input.name), a.name)",
      "btrim(input.name)",
    ],
    ["an edited name keeps its blanks", "coalesce(btrim(input.name)", "coalesce(input.name"],
    [
      "an edited area stays",
      "coalesce(public.st_multi(case when input.area is not null then app_private.area_of_geojson(input.area) end), a.area)",
      "a.area",
    ],
    ["an edited area stays its first author's", "user_id = app_public.current_user_id(), ", ""],
    ["an edited area says when it was made", "updated_at = now(), ", ""],
    ["an edited area keeps its version", "version = a.version + 1", "version = a.version"],
    ["all areas are edited", "where a.id = saved.id", "where true"],
  ]),
  ...inFunction("app_public.saved_area_remove", AREAS, [
    [
      "an unknown area is removed",
      "perform app_private.require_version(removed.version, removed.version);",
      "",
    ],
  ]),
  ...inFunction("app_public.saved_areas_area_geo_json", AREAS, [
    ["a saved area has four digits", "9, 0", "4, 0"],
  ]),
  ...inFunction("app_private.template_from", TEMPLATES, [
    ["a template keeps the blanks of its name", "btrim(input.name)", "input.name"],
    ["a template's missing text fails", "'text2', '', ", ""],
    ["a template's missing correction fails", "'correction', '', ", ""],
    ["a template is an exercise", "'status', 'ACTUAL'", "'status', 'EXERCISE'"],
    ["a template's severity is extreme", "'severity', 'UNKNOWN'", "'severity', 'EXTREME'"],
    ["a template has no author", ", 'user_id', app_public.current_user_id())", ")"],
  ]),
  ...inFunction("app_public.new_alert_template", TEMPLATES, [
    [
      "a new template's texts are swapped",
      "given.text1, given.text2, given.text3,",
      "given.text2, given.text1, given.text3,",
    ],
    [
      "a new template's all-clear is its correction",
      "given.all_clear, given.correction",
      "given.correction, given.all_clear",
    ],
    [
      "a new template's distances are swapped",
      "given.level2_distance,\n      given.level3_distance",
      "given.level3_distance,\n      given.level2_distance",
    ],
    [
      "a new template has no duration",
      "given.level3_distance, given.duration)",
      "given.level3_distance, null)",
    ],
    ["a new template has no event", "given.event,", "null,"],
    ["a new template has no title", "given.title,", "null,"],
  ]),
  ...inFunction("app_public.alert_template_edit", TEMPLATES, [
    [
      "an edit of a template is for any version",
      "perform app_private.require_version(saved.version, expected_version);",
      "",
    ],
    ["an edited template keeps its version", "version = t.version + 1", "version = t.version"],
    ["an edited template keeps its name", "set name = given.name, ", "set "],
    ["an edited template keeps its title", "title = given.title,", ""],
    ["an edited template keeps text3", "text3 = given.text3, ", ""],
    ["an edited template keeps its all-clear", "all_clear = given.all_clear, ", ""],
    ["an edited template keeps its correction", "correction = given.correction,", ""],
    ["an edited template keeps its language", "language = given.language, ", ""],
    ["an edited template keeps its event", "event = given.event, ", ""],
    ["an edited template keeps its urgency", "urgency = given.urgency,", ""],
    ["an edited template keeps its status", "status = given.status, ", ""],
    ["an edited template keeps its duration", ", duration = given.duration", ""],
    ["an edited template keeps TWO's distance", "level2_distance = given.level2_distance,", ""],
    ["an edited template says when it was made", "updated_at = now(), ", ""],
    ["an edited template stays its first author's", "user_id = given.user_id, ", ""],
  ]),
  ...inFunction("app_public.alert_template_remove", TEMPLATES, [
    [
      "an unknown template is removed",
      "perform app_private.require_version(removed.version, removed.version);",
      "",
    ],
  ]),
  ...inFunction("app_private.has_placeholder", TEMPLATES, [
    ["a placeholder has 49 characters", "{0,49}", "{0,48}"],
    ["a placeholder has 51 characters", "{0,49}", "{0,50}"],
    ["a placeholder may begin with a blank", "[^{}[:space:]]", "[^{}]"],
  ]),
  ...inFunction("app_private.lock_shared_draft", DRAFTS, [
    ["a draft that is gone is a conflict", "'LA404'", "'LA409'"],
  ]),
  ...inFunction("app_private.mark_shared_draft", DRAFTS, [
    ["a mark is of nobody", "editor_id = app_public.current_user_id(), ", ""],
    ["all drafts are marked", "where d.id = draft_id", "where true"],
    ["a mark lasts ten minutes", "interval '1 minute'", "interval '10 minutes'"],
  ]),
  ...inFunction("app_private.take_shared_draft", DRAFTS, [
    ["a draft that was published is not found", "errcode = 'LA409'", "errcode = 'LA404'"],
  ]),
  ...inFunction("app_public.new_shared_draft", DRAFTS, [
    ["a draft keeps the blanks of its name", "btrim(input.name)", "input.name"],
    ["a draft is real although its author practises", "(app_public.me()).is_training", "false"],
    [
      "a new draft is not marked",
      "return app_private.mark_shared_draft(draft.id);",
      "return draft;",
    ],
  ]),
  ...inFunction("app_public.shared_draft_edit", DRAFTS, [
    [
      "an edit without a name removes the draft's",
      "coalesce(btrim(input.name), d.name)",
      "btrim(input.name)",
    ],
    ["a draft's edited name keeps its blanks", "coalesce(btrim(input.name)", "coalesce(input.name"],
    [
      "an edit of the name removes the content",
      "coalesce(input.content, d.content)",
      "input.content",
    ],
    ["an edited draft stays its first author's", "user_id = app_public.current_user_id(), ", ""],
    ["an edited draft says when it was made", "updated_at = now(), ", ""],
    ["an edited draft keeps its version", "version = d.version + 1", "version = d.version"],
    [
      "an edited draft is not marked",
      "return app_private.mark_shared_draft(draft.id);",
      "return draft;",
    ],
  ]),
  ...inFunction("app_public.shared_draft_mark", DRAFTS, [
    ["a mark that has ended stops others", "draft.editing_until > clock_timestamp() and ", ""],
    ["one's own mark is not repeated", " and draft.editor_id <> app_public.current_user_id()", ""],
    ["who stops stays the editor", "set editor_id = null, ", "set "],
    [
      "a mark stays until its end",
      "set editor_id = null, editing_until = null",
      "set editor_id = null",
    ],
  ]),
  ...inFunction("app_public.shared_draft_remove", DRAFTS, [
    ["a removed draft stays", "delete from app_public.shared_drafts d where d.id = draft.id;", ""],
  ]),
  ...inFunction("app_public.new_saved_area", AUDIT, [
    [
      "a new area is not in the audit log",
      "perform app_private.audit('AREA_CREATED', 'AREA', saved.id);",
      "",
    ],
  ]),
  ...inFunction("app_public.saved_area_edit", AT_ONCE, [
    [
      "two edits of an area at once",
      "where a.id = saved_area_edit.id for update",
      "where a.id = saved_area_edit.id",
    ],
  ]),
  ...inFunction("app_public.saved_area_edit", AUDIT, [
    [
      "an edited area is not in the audit log",
      "perform app_private.audit('AREA_EDITED', 'AREA', saved.id, jsonb_build_object('version', saved.version));",
      "",
    ],
  ]),
  ...inFunction("app_public.saved_area_remove", AUDIT, [
    [
      "a removed area is not in the audit log",
      "perform app_private.audit('AREA_REMOVED', 'AREA', removed.id);",
      "",
    ],
  ]),
  ...inFunction("app_public.new_alert_template", AUDIT, [
    [
      "a new template is not in the audit log",
      "perform app_private.audit('TEMPLATE_CREATED', 'TEMPLATE', saved.id);",
      "",
    ],
  ]),
  ...inFunction("app_public.alert_template_edit", AT_ONCE, [
    [
      "two edits of a template at once",
      "where t.id = alert_template_edit.id for update",
      "where t.id = alert_template_edit.id",
    ],
  ]),
  ...inFunction("app_public.alert_template_edit", AUDIT, [
    [
      "an edited template is not in the audit log",
      "perform app_private.audit('TEMPLATE_EDITED', 'TEMPLATE', saved.id, jsonb_build_object('version', saved.version));",
      "",
    ],
  ]),
  ...inFunction("app_public.alert_template_remove", AUDIT, [
    [
      "a removed template is not in the audit log",
      "perform app_private.audit('TEMPLATE_REMOVED', 'TEMPLATE', removed.id);",
      "",
    ],
  ]),
  ...inFunction("app_private.lock_shared_draft", AT_ONCE, [
    ["two edits of a draft at once", "where d.id = draft_id for update", "where d.id = draft_id"],
  ]),
  ...inFunction("app_private.take_shared_draft", AUDIT, [
    [
      "a published draft is not in the audit log",
      "perform app_private.audit('DRAFT_REMOVED', 'DRAFT', draft_id, '{\"reason\": \"PUBLISHED\"}');",
      "",
    ],
  ]),
  ...inFunction("app_public.new_shared_draft", AUDIT, [
    [
      "a new draft is not in the audit log",
      "perform app_private.audit('DRAFT_CREATED', 'DRAFT', draft.id);",
      "",
    ],
  ]),
  ...inFunction("app_public.shared_draft_edit", AUDIT, [
    ["the audit log has a draft's version before", "draft.version + 1))", "draft.version))"],
  ]),
  ...inFunction("app_public.shared_draft_remove", AUDIT, [
    [
      "a removed draft is not in the audit log",
      "perform app_private.audit('DRAFT_REMOVED', 'DRAFT', draft.id);",
      "",
    ],
  ]),
];
