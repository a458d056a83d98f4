import { inFile } from "../../fault.ts";

/** Faults in what the console asks of the service, and in what it shows of that. */
export const faults = [
  ...inFile(
    "src/console/state/alert-filter.ts",
    ["test/console/alert-filter.test.ts"],
    [
      [
        "a search is cut in the middle of a character",
        '[...(fields.get("search") ?? "")].slice(0, MOST_IN_SEARCH).join("")',
        '(fields.get("search") ?? "").slice(0, MOST_IN_SEARCH)',
      ],
      ["any word is a last day of alerts", 'to: field("to", isDay)', 'to: field("to", () => true)'],
      ["any word is a status of alerts", "STATUSES.includes(value)", "true"],
    ],
  ),
  ...inFile(
    "src/console/state/audit-filter.ts",
    ["test/console/audit-words.test.ts"],
    [
      ["the last user has no entries", "Number(text) <= LARGEST_ID", "Number(text) < LARGEST_ID"],
      [
        "any word is a last day of entries",
        'to: field("to", isDay)',
        'to: field("to", () => true)',
      ],
    ],
  ),
  ...inFile(
    "src/console/state/audit-log.ts",
    ["test/console/audit-log.test.ts"],
    [
      [
        "entries are asked for without a first day",
        "createdSince: from ? beginning(from) : null",
        "createdSince: null",
      ],
      ["entries of the last day are left out", "beginning(to, 1)", "beginning(to)"],
      ["a file of entries begins with the newest", ".reverse()", ""],
      ["a file of entries is larger than the browser takes", ".slice(0, MOST_IN_FILE)", ""],
      [
        "a file of entries ends with its first page",
        "if (page.length < MOST_IN_PAGE) break;",
        "if (page.length <= MOST_IN_PAGE) break;",
      ],
      [
        "the progress of a file is that of a page",
        "onProgress(Math.min(entries.size, MOST_IN_FILE))",
        "onProgress(page.length)",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/alerts.ts",
    ["test/console/alerts.test.ts"],
    [
      [
        "alerts stay old after a lost connection",
        "alerts.isLoading.peek() ? loadAnew() : refreshAlerts()",
        "alerts.isLoading.peek() && loadAnew()",
      ],
      [
        "a load that hangs on a lost connection is waited for",
        "alerts.isLoading.peek() ? loadAnew() : refreshAlerts()",
        "refreshAlerts()",
      ],
      [
        "a load whose answer ends an outage begins again",
        "setTimeout(() => void (alerts.isLoading.peek() ? loadAnew() : refreshAlerts()))",
        "void (alerts.isLoading.peek() ? loadAnew() : refreshAlerts())",
      ],
      ["alerts never come on a line that comes and goes", "    if (isAnew) return;\n", ""],
      ["only one load begins again", "    isAnew = false;\n", ""],
      ["alerts are asked for by screens that were left", "    ignoreReturn();\n", ""],
      [
        "an alert that has ended stays on the map",
        'stateOf(alert, now.value) === "ACTIVE"',
        'alert.state === "ACTIVE"',
      ],
      ["zone THREE is as wide as TWO", "areaLevel3GeoJson as Area", "areaLevel2GeoJson as Area"],
      ["an exercise is not marked on the map", "mark: markOf(status)", 'mark: ""'],
    ],
  ),
  ...inFile(
    "src/console/state/connection.ts",
    ["test/console/connection.test.ts"],
    [
      [
        "a lost live connection is not said",
        "!isLive.value || !isAnswered.value",
        "!isAnswered.value",
      ],
      [
        "numbers are dated by a clock, not by the last answer",
        "connections > 0 ? seconds() : lastAnswerAt",
        "seconds()",
      ],
      [
        "numbers that came live are dated by the last answer",
        "connections > 0 ? seconds() : lastAnswerAt",
        "lastAnswerAt",
      ],
      [
        "a screen that was left keeps the connection lost",
        "    if (connections === 0) isLive.value = true;\n",
        "",
      ],
      [
        "a screen that was left hides the next one's lost connection",
        "if (connections === 0) isLive.value = true;",
        "isLive.value = true;",
      ],
      ["a listener is called after its end", "listeners.delete(listener)", "false"],
    ],
  ),
  ...inFile(
    "src/console/state/positions.ts",
    ["test/console/positions.test.ts"],
    [
      ["people who could not be listed never are", "    if (hasFailed) read();\n", ""],
      ["people are listed anew at each return", "if (hasFailed) read();", "read();"],
      ["people are listed after their screen was left", "    ignoreReturn();\n", ""],
      [
        "an older position replaces a later one",
        "  if (known && known.takenAt > position.takenAt) return false;\n",
        "",
      ],
      [
        "the newer position of a second is dropped",
        "known.takenAt > position.takenAt",
        "known.takenAt >= position.takenAt",
      ],
      [
        "a list brings back who has gone since",
        "if (!changedSinceLoad.has(row.userId)) storePosition(row);",
        "storePosition(row);",
      ],
      [
        "a list removes who has come since",
        "if (!changedSinceLoad.has(userId)) removePosition(userId);",
        "removePosition(userId);",
      ],
      [
        "who has gone unheard stays on the map",
        "      for (const userId of known) if (!changedSinceLoad.has(userId)) removePosition(userId);\n",
        "",
      ],
      [
        "what changed before an earlier list is never loaded again",
        "  changedSinceLoad.clear();\n",
        "",
      ],
      ["who is gone stays drawn", "return false;\n  changedUsers.add(userId);", "return false;"],
      ["everyone is drawn again at each move", "  changedUsers.clear();\n", ""],
      ["too many people are said to be all", "positionsProblem.value = problem;", ""],
      [
        "positions go on loading after the screen is left",
        "    loading.abort();\n    showsPositions",
        "    showsPositions",
      ],
      ["people stay on a screen that shows none", "    showsPositions.value = false;\n", ""],
    ],
  ),
  ...inFile(
    "src/console/state/reach.ts",
    ["test/console/reach.test.ts"],
    [
      [
        "an outline that crosses itself is asked for its reach",
        "!area || draftCrossings.peek().length > 0",
        "!area",
      ],
      [
        "a reach outlasts its age",
        "level3Distance, status, age, version",
        "level3Distance, status, version",
      ],
      ["a reach is about to be counted for ever", "  askedFields.value = fields;\n", ""],
      ["another draft's reach is shown", "  reach.set(undefined);\n", ""],
      ["each move asks for the reach", "    return () => clearTimeout(timer);\n", ""],
      ["who is told again is told for the first time", "newly: all - again", "newly: all"],
    ],
  ),
  ...inFile(
    "src/console/state/pages.ts",
    ["test/console/state.test.ts"],
    [
      [
        "a reload keeps old rows if one asks for more",
        "list.isLoading.peek() ? [] : knownRows",
        "knownRows",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/now.ts",
    ["test/console/now.test.ts"],
    [["the time is up to a hundred seconds old", "10_000", "100_000"]],
  ),
  ...inFile(
    "src/console/state/now.ts",
    ["test/console/service-clock.test.ts"],
    [["what is learned of the service's clock comes late", "effect(tick);", "tick();"]],
  ),
  ...inFile(
    "src/console/state/publish-step.ts",
    ["test/console/screens/cancel.test.ts"],
    [
      [
        "what is asked before a publication is forgotten if it cannot be read again",
        "(await request(PublishStepDocument, {}, { signal })).publishStep ?? undefined,",
        "(await request(PublishStepDocument, {}, { signal }).catch(() => undefined))?.publishStep,",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/service-clock.ts",
    ["test/console/service-clock.test.ts"],
    [
      ["a slow answer moves the clock", "written - arrivedAt", "written - sentAt"],
      ["the second of a header moves the clock", "written + SECOND - sentAt", "written - sentAt"],
      [
        "a page that the service does not answer has a wrong clock",
        'stored("clock-ahead", 0)',
        "stored(`clock-${Math.random()}`, 0)",
      ],
      ["hosts whose clocks differ move the clock to and fro", ">= NEARLY", ">= 0"],
      ["an answer without a time breaks the clock", "  if (Number.isNaN(written)) return;\n", ""],
      ["the clock is the other way round", "milliseconds + ahead", "milliseconds - ahead"],
    ],
  ),
  ...inFile(
    "src/console/api/send.ts",
    ["test/console/send.test.ts"],
    [
      [
        "an error beside data is none",
        "  if (error) {\n    const code",
        "  if (error && !answer.data) {\n    const code",
      ],
      [
        "the service's clock is not learned",
        '  learnClock(response.headers.get("date"), sentAt, Date.now());\n',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/route.ts",
    ["test/console/route.test.ts"],
    [
      ["a filter ends at its second question mark", "hash.split(/\\?(.*)/s)", 'hash.split("?")'],
      ["alert 0 is a screen", "Number.isInteger(id) && id > 0", "Number.isInteger(id)"],
      [
        "a link to a report is one to the alert",
        "#/alerts/${to.id}/${to.screen}",
        "#/alerts/${to.id}",
      ],
      ["an address that one types is not followed", "  address.value = location.hash;\n", ""],
    ],
  ),
  ...inFile(
    "src/console/state/saved-areas.ts",
    ["test/console/saved-areas.test.ts"],
    [
      [
        "who changes an area too late does not get it",
        "  } finally {\n    await savedAreas.load();\n  }",
        "  } finally {\n  }",
      ],
      [
        "an area is written over another's",
        "expectedVersion: version",
        "expectedVersion: version + 1",
      ],
      ["an area that is gone is an error of the page", "if (!area) throw", "if (!id) throw"],
    ],
  ),
  ...inFile(
    "src/console/state/templates.ts",
    ["test/console/templates.test.ts"],
    [
      ["a template's alert lasts for minutes", "duration / 3600", "duration / 60"],
      ["an alert does not know its template", "    templateId: id,\n", ""],
      [
        "a distance that a template leaves open is none",
        "...(level2Distance !== null && { level2Distance })",
        "level2Distance: level2Distance as number",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/training.ts",
    ["test/console/training.test.ts"],
    [
      ["the training of the user before is this one's", "value.token === asked?.token && ", ""],
      ["nobody sees that they are in training", "session.value?.isTraining ?? false", "false"],
    ],
  ),
  ...inFile(
    "src/console/state/user-import.ts",
    ["test/console/user-import.test.ts"],
    [
      ["a fault is said of another line", "entries[index]?.line ?? 0", "index"],
      ["a check imports people", "{ users, dryRun }", "{ users, dryRun: false }"],
      ["a check may have imported people", "dryRun ? error : ", ""],
      ["an import without an answer did nothing", "dryRun ? error : withoutAnswer(error)", "error"],
      ["an import that was refused may have gone through", 'code === "UNREACHABLE"', "true"],
    ],
  ),
  ...inFile(
    "src/console/state/user-names.ts",
    ["test/console/user-names.test.ts"],
    [
      [
        "more names are asked for than the service allows",
        "MOST_AT_ONCE = 20",
        "MOST_AT_ONCE = 21",
      ],
      ["names are asked for again and again", "for (const id of unknown) asked.add(id);", ""],
      ["names without an answer stay unknown", "for (const id of some) asked.delete(id);", ""],
      ["new names replace the known ones", "new Map([...names.value, ...found])", "new Map(found)"],
    ],
  ),
  ...inFile(
    "src/console/state/read-people.ts",
    ["test/console/read-people.test.ts"],
    [["addresses are not imported", 'address: cell("address")', 'address: ""']],
  ),
  ...inFile(
    "src/console/geo/area.ts",
    ["test/console/meridian.test.ts"],
    [
      [
        "a rectangle goes the long way round the earth",
        "const east = nearestTurn(corner[0] as number, west);",
        "const east = corner[0] as number;",
      ],
    ],
  ),
];
