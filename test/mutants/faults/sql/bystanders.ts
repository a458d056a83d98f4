import { inFunction } from "../../fault.ts";

const UPDATES = ["test/database/alert-updates.test.ts"];
const MATCHING = ["test/database/matching.test.ts"];
const CHUNK = ["test/database/publish-chunk.test.ts"];
const LIFE = ["test/database/alert-life.test.ts"];
const LIVE = ["test/database/live.test.ts"];
const AREAS = ["test/database/saved-areas.test.ts"];
const TEMPLATES = ["test/database/alert-templates.test.ts"];
const DRAFTS = ["test/database/shared-drafts.test.ts"];

const EMPTY_QUEUE =
  "delete from app_private.publication_waiting w where w.alert_id = alert.id;" as const;
const EMPTY_QUEUES = "delete from app_private.publication_waiting w;" as const;

/** Faults by which what happens to one alert, template or draft changes another one. */
export const faults = [
  ...inFunction("app_private.notify_of_active_alerts", MATCHING, [
    [
      "a report counts nobody who was told of another alert",
      "n.alert_id = a.id and n.user_id = here.user_id) as is_new",
      "n.user_id = here.user_id) as is_new",
    ],
    [
      "a report tells nobody who was told of another alert",
      "n.alert_id = a.id and n.user_id = here.user_id and n.version",
      "n.user_id = here.user_id and n.version",
    ],
  ]),
  ...inFunction("app_private.notify_users", CHUNK, [
    [
      "a publication tells nobody who was told of another alert",
      "where n.alert_id = alert.id and n.user_id = l.user_id) end as innermost",
      "where n.user_id = l.user_id) end as innermost",
    ],
  ]),
  ...inFunction("app_private.notify_users", UPDATES, [
    [
      "a version tells nobody who was told of another alert's",
      "where n.alert_id = alert.id and n.user_id = l.user_id and n.version",
      "where n.user_id = l.user_id and n.version",
    ],
  ]),
  ...inFunction("app_private.publish_chunk", UPDATES, [
    [
      "an alert that has expired ends all publications",
      "set completed_at = clock_timestamp() where p.alert_id = alert.id",
      "set completed_at = clock_timestamp()",
    ],
    ["an alert that has expired empties all queues", EMPTY_QUEUE, EMPTY_QUEUES],
    [
      "an all-clear ends all publications",
      "completed_at = case when publication.last_user_id is null then clock_timestamp() end\n      where p.alert_id = alert.id",
      "completed_at = case when publication.last_user_id is null then clock_timestamp() end",
    ],
  ]),
  ...inFunction("app_private.update_alert", UPDATES, [
    [
      "an update is of all alerts",
      "told_version = alert.told_version\n    where a.id = alert.id",
      "told_version = alert.told_version\n    where true",
    ],
    ["an update empties all queues", EMPTY_QUEUE, EMPTY_QUEUES],
    [
      "an update starts all publications again",
      "set level = 'ONE', last_user_id = 0, completed_at = null where p.alert_id = alert.id",
      "set level = 'ONE', last_user_id = 0, completed_at = null",
    ],
    [
      "an update deletes the speeches of all alerts",
      "where s.alert_id = alert.id and (s.level, true)",
      "where (s.level, true)",
    ],
  ]),
  ...inFunction("app_private.cancel_alert", UPDATES, [
    [
      "a cancellation is of all alerts",
      "version = a.version + 1\n    where a.id = alert.id",
      "version = a.version + 1\n    where true",
    ],
    ["a cancellation empties all queues", EMPTY_QUEUE, EMPTY_QUEUES],
    [
      "a cancellation starts all publications again",
      "set last_user_id = 0, completed_at = null where p.alert_id = alert.id",
      "set last_user_id = 0, completed_at = null",
    ],
  ]),
  ...inFunction("app_private.send_all_clear", LIFE, [
    [
      "an all-clear goes to who was told of any alert",
      "where n.alert_id = alert.id and n.user_id > after_user_id",
      "where n.user_id > after_user_id",
    ],
    [
      "an all-clear has the place of another alert's notification",
      "where n.alert_id = alert.id and n.user_id = u.user_id\n",
      "where n.user_id = u.user_id\n",
    ],
  ]),
  ...inFunction("app_private.alert_progress", LIVE, [
    [
      "a progress counts the notifications of all alerts",
      "from app_public.notifications n where n.alert_id = a.id)",
      "from app_public.notifications n)",
    ],
    [
      "a progress counts the reach of all alerts",
      "from app_private.alert_reach r where r.alert_id = a.id)",
      "from app_private.alert_reach r)",
    ],
  ]),
  ...inFunction("app_public.saved_area_remove", AREAS, [
    ["all areas are removed", "where a.id = saved_area_remove.id returning", "returning"],
  ]),
  ...inFunction("app_public.alert_template_remove", TEMPLATES, [
    ["all templates are removed", "where t.id = alert_template_remove.id returning", "returning"],
  ]),
  ...inFunction("app_public.alert_template_edit", TEMPLATES, [
    ["all templates are edited", "where t.id = saved.id", "where true"],
  ]),
  ...inFunction("app_public.shared_draft_mark", DRAFTS, [
    [
      "all marks are given back",
      "editing_until = null where d.id = draft.id",
      "editing_until = null",
    ],
  ]),
];
