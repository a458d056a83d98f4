import { inFile } from "../../fault.ts";

const INPUT = ["test/console/alert-input.test.ts"];
const FILTER = ["test/console/alert-filter.test.ts"];
const SHARING = ["test/console/sharing.test.ts"];

/** Faults in the console's state, found by going through its lines. */
export const faults = [
  ...inFile("src/console/state/retry.ts", INPUT, [
    [
      "an earlier end that one has chosen is not sent",
      "Math.abs(input.expiresAt - expiresAt) > SOON",
      "input.expiresAt - expiresAt > SOON",
    ],
    ["an end that one has chosen after a try is not sent", " || !expiresAt ||", " ||"],
  ]),
  ...inFile("src/console/state/alert-input.ts", INPUT, [
    [
      "a title of 60 characters between spaces is too long",
      "[...titleIn(draft).trim()]",
      "[...titleIn(draft)]",
    ],
    ["a letter is a language", "[A-Za-z]{2,8}(", "[A-Za-z]{1,8}("],
    ["a long word is a language", "[A-Za-z]{2,8}(", "[A-Za-z]{2,}("],
    ["a language ends with a hyphen", "(-[A-Za-z0-9]{1,8})", "(-[A-Za-z0-9]{0,8})"],
    [
      "a title that was removed stays",
      "undefined : titleIn(draft).trim()",
      "undefined : titleIn(draft).trim() || undefined",
    ],
  ]),
  ...inFile("src/console/state/alert-filter.ts", FILTER, [
    ["there is a page before the first", "page >= 1 &&", "page >= 0 &&"],
    ["no search is one for nothing", "filter.search.trim() || null", "filter.search.trim()"],
    ["no state is one", "state: filter.state || null", "state: filter.state as null"],
    ["no status is one", "status: filter.status || null", "status: filter.status as null"],
  ]),
  ...inFile("src/console/state/days.ts", FILTER, [["a month is a day", "DAY.test(text) && ", ""]]),
  ...inFile(
    "src/console/state/read-people.ts",
    ["test/console/read-people.test.ts"],
    [
      [
        "a file without headings has no list of people",
        "{ entries: [], faults: [{ line",
        "{ faults: [{ line",
      ],
      ["a missing heading is on the first line", "line: head?.line ?? 1", "line: 1"],
      ["an empty file lacks headings on no line", "head?.line ?? 1", "head?.line ?? 0"],
    ],
  ),
  ...inFile(
    "src/console/state/read-text.ts",
    ["test/console/read-text.test.ts"],
    [["a text that begins with ÿ is UTF-16", "beginning.every(", "beginning.some("]],
  ),
  ...inFile(
    "src/console/state/draft-content.ts",
    ["test/console/draft-content.test.ts"],
    [
      [
        "a text of three letters is three texts",
        "    Array.isArray(read.texts) &&\n",
        "    read.texts &&\n",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/kept-drafts.ts",
    ["test/console/kept-drafts.test.ts"],
    [
      [
        "a draft that could not be kept is said to be",
        "    noteKept(draft.key, false);\n    return false;",
        "    return true;",
      ],
      ["what is no draft is listed as nothing", "read(name) ?? []", "read(name) as never"],
      ["a draft that was removed seems not to be kept", "  noteKept(key, true);\n", ""],
      [
        "one draft that is not kept hides another",
        "isKept ? others : [...others, key]",
        "isKept ? others : [key]",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/tried.ts",
    ["test/console/drafts.test.ts"],
    [["a try of nobody is another's", "triedBy === undefined || ", ""]],
  ),
  ...inFile("src/console/state/shared-drafts.ts", SHARING, [
    [
      "who has changed a shared draft before stays in the list",
      "    continueDraft(kept.draft);\n",
      "    continueDraft(kept.draft);\n    return;\n",
    ],
    ["a few shared drafts are listed", "{ limit: 1000 }", "{ limit: 100 }"],
  ]),
  ...inFile("src/console/state/sharing.ts", SHARING, [
    [
      "theirs comes into the draft that was opened meanwhile",
      "    if (!isPresent(id)) return;\n    const key",
      "    const key",
    ],
    [
      "a draft of one's own is left as a shared one",
      "    if (id === undefined) return;\n    void run(send);",
      "    void run(send);",
    ],
  ]),
  ...inFile(
    "src/console/state/session.ts",
    ["test/console/state.test.ts"],
    [
      ["a token with a hyphen never ends", '.replaceAll("-", "+")', ""],
      ["a token with an underscore never ends", '.replaceAll("_", "/")', ""],
    ],
  ),
  ...inFile(
    "src/console/state/saved-areas.ts",
    ["test/console/saved-areas.test.ts"],
    [
      [
        "an area that is not removed is silent",
        "request(SavedAreaRemoveDocument, { id })",
        "request(SavedAreaRemoveDocument, { id }).catch(() => {})",
      ],
      [
        "an area that is not saved is silent",
        "request(NewSavedAreaDocument, { input: { name, area } })",
        "request(NewSavedAreaDocument, { input: { name, area } }).catch(() => {})",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/templates.ts",
    ["test/console/templates.test.ts"],
    [
      [
        "a template that is not removed is silent",
        "request(AlertTemplateRemoveDocument, { id })",
        "request(AlertTemplateRemoveDocument, { id }).catch(() => {})",
      ],
      [
        "a new template that is not saved is silent",
        "request(NewAlertTemplateDocument, { input })",
        "request(NewAlertTemplateDocument, { input }).catch(() => {})",
      ],
      [
        "a template that is not changed is silent",
        "request(AlertTemplateEditDocument, { id, input, expectedVersion })",
        "request(AlertTemplateEditDocument, { id, input, expectedVersion }).catch(() => {})",
      ],
    ],
  ),
  ...inFile("src/console/state/shared-drafts.ts", SHARING, [
    [
      "a shared draft that is not removed is silent",
      "request(SharedDraftRemoveDocument, { id })",
      "request(SharedDraftRemoveDocument, { id }).catch(() => {})",
    ],
  ]),
  ...inFile(
    "src/console/state/followed-alert.ts",
    ["test/console/followed-alert.test.ts"],
    [
      ["any alert is loaded", "request(AlertDocument, { id }", "request(AlertDocument, { id: 1 }"],
      [
        "another alert is followed",
        "      { id },\n      ({ alertProgress",
        "      { id: 1 },\n      ({ alertProgress",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/training.ts",
    ["test/console/training.test.ts"],
    [
      [
        "an answer after the logout is a problem",
        "me && value && value.token",
        "me && value!.token",
      ],
      ["an answer about nobody is a problem", "me && value && value.token", "value && value.token"],
    ],
  ),
  ...inFile(
    "src/console/state/draft.ts",
    ["test/console/drafts.test.ts"],
    [["a draft that was published is there still", "  currentSlot.peek().discard();\n", ""]],
  ),
  ...inFile(
    "src/console/state/watch-place.ts",
    ["test/console/here.test.ts"],
    [
      [
        "the minute of a failure ends the next one",
        "    clearTimeout(timer);\n    waiting = undefined;",
        "    waiting = undefined;",
      ],
    ],
  ),
  ...inFile("src/console/state/update-draft.ts", INPUT, [
    [
      "an area that another has moved is moved back",
      "shapes: keep(draft.shapes, base.shapes, now.shapes)",
      "shapes: draft.shapes",
    ],
    [
      "an area that one has moved is another's",
      "shapes: keep(draft.shapes, base.shapes, now.shapes)",
      "shapes: now.shapes",
    ],
  ]),
  ...inFile(
    "src/console/state/reach.ts",
    ["test/console/reach.test.ts"],
    [
      [
        "an update reaches nobody",
        "{ signal })).alertUpdateReach;",
        "{ signal })).alertUpdateReach && null;",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/reach.ts",
    ["test/console/screens/new-alert.test.ts"],
    [
      [
        "people are counted again after some seconds",
        "const FRESH = 30_000;",
        "const FRESH = 3_000;",
      ],
    ],
  ),
  ...inFile(
    "src/console/words/time.ts",
    ["test/console/words.test.ts"],
    [
      ["a moment has no zone", '  timeZoneName: "short",\n', ""],
      ["a moment has no minute", '  minute: "2-digit",\n', ""],
    ],
  ),
  ...inFile(
    "src/console/words/numbers.ts",
    ["test/console/words.test.ts"],
    [
      [
        "a distance has all its decimals",
        "oneDecimal.format(distance / 1000)",
        "whole.format(distance / 1000)",
      ],
      ["a kilometre has three decimals", "(locale, { maximumFractionDigits: 1 })", "(locale)"],
      ["a number has marks that nobody types", "ungrouped.format(number)", "whole.format(number)"],
    ],
  ),
  ...inFile(
    "src/console/words/read-whole.ts",
    ["test/console/words.test.ts"],
    [
      ["1.500 is a number", "/^\\d+$/", "/^[\\d.]+$/"],
      ["a number with a word is one", "/^\\d+$/", "/^\\d+/"],
      ["nothing is zero", "/^\\d+$/", "/^\\d*$/"],
    ],
  ),
  ...inFile(
    "src/console/words/language.ts",
    ["test/console/language.test.ts"],
    [
      [
        "a page without its words is none",
        '  } catch (error) {\n    console.warn("Not loaded:", error);\n    return undefined;\n  }',
        "  } finally {\n  }",
      ],
      [
        "numbers are written as elsewhere",
        "=== language) ?? language;",
        "=== language) && language;",
      ],
      [
        "any language of the browser is the page's region",
        "languageFor(tag) === language) ??",
        "tag !== language) ??",
      ],
      [
        "a browser that keeps nothing has no page",
        "  } catch {\n    // Storage is off.\n    return [];\n  }",
        "  } finally {\n  }",
      ],
      [
        "a browser that keeps nothing does not load the page again",
        "  } catch {\n    // Storage is off: the browser's languages decide.\n  }",
        "  } finally {\n  }",
      ],
      ["the chosen language is not kept", "    localStorage.setItem(KEY, tag);\n", ""],
      ["the chosen language comes with the next load", "  location.reload();\n", ""],
      [
        "the words of a page are looked for beside the host",
        "new URL(file, document.baseURI)",
        "new URL(file, new URL(document.baseURI).origin)",
      ],
    ],
  ),
  ...inFile(
    "src/console/words/activities.ts",
    ["test/console/words.test.ts"],
    [
      ["who runs is in a vehicle", 'RUNNING: "foot"', 'RUNNING: "vehicle"'],
      ["a phone that is tilted is unknown", 'TILTING: "still"', 'TILTING: "unknown"'],
    ],
  ),
  ...inFile(
    "src/console/words/csv.ts",
    ["test/console/read-people.test.ts"],
    [
      ["a cell begins with a carriage return", "[=+\\-@\\t\\r\\n]", "[=+\\-@\\t\\n]"],
      ["a sign within a cell is one at its beginning", "/^[=+", "/[=+"],
    ],
  ),
];
