import { inFile } from "../../fault.ts";

/** Faults in what a person's page knows and keeps. */
export const faults = [
  ...inFile(
    "src/console/person/inbox.ts",
    ["test/console/inbox.test.ts"],
    [
      [
        "who logs in again after a logout hears of nothing",
        "  if (!session.peek()) return Promise.resolve();\n",
        "",
      ],
      [
        "the oldest notifications come first",
        "sort((a, b) => b.id - a.id)",
        "sort((a, b) => a.id - b.id)",
      ],
      [
        "a question without an answer blocks the inbox",
        "{ ...since, limit: MOST }, IN_TIME",
        "{ ...since, limit: MOST }",
      ],
      ["notifications are kept without end", "index < MOST || all", "index >= 0 || all"],
      [
        "an alert that still holds goes with its old notification",
        ' || all.get(alertId)?.state === "ACTIVE"',
        "",
      ],
      [
        "a new browser does not know what still holds behind a hundred notifications",
        "offset < MOST_READ",
        "offset < MOST",
      ],
      [
        "a page of notifications that is short is not the last",
        "    if ((notifications?.length ?? 0) < MOST) break;\n",
        "",
      ],
      [
        "alerts of notifications that are not kept stay",
        "new Map([...all].filter(([id]) => needed.has(id)))",
        "all",
      ],
      [
        "a change of an alert is not seen",
        "  for (const alert of changed) all.set(alert.id, alert);\n",
        "",
      ],
      ["what another user has left is shown", "found.userId !== session.peek()?.userId || ", ""],
      [
        "what was kept replaces an answer",
        " || knownAt.peek() !== undefined) return;",
        ") return;",
      ],
      ["all is asked for although some was kept", "    since = found.since;\n", ""],
      [
        "what was kept has no alerts",
        "    alerts.value = new Map(found.alerts.map((alert) => [alert.id, alert]));\n",
        "",
      ],
      ["what was kept has no age", "    knownAt.value = found.knownAt;\n", ""],
      ["what a restored database lost stays", "    if (offset === 0) told.value = [];\n", ""],
      [
        "notifications are asked for before the cursors",
        "  const cursors = await request(PersonCursorsDocument, {}, IN_TIME);\n  for (",
        "  await request(PersonToldDocument, { limit: MOST, offset: 0 }, IN_TIME);\n  const cursors = await request(PersonCursorsDocument, {}, IN_TIME);\n  for (",
      ],
      [
        "alerts are followed from the cursor of notifications",
        "alerts: cursors.newestAlertCursor",
        "alerts: cursors.newestNotificationCursor",
      ],
      [
        "the cursor of notifications is that of the first of a page",
        "rows.at(-1)?.cursor",
        "rows.at(0)?.cursor",
      ],
      [
        "the cursor of alerts is that of the first of a page",
        "changed.at(-1)?.cursor",
        "changed.at(0)?.cursor",
      ],
      [
        "a page without notifications forgets their cursor",
        "rows.at(-1)?.cursor ?? since.notifications",
        'rows.at(-1)?.cursor ?? ""',
      ],
      [
        "a page without alerts forgets their cursor",
        "changed.at(-1)?.cursor ?? since.alerts",
        'changed.at(-1)?.cursor ?? ""',
      ],
      [
        "a full page of notifications is the last one",
        "rows.length === MOST || changed.length === MOST",
        "changed.length === MOST",
      ],
      [
        "a full page of alerts is the last one",
        "rows.length === MOST || changed.length === MOST",
        "rows.length === MOST",
      ],
      ["an inbox is kept under no user", "userId: session.peek()?.userId ?? 0,\n", "userId: 0,\n"],
      [
        "an inbox is kept without its cursors",
        "    since,\n    told: [",
        "    since: undefined,\n    told: [",
      ],
      ["after a restored database the inbox is silent", "    await begin();\n  }\n", "  }\n"],
      [
        "any refusal reads the whole inbox again",
        ' && error.code === "CONFLICT")) throw',
        ")) throw",
      ],
      [
        "what is answered after a logout is kept",
        "  if (session.peek()?.userId !== userId) return;\n",
        "",
      ],
      ["a problem of the inbox stays after an answer", '    inboxProblem.value = "";\n', ""],
      ["an answer is not counted", "    answers.value += 1;\n", ""],
      [
        "a new answer has the time of the last one",
        "    knownAt.value = serviceSeconds();\n",
        "    knownAt.value ??= serviceSeconds();\n",
      ],
      [
        "an inbox is not kept after an answer",
        "  await keepInbox();\n  await forget",
        "  await forget",
      ],
      ["pushes stay after the inbox was read", "  await forgetPushes().catch(console.warn);\n", ""],
      [
        "a question during another one is dropped",
        "  isWanted = true;\n  running",
        "  isWanted = running === undefined;\n  running",
      ],
      ["two questions run at once", "running ??= (async", "running = (async"],
      ["a question is asked once in the life of a page", "    running = undefined;\n", ""],
      [
        "no connection reads as a refusal",
        'error.code === "UNREACHABLE"',
        'error.code !== "UNREACHABLE"',
      ],
      [
        "an alert that is read alone is shown although one was not told of it",
        "alert && alerts.peek().has(id)",
        "alert",
      ],
      [
        "an alert that is read alone is not shown",
        "if (alert && alerts.peek().has(id)) alerts.value = new Map(alerts.peek()).set(id, alert);",
        "",
      ],
      ["one that is seen makes all seen", "ids.has(row.id) ?", "ids.size > 0 ?"],
      ["what is seen is not kept", "  void keepInbox();\n", ""],
      [
        "after all is forgotten only what is new is asked for",
        "    knownAt.value = undefined;\n    since = undefined;\n",
        "    knownAt.value = undefined;\n",
      ],
      ["what is forgotten stays in the browser", "  await forgetKept().catch(console.warn);\n", ""],
      ["what is forgotten is known still", "    knownAt.value = undefined;\n", ""],
    ],
  ),
  ...inFile(
    "src/console/person/zones.ts",
    ["test/console/person-keeps.test.ts"],
    [
      ["zones are loaded again each time", "zones.peek().get(id)?.version === version || ", ""],
      ["zones are loaded twice at once", " || loading.has(id)) return;", ") return;"],
      [
        "zones of an earlier version stay",
        "zones.peek().get(id)?.version === version",
        "zones.peek().has(id)",
      ],
      [
        "the zones of TWO and THREE are mixed up",
        "areaLevel2GeoJson: TWO, areaLevel3GeoJson: THREE",
        "areaLevel3GeoJson: TWO, areaLevel2GeoJson: THREE",
      ],
      ["zones have the version that was asked for", "version: row.version", "version"],
      [
        "zones that could not be loaded never are",
        "  } finally {\n    loading.delete(id);\n  }",
        "    loading.delete(id);\n  } finally {\n  }",
      ],
      [
        "zones of an alert that is over are kept",
        '.filter((one) => alerts.peek().get(one.id)?.state === "ACTIVE")',
        "",
      ],
      [
        "zones of an alert of which one was not told are shown",
        "if (!row || !alerts.peek().has(id)) return;",
        "if (!row) return;",
      ],
      [
        "the zones of one alert replace those of others",
        "new Map(zones.peek()).set(id, found)",
        "new Map().set(id, found)",
      ],
      [
        "kept zones replace newer ones",
        "[...found.map((one) => [one.id, one] as const), ...zones.peek()]",
        "[...zones.peek(), ...found.map((one) => [one.id, one] as const)]",
      ],
    ],
  ),
  ...inFile(
    "src/console/person/speech.ts",
    ["test/console/person-keeps.test.ts"],
    [
      [
        "a speech is loaded each time",
        "if (!(await cache.match(url))) await cache.add(url);",
        "await cache.add(url);",
      ],
    ],
  ),
  ...inFile(
    "src/console/person/keep-offline.ts",
    ["test/console/person-keeps.test.ts"],
    [
      ["speeches of alerts that are over are kept", ".filter(({ isActive }) => isActive)", ""],
      ["zones are not kept by themselves", "    await loadZones(concern.alert);\n", ""],
      ["the speech of where one was is kept", "levelNow(concern, here.peek())", "concern.level"],
      [
        "how long a speech may come is by a wrong clock",
        "const now = serviceSeconds();",
        "const now = Math.floor(Date.now() / 1000);",
      ],
      ["a speech may come for an hour", "const SPEECH_COMES = 300;", "const SPEECH_COMES = 3600;"],
      [
        "a speech that comes later is not asked for",
        "createdAt ?? 0) > now - SPEECH_COMES",
        "createdAt ?? 0) > now",
      ],
      [
        "what holds is kept before the service has answered",
        "    if (answers.value === 0) return;\n",
        "    void answers.value;\n",
      ],
      ["what holds is kept once", "answers.value === 0", "answers.peek() === 0"],
    ],
  ),
];
