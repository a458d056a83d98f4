import { inFile } from "../fault.ts";

/** Faults in the console's state and geometry. */
export const faults = [
  ...inFile(
    "src/console/geo/read-area.ts",
    ["test/console/read-area.test.ts"],
    [
      [
        "latitude 91 is taken",
        "Math.abs(position[1] as number) <= 90",
        "Math.abs(position[1] as number) <= 180",
      ],
      [
        "latitude 90 is refused",
        "Math.abs(position[1] as number) <= 90",
        "Math.abs(position[1] as number) < 90",
      ],
      [
        "longitude 361 is taken",
        "Math.abs(position[0] as number) <= 360",
        "Math.abs(position[0] as number) <= 720",
      ],
      ["a text for a coordinate is taken", "  Number.isFinite(position[1]) &&\n", ""],
      ["a triangle is refused", "flat.length < 4", "flat.length < 5"],
      ["heights stay", "ring.map(([x, y]) => [x, y] as Position)", "[...ring]"],
      ["an open ring stays open", "flat.push([...first])", "{}"],
      [
        "a collection of geometries is empty",
        "return listOf(geojson.geometries).flatMap(polygonsIn)",
        "return []",
      ],
      [
        "a feature without a geometry breaks",
        "geojson.geometry ? polygonsIn(geojson.geometry) : []",
        "polygonsIn(geojson.geometry.type ? geojson.geometry : geojson)",
      ],
    ],
  ),
  ...inFile(
    "src/console/geo/well-known-text.ts",
    ["test/console/read-area.test.ts"],
    [
      [
        "negative coordinates are not read",
        "/([-+\\d.eE]+)(?:\\s+([-+\\d.eE]+))?/g",
        "/([\\d.eE]+)(?:\\s+([\\d.eE]+))?/g",
      ],
      [
        "a text of many digits blocks the page for hours",
        "(?:\\s+([-+\\d.eE]+))?/g",
        "\\s+([-+\\d.eE]+)/g",
      ],
      ["an SRID is not read", "(?:SRID=4326;)?", ""],
      ["broken text breaks", "return undefined;\n  }\n}", "throw new Error();\n  }\n}"],
    ],
  ),
  ...inFile(
    "src/console/geo/area.ts",
    ["test/console/read-area.test.ts", "test/console/geo.test.ts"],
    [
      ["a triangle is no area", "size >= 3", "size > 3"],
      ["a hole over the edge stays", "whole.length === 1 ? [first, first] : whole", "whole"],
      ["no area is a view of everything", "bounds[0] <= bounds[2] ? bounds : undefined", "bounds"],
      ["a point has no view", "bounds[0] <= bounds[2]", "bounds[0] < bounds[2]"],
    ],
  ),
  ...inFile(
    "src/console/geo/circle.ts",
    ["test/console/read-area.test.ts", "test/console/geo.test.ts"],
    [["a circle's radius is in kilometres", "metres / 1000", "metres"]],
  ),
  ...inFile(
    "src/console/geo/zones.ts",
    ["test/console/geo.test.ts"],
    [
      [
        "the widest zone covers the others",
        '[...around("THREE", level3), ...around("TWO", level2), zone("ONE", area)]',
        '[zone("ONE", area), ...around("TWO", level2), ...around("THREE", level3)]',
      ],
      [
        "the distances are swapped",
        'around("THREE", level3), ...around("TWO", level2)',
        'around("THREE", level2), ...around("TWO", level3)',
      ],
    ],
  ),
  ...inFile(
    "src/console/state/alert-input.ts",
    ["test/console/alert-input.test.ts"],
    [
      ["a text of spaces is a text", 'text.trim() === ""', 'text === ""'],
      [
        "an update with the same end gets another",
        "hours ? inHours(hours)",
        "hours !== undefined ? inHours(hours)",
      ],
      ["an exercise is for everyone", "    status: draft.status,\n", ""],
      ["an update tells nobody again", "renotify: isRenotified,", "renotify: false,"],
      ["an alert ends in minutes", "hours * 3600", "hours * 60"],
      [
        "the reach is asked with a wrong age",
        "...(maxPositionAge ? { maxPositionAge } : {})",
        "...{ maxPositionAge }",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/retry.ts",
    ["test/console/alert-input.test.ts"],
    [
      ["a retry is another alert", "isSame(again, tried) ? again : input", "input"],
      ["another alert ends as the try before", "isSame(again, tried) ? again : input", "again"],
      ["a late retry ends early", " || Math.abs(input.expiresAt - expiresAt) > SOON", ""],
      ["a retry after five minutes ends later", "> SOON", ">= SOON"],
    ],
  ),
  ...inFile(
    "src/console/state/position-age.ts",
    ["test/console/alert-input.test.ts"],
    [
      ["an age of a minute is too short", "seconds >= SHORTEST", "seconds > SHORTEST"],
      ["thirty days are too long", "seconds <= LONGEST", "seconds < LONGEST"],
      ["a comma is no point", '.replace(",", ".")', ""],
      ["1,440 minutes are a minute and a half", "if (AMBIGUOUS.test(text)) return null;", ""],
      ["a small part of an hour is a thousand", "[1-9]\\d{0,2}", "\\d{1,3}"],
    ],
  ),
  ...inFile(
    "src/console/state/session.ts",
    ["test/console/state.test.ts"],
    [
      ["a login of more than 24.8 days ends at once", "Math.min(left, LONGEST_TIMER)", "left"],
      [
        "a login of more than 24.8 days never ends",
        "timer = setTimeout(wait,",
        "timer = setTimeout(() => {},",
      ],
      [
        "a computer whose clock is ahead cannot log in",
        "expiry - serviceMilliseconds()",
        "expiry - Date.now()",
      ],
      ["a login that was replaced ends the next", "return () => clearTimeout(timer);", ""],
      [
        "a login that has ended goes on",
        "if (left <= 0) sessionHasExpired(token);\n    else ",
        "if (left > 0) ",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/pages.ts",
    ["test/console/state.test.ts"],
    [
      ["a full last page hides more", "page.length === size", "page.length > size"],
      ["a reload shows the first page only", "isFull && rows.size < wantedCount", "false"],
      ["the next page is the first again", "let offset = rows.size", "let offset = 0"],
      [
        "rows that were deleted stay after a reload",
        "keptRows = [];\n    return list.load();",
        "return list.load();",
      ],
      [
        "a search for another text keeps its pages",
        "wantedCount = size;\n      return load();",
        "return load();",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/loaded.ts",
    ["test/console/state.test.ts"],
    [
      [
        "an earlier answer replaces a later one",
        "if (running !== ownRun) return;\n      data",
        "data",
      ],
      [
        "a cancelled request is a problem",
        "if (running !== ownRun || ownRun.signal.aborted) return;",
        "",
      ],
      ["an error stays after a success", 'error.value = "";', ""],
      ["a request goes out without a login", "    if (!session.value) return;\n", ""],
      [
        "what could not be asked for is not asked for after the login",
        "stopWaiting = afterLogin(load);\n      return;",
        "return;",
      ],
      [
        "what found the session ended is not asked for after the login",
        "if (isExpired.value) stopWaiting = afterLogin(load);",
        "",
      ],
      [
        "a request that failed is asked for again after the next login",
        "if (isExpired.value) stopWaiting =",
        "stopWaiting =",
      ],
      ["what waits for a login is asked for twice", "    stopWaiting();\n", ""],
      ["it loads for ever", "if (running === ownRun) isLoading.value = false;", ""],
    ],
  ),
  ...inFile(
    "src/console/state/after-login.ts",
    ["test/console/state.test.ts"],
    [["each login asks for what waited for the first", "    stop();\n", ""]],
  ),
  ...inFile(
    "src/console/state/followed-alert.ts",
    ["test/console/followed-alert.test.ts"],
    [
      ["an earlier answer replaces an event", "if (!event) return found;", "return found;"],
      ["an event before an answer replaces it", "newest = undefined;\n", ""],
      ["an event of another version keeps the texts", "event.version === alert.version && ", ""],
      ["an event of another state keeps the texts", " && event.state === alert.state", ""],
      [
        "the texts that an event changed stay",
        "if (!isAbout(shown, event)) void alert.load();",
        "",
      ],
      ["an event does not show its numbers", "alert.set({ ...shown, ...event });", ""],
      ["nothing is loaded when it begins", "() => void alert.load(),\n    );", "() => {},\n    );"],
      ["a person who has seen it is not listed anew", "[targeted, seen])", "[targeted])"],
    ],
  ),
  ...inFile(
    "src/console/state/draft.ts",
    ["test/console/state.test.ts"],
    [
      [
        "a step without a change can be undone",
        "if (JSON.stringify(before) === JSON.stringify(shapes)) return;",
        "",
      ],
      ["a new step keeps what was undone", "redoSteps.value = [];\n  editDraft", "editDraft"],
      ["undo cannot be redone", "to.value = [...to.peek(), draft.peek().shapes];", ""],
      ["undo forgets the last steps", ".slice(-MOST_STEPS)", ".slice(0, MOST_STEPS)"],
      [
        "undo crosses from one draft to another",
        "forgetSteps();\n  currentSlot.peek().begin",
        "currentSlot.peek().begin",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/draft-slot.ts",
    ["test/console/state.test.ts"],
    [
      [
        "two alerts have one idempotency key",
        "show({ ...newDraft(), ...from });",
        "show({ ...newDraft(), ...from, key: draft.peek().key });",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/draft-slot.ts",
    ["test/console/draft-slot.test.ts"],
    [
      [
        "a tab that lost its draft goes on",
        'function lost(): void {\n    place.value = "elsewhere";',
        "function lost(): void {",
      ],
      [
        "a tab takes the draft of another",
        'show(wanted);\n        place.value = "elsewhere";',
        'show(wanted);\n        place.value = "here";',
      ],
      ["a reload begins another draft", "(own ? key === own : !taken?.has(key))", "!own"],
      ["a new tab shows another tab's draft", "!taken?.has(key)", "true"],
    ],
  ),
  ...inFile(
    "src/console/state/alerts.ts",
    ["test/console/state.test.ts"],
    [
      ["an alert is shown as active at its end", "expiresAt <= now", "expiresAt < now"],
      ["a cancelled alert expires", 'state === "ACTIVE" && expiresAt', "expiresAt"],
      ["a title is the whole text", ".split(/\\r?\\n/, 1)[0]", ""],
    ],
  ),
  ...inFile(
    "src/console/words/time.ts",
    ["test/console/words.test.ts"],
    [
      ["90 seconds are seconds", "long < 90)", "long <= 90)"],
      ["90 minutes are minutes", "long < 90 * 60", "long <= 90 * 60"],
      ["a day and a half is offered as hours only", "seconds % 86_400 === 0", "false"],
      ["half hours are offered as seconds", "seconds % 60 === 0", "false"],
      ["a moment ago is to come", "seconds > now", "seconds < now"],
    ],
  ),
  ...inFile(
    "src/console/words/numbers.ts",
    ["test/console/words.test.ts"],
    [
      ["one people", "one {# person}", "one {# people}"],
      ["a kilometre is in metres", "distance < 1000", "distance <= 1000"],
    ],
  ),
  ...inFile(
    "src/console/person/where.ts",
    ["test/console/where.test.ts"],
    [
      [
        "an answer counts for a later version",
        " || here.versions?.get(alert.id) !== alert.version",
        "",
      ],
      ["a place of an hour ago is now", "now.value - NOW_LASTS", "now.value - 10_000"],
      ["a vague place replaces a message", "isVague || isOutdone", "isOutdone"],
      ["a vague place in the area does not count", ' && said?.level !== "ONE"', ""],
      [
        "a place before a more urgent message outdoes it",
        " || isOutdone(said, here, concern) ?",
        " ?",
      ],
      [
        "a milder message outdoes the place",
        "urgency(last) < urgency(said)",
        "urgency(last) !== urgency(said)",
      ],
      ["a message before the place outdoes it", "    last.createdAt > here.takenAt &&\n", ""],
    ],
  ),
  ...inFile(
    "src/console/words/translate.ts",
    ["test/console/words.test.ts"],
    [["a note for translators is shown", 'message.split("|", 1)[0]', "message"]],
  ),
  ...inFile(
    "src/console/geo/files/readers.ts",
    ["test/console/file-readers.test.ts"],
    [
      [
        "code that cannot be loaded is the file's fault",
        "throw new FileError(NOT_LOADED);",
        "throw error;",
      ],
      ["a reader that fails is the only one", "Promise.allSettled", "Promise.all"],
      ["shapefiles are not read ahead", "shapefileReader(), zipReader()", "zipReader()"],
    ],
  ),
  ...inFile(
    "src/console/geo/files/unzip.ts",
    ["test/console/read-file.test.ts"],
    [["files together may be as large as they like", "    left -= file.length;\n", ""]],
  ),
  ...inFile(
    "src/console/map/pointer-measure.ts",
    ["test/console/measure.test.ts"],
    [
      [
        "a finished rectangle has sides",
        'mode === "rectangle" && isUnfinished',
        'mode === "rectangle"',
      ],
    ],
  ),
  ...inFile(
    "src/console/map/offline-map.ts",
    ["test/console/map-layers.test.ts"],
    [
      ["the smaller place is named", '["-", ["get", "inhabitants"]]', '["get", "inhabitants"]'],
      ["towns have no name yet", "const TOWNS_FROM = 8;", "const TOWNS_FROM = 18;"],
    ],
  ),
  ...inFile(
    "src/console/state/alerts.ts",
    ["test/console/alerts.test.ts"],
    [["an error stays", "!knownAlerts || alerts.error.peek()", "!knownAlerts"]],
  ),
  ...inFile(
    "src/console/state/draft-slot.ts",
    ["test/console/draft-slot.test.ts"],
    [
      [
        "a browser that keeps nothing has no drafts",
        "  } catch {\n    return null;\n  }",
        "  } finally {\n  }",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/user-search.ts",
    ["test/console/user-search.test.ts"],
    [
      ["who fell silent is not found", "isSilent: true", "isSilent: false"],
      [
        "who reported lately is found by a wrong clock",
        "serviceSeconds() -",
        "Math.floor(Date.now() / 1000) -",
      ],
    ],
  ),
  ...inFile(
    "src/console/words/report-csv.ts",
    ["test/console/report-csv.test.ts"],
    [
      ["the failed are the pushed", '["failed", row.usersFailed]', '["failed", row.usersPushed]'],
      [
        "a file of a report says that an alert ended which goes on",
        '=== "ACTIVE" ? "ends" :',
        '=== "CANCELLED" ? "ends" :',
      ],
      [
        "a file of a report does not say of when it is",
        '    ["alert", "as-of", "", iso(at), ""],\n',
        "",
      ],
    ],
  ),
];
