import { inFile } from "../../fault.ts";

const FRAME = ["test/console/screens/frame.test.ts"];
const LAZY = ["test/console/screens/lazy.test.ts"];
const APP = ["test/console/screens/app.test.ts"];

/** Faults in what all screens of the console share, and in the map's screen. */
export const faults = [
  ...inFile("src/console/components/navigation.tsx", FRAME, [
    [
      "an alert's screen is nowhere",
      'to === "alerts" && OF_ALERTS.has(screen)',
      'to === "map" && OF_ALERTS.has(screen)',
    ],
    [
      "invitations are nowhere",
      '(screen === "audit-log" || screen === "invitations")',
      '(screen === "audit-log")',
    ],
  ]),
  ...inFile("src/console/api/log-out.ts", FRAME, [
    ["a logout stays logged in", "  logOut();\n", ""],
  ]),
  ...inFile("src/console/components/problem.tsx", FRAME, [
    [
      "what did not fail is tried again",
      "again.current = text ? retry : undefined;",
      "again.current = retry;",
    ],
    ["nothing is tried again by itself", "again.current?.();", ""],
    ["what cannot be tried again has a button", "{text && retry && (", "{text && ("],
  ]),
  ...inFile("src/console/components/offline-mark.tsx", FRAME, [
    ["a lost connection is not said", "{isOffline.value &&", "{!isOffline.value &&"],
  ]),
  ...inFile("src/console/components/training-banner.tsx", FRAME, [
    [
      "training is asked for once",
      "useEffect(() => void training.load(), [to]);",
      "useEffect(() => void training.load(), []);",
    ],
    ["who is not in training is", "{isTraining.value && (", "{!isTraining.value && ("],
  ]),
  ...inFile("src/console/components/drawing-tools.tsx", FRAME, [
    ["a hole can be in nothing", 'name === "hole" && draft.value.shapes.length === 0', "false"],
    ["a cleared drawing is edited", '            tool.value = "polygon";\n', ""],
    ["undo is redo", "onClick={() => drawing?.undo()}", "onClick={() => drawing?.redo()}"],
    [
      "nothing can be undone",
      "!canUndo.value && !isDrawing.value",
      "!canUndo.value || !isDrawing.value",
    ],
    ["what was not undone is redone", "disabled={!canRedo.value}", "disabled={false}"],
  ]),
  ...inFile("src/console/components/text-editor.tsx", FRAME, [
    ["a text counts code units", "[...characters.segment(value)].length", "value.length"],
    [
      "170 characters are too long for a phone",
      "        : length > SHOWN\n",
      "        : length >= SHOWN\n",
    ],
  ]),
  ...inFile("src/console/screens/map.tsx", FRAME, [
    [
      "no alert is active before they are loaded",
      "alerts.data.value && active.length === 0",
      "active.length === 0",
    ],
    ["one alert is all", "{active.length > 1 && (", "{active.length > 0 && ("],
    ["nobody has reported before it is known", "? isKnown && t(", "? t("],
    [
      "zones of active alerts stay on the map",
      "      stops = [];\n      alertZones.value = [];",
      "      stops = [];",
    ],
    [
      "the map shows the zones of alerts that have ended",
      "alertZones.value = activeAlerts.peek().flatMap(zonesOf);",
      "alertZones.value = (alerts.data.peek() ?? []).flatMap(zonesOf);",
    ],
    [
      "people wait for a map that never comes",
      "const timer = setTimeout(start, PATIENCE);",
      "const timer = undefined;",
    ],
    ["people wait a minute for the map", "const PATIENCE = 10_000;", "const PATIENCE = 60_000;"],
    ["the zones of an alert stay as they were before its update", "`${id} ${version}`", "`${id}`"],
    ["the number of people seems known at once", " aria-busy={!isKnown}", ""],
  ]),
  ...inFile("src/console/screens/lazy.ts", LAZY, [
    [
      "the screen of an update is not loaded ahead",
      "  update: UpdateAlertScreen,",
      "  update: AlertScreen,",
    ],
    [
      "one screen that fails ends the loading of all",
      "await screen.preload().catch(console.warn)",
      "await screen.preload()",
    ],
    [
      "code is loaded ahead while the connection is lost",
      "if (navigator.onLine === false) await nextOnline();",
      "",
    ],
    ["what reads files is not loaded ahead", "    await preloadReaders();\n", ""],
    [
      "screens are loaded after the logout",
      "return () => clearTimeout(timer);",
      "return () => {};",
    ],
    ["all screens are loaded with the first", "const FIRST = 5_000;", "const FIRST = 5;"],
    [
      "screens are loaded while the first one loads its data",
      "const FIRST = 5_000;",
      "const FIRST = 4_000;",
    ],
    ["screens are loaded a minute later", "const FIRST = 5_000;", "const FIRST = 60_000;"],
  ]),
  ...inFile("src/console/components/lazy.tsx", LAZY, [
    [
      "a screen's code is loaded at each visit",
      "loaded ??= await load();",
      "loaded = await load();",
    ],
    ["a screen that cannot be loaded is empty", '          setState("failed");\n', ""],
    ["a screen that is loading has failed", 'state === "failed" ? NOT_LOADED : ""', "NOT_LOADED"],
    [
      "a loaded screen appears late",
      "if (loaded) return createElement(loaded, props);",
      'if (loaded && state === "loaded") return createElement(loaded, props);',
    ],
  ]),
  ...inFile("src/console/app.tsx", APP, [
    [
      "training is said on the map only",
      "<TrainingBanner />",
      '{to.screen === "map" && <TrainingBanner />}',
    ],
    ["a report shows the alert", "<AlertReportScreen key", "<AlertScreen key"],
    [
      "the login takes the place of what was written",
      "const isLoggedIn = session.value !== null;",
      "const isLoggedIn = session.value !== null && !isExpired.value;",
    ],
    ["an ended session goes on", "{isExpired.value && <LoginAgain />}", ""],
    [
      "Escape closes the login",
      "onCancel={(event) => event.preventDefault()}",
      "onCancel={() => {}}",
    ],
    [
      "a second Escape closes the login",
      "onClose={() => dialog.current?.showModal()}",
      "onClose={() => {}}",
    ],
    [
      "a link to a password needs a login",
      'if (to.screen === "password") return <SetPasswordScreen token={to.token} />;\n',
      "",
    ],
    [
      "the list of alerts forgets its filter",
      '<AlertsScreen query={to.query ?? ""} />',
      '<AlertsScreen query="" />',
    ],
    [
      "the audit log forgets its filter",
      '<AuditLogScreen query={to.query ?? ""} />',
      '<AuditLogScreen query="" />',
    ],
    [
      "an alert keeps what was open of the one before",
      "<AlertScreen key={to.id} ",
      "<AlertScreen ",
    ],
    [
      "no screen is loaded ahead",
      "  useEffect(() => (isLoggedIn ? preloadScreens() : undefined), [isLoggedIn]);\n",
      "",
    ],
    [
      "screens are loaded ahead only for who was logged in before",
      "isLoggedIn ? preloadScreens() : undefined), [isLoggedIn]",
      "isLoggedIn ? preloadScreens() : undefined), []",
    ],
    ["nobody is told that the connection is lost", "      <OfflineMark />\n", ""],
  ]),
  ...inFile("src/console/main.tsx", APP, [
    ["the page has no language", "document.documentElement.lang = language;\n", ""],
    ["the map loads after the login", "preloadMap();\n", ""],
    ["a device is not kept", "keepDevice();\n", ""],
  ]),
  ...inFile(
    "src/console/screens/map.tsx",
    ["test/console/screens/map.test.ts"],
    [
      ["people are followed on a screen that was left", "      stops = [];\n", ""],
      [
        "people are followed again when there are too many",
        "      alertZones.value = [];\n    };\n  }, []);",
        "      alertZones.value = [];\n    };\n  });",
      ],
      [
        "zones across the 180th meridian stay cut",
        "    theMap().then(joinZones, joinZones);\n",
        "",
      ],
      ["the legend has no colours", "class={`dot pace-${pace}`}", 'class="dot"'],
      ["the letters of the legend are read out", ' aria-hidden="true"', ""],
    ],
  ),
];
