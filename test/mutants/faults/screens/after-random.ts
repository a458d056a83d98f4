import { inFile } from "../../fault.ts";

/** Faults in the console's screens that were found by reading, after others that were drawn at random. */
export const faults = [
  ...inFile(
    "src/console/state/audit-filter.ts",
    ["test/console/audit-log.test.ts"],
    [
      ["an address asks for a user whose id nobody can have", "&& Number(text) <= LARGEST_ID", ""],
      [
        "an address asks for what every object has",
        "Object.hasOwn(ACTIONS, value)",
        "value in ACTIONS",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/after-login.ts",
    ["test/console/state.test.ts"],
    [
      [
        "what waited for a login runs after a logout",
        "if (session.peek()) untracked(run)",
        "untracked(run)",
      ],
    ],
  ),
  ...inFile(
    "src/console/components/area-picker.tsx",
    ["test/console/screens/alert-zones.test.ts"],
    [
      [
        "an area is not found by a word that is joined to another",
        "split(/[\\s,.'’-]+/)",
        "split(/\\s+/)",
      ],
      [
        "saved areas that failed are not asked for again",
        " retry={() => void savedAreas.load()}",
        "",
      ],
      [
        "eight areas are said to be too many",
        "found.length > MOST_SHOWN &&",
        "found.length >= MOST_SHOWN &&",
      ],
    ],
  ),
  ...inFile(
    "src/console/components/kept-drafts.tsx",
    ["test/console/screens/lists.test.ts"],
    [
      ["a draft of another tab is so for ever", "[now.value, keptChanges.value]", "[]"],
      ["a draft that another tab has open is discarded", "{!isElsewhere && (", "{("],
    ],
  ),
  ...inFile(
    "src/console/components/name-dialog.tsx",
    ["test/console/screens/alert-zones.test.ts"],
    [["something is saved under a name of spaces", 'name.trim() === ""', 'name === ""']],
  ),
  ...inFile(
    "src/console/components/push-preview.tsx",
    ["test/console/screens/frame.test.ts"],
    [["a push without a title has an empty one", "headline.trim() ||", "headline ||"]],
  ),
  ...inFile(
    "src/console/components/push-readiness.tsx",
    ["test/console/screens/frame.test.ts"],
    [
      [
        "whether pushes go out is asked for after its screen was left",
        "    return onReturn(load);",
        "    onReturn(load);",
      ],
    ],
  ),
  ...inFile(
    "src/console/components/qr-code.tsx",
    ["test/console/screens/invitations.test.ts"],
    [
      [
        "the dark parts of a code are in other places",
        "`M${x} ${y}h1v1h-1z`",
        "`M${y} ${x}h1v1h-1z`",
      ],
      ["a code has no rim that scanners need", "const BORDER = 4", "const BORDER = 0"],
      ["a code in the dark is dark on dark", 'fill="#fff"', 'fill="none"'],
    ],
  ),
  ...inFile(
    "src/console/app.tsx",
    ["test/console/screens/app.test.ts"],
    [
      [
        "nobody watches the connection",
        "  useEffect(() => (isLoggedIn ? watchConnection() : undefined), [isLoggedIn]);\n",
        "",
      ],
      [
        "the connection is watched after the logout",
        "isLoggedIn ? watchConnection() : undefined), [isLoggedIn]",
        "isLoggedIn ? watchConnection() : undefined), []",
      ],
      [
        "numbers are marked as old by turns",
        'toggle("is-offline", isOffline.value)',
        'toggle("is-offline")',
      ],
    ],
  ),
  ...inFile(
    "src/console/person/area-map.tsx",
    ["test/console/screens/person.test.ts"],
    [
      ["the zones of a later version are not loaded", "[id, version]);", "[]);"],
      [
        "the widest zone lies over the others",
        '["THREE", "TWO", "ONE"] as const',
        '["ONE", "TWO", "THREE"] as const',
      ],
      ["a drawing has no names of places", "isOld || setNames(found)", "isOld && setNames(found)"],
      [
        "a drawing does not say where the person is",
        "place={placeOf(concern, here.value)}",
        "place={undefined}",
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/new-alert/draft-stage.tsx",
    ["test/console/screens/draft-stage.test.ts"],
    [
      [
        "the map does not show the draft that one goes on with",
        "void showDraft(draft.peek());",
        "",
      ],
      ["undo in a text changes the drawing", 'matches("input, textarea")', 'matches("input")'],
      ["undo has no key on a Mac", "event.ctrlKey || event.metaKey", "event.ctrlKey"],
      ["undo is done twice, as the browser does it too", "event.preventDefault();\n      if", "if"],
      ["redo has no key, as Shift makes a capital letter", '.toLowerCase() !== "z"', ' !== "z"'],
      ["undo has no key when the map has come", "[drawing]);\n", "[]);\n"],
      [
        "undo has a key after the screen was left",
        'return () => document.removeEventListener("keydown", undo);',
        "",
      ],
      [
        "redo by keys is undo",
        "if (event.shiftKey) drawing?.redo();",
        "if (event.shiftKey) drawing?.undo();",
      ],
      [
        "nothing can be dropped on the screen",
        "onDragOver={(event) => event.preventDefault()} ",
        "",
      ],
      ["what is dropped on the screen is lost", " onDrop={dropArea}", ""],
      ["people are not shown while an area is drawn", "  useEffect(followPositions, []);\n", ""],
      [
        "the zones of a draft have no mark of an exercise",
        "for (const { properties } of zones) properties.mark = mark;",
        "",
      ],
      [
        "the zones of a draft stay after the screen was left",
        "    () => () => {\n      draftZones.value = [];\n    },",
        "    () => () => {},",
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/alerts/alert-filters.tsx",
    ["test/console/screens/lists.test.ts"],
    [
      [
        "the filter folds while one uses it",
        'useState(() => matchMedia(WIDE).matches || queryOf(filter) !== "")',
        '[matchMedia(WIDE).matches || queryOf(filter) !== ""]',
      ],
    ],
  ),
  ...inFile(
    "src/console/components/shared-drafts.tsx",
    ["test/console/screens/lists.test.ts"],
    [
      ["no shared draft says that it cannot be opened", "text={problem || error}", "text={error}"],
      [
        "shared drafts that are known hide that they are old",
        "text={problem || error}",
        "text={problem}",
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/invitations.tsx",
    ["test/console/screens/invitations.test.ts"],
    [
      [
        "no more invitations than a page are listed",
        "void invitations.more()",
        "void invitations.load()",
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/alert/recipients.tsx",
    ["test/console/screens/alert.test.ts"],
    [
      [
        "fewer notifications are counted than are listed",
        "Math.max(total.value, loaded.length)",
        "total.value",
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/alert/explain-user.tsx",
    ["test/console/screens/alert.test.ts"],
    [
      [
        "no more people than a page are found to be explained",
        "void users.more()",
        "void users.load()",
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/alert/texts.tsx",
    ["test/console/screens/alert.test.ts"],
    [["speeches load before someone listens", 'preload="none"', 'preload="auto"']],
  ),
  ...inFile(
    "src/console/screens/map.tsx",
    ["test/console/screens/map.test.ts"],
    [
      [
        "people are not followed without a map",
        "    theMap().then(start, start);",
        "    theMap().then(start);",
      ],
      ["people are followed twice", "stops ??= [", "stops = ["],
    ],
  ),
  ...inFile(
    "src/console/components/title.tsx",
    ["test/console/screens/frame.test.ts"],
    [["the tab keeps the name of an alert before its title was known", "[text]", "[]"]],
  ),
  ...inFile(
    "src/console/components/dialog.tsx",
    ["test/console/screens/frame.test.ts"],
    [["a dialog hides that the connection is lost", "      <OfflineMark />\n", ""]],
  ),
  ...inFile(
    "src/console/map/map-picture.tsx",
    ["test/console/screens/map-picture.test.ts"],
    [
      [
        "the picture of a large area begins left of the map",
        "Math.max(0, southWest.x - MARGIN) * scale",
        "(southWest.x - MARGIN) * scale",
      ],
      [
        "the picture of a large area begins above the map",
        "Math.max(0, northEast.y - MARGIN) * scale",
        "(northEast.y - MARGIN) * scale",
      ],
      [
        "the picture of a large area ends right of the map",
        "Math.min(canvas.width, (northEast.x + MARGIN) * scale)",
        "(northEast.x + MARGIN) * scale",
      ],
      [
        "the picture of a large area ends below the map",
        "Math.min(canvas.height, (southWest.y + MARGIN) * scale)",
        "(southWest.y + MARGIN) * scale",
      ],
      ["no picture is taken while people move", '        map.once("render", copyNow);\n', ""],
      ["a picture is taken after its screen was left", "        clearTimeout(timer);\n", ""],
      [
        "a picture is taken when its screen was left and the map draws",
        '        map.off("render", copyNow);\n',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/users.tsx",
    ["test/console/screens/users.test.ts"],
    [
      [
        "users are as before after links were made",
        "{...dialog} onClose={() => close(true)}",
        "{...dialog} onClose={() => close(false)}",
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/set-password.tsx",
    ["test/console/screens/login.test.ts"],
    [["a new password of a link may be short", "minLength={8}", ""]],
  ),
  ...inFile(
    "src/console/screens/me/password.tsx",
    ["test/console/screens/me.test.ts"],
    [
      ["a new password of oneself may be short", "required\n          minLength={8}", "required"],
      [
        "the browser fills a new password in with the old one",
        'required\n          minLength={8}\n          autocomplete="new-password"',
        'required\n          minLength={8}\n          autocomplete="current-password"',
      ],
    ],
  ),
  ...inFile(
    "src/console/join/sign-up.tsx",
    ["test/console/screens/join.test.ts"],
    [
      ["one joins with a short password", "minLength={8}", ""],
      [
        "one joins without a name",
        'required\n          autocomplete="name"',
        'autocomplete="name"',
      ],
    ],
  ),
  ...inFile(
    "src/console/join/log-in.tsx",
    ["test/console/screens/person-page.test.ts"],
    [
      [
        "who logs in to their page writes the password for all to see",
        'type="password"',
        'type="text"',
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/users/choose-csv.tsx",
    ["test/console/screens/users.test.ts"],
    [["text files of people cannot be chosen", 'accept=".csv,.txt,text/csv"', 'accept=".csv"']],
  ),
  ...inFile(
    "src/console/screens/templates/template-fields.ts",
    ["test/console/screens/templates.test.ts"],
    [
      [
        "what happens in a template is a space",
        "fields.event.trim() || null",
        "fields.event || null",
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/templates/edit-template.tsx",
    ["test/console/screens/templates.test.ts"],
    [["a new template has no length twice", 'own !== "" && ', ""]],
  ),
  ...inFile(
    "src/console/screens/new-alert/kept-here.tsx",
    ["test/console/screens/new-alert.test.ts"],
    [
      [
        "a draft that could never be kept is not said to be lost",
        "isUnkept || keptDraft(key) !== undefined",
        "keptDraft(key) !== undefined",
      ],
    ],
  ),
];
