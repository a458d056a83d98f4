import { inFile } from "../../fault.ts";

/** Faults in the console that were drawn at random and noticed by no test, and others next to them. */
export const faults = [
  ...inFile(
    "src/console/person/keys.tsx",
    ["test/console/screens/person.test.ts"],
    [
      [
        "apps that are not known yet are called none",
        "{deviceKeys?.length === 0 && ",
        "{!deviceKeys?.length && ",
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/templates.tsx",
    ["test/console/screens/templates.test.ts"],
    [
      [
        "trainees edit templates of exercises",
        "{!isTraining.value && (\n          <>",
        '{(!isTraining.value || status === "EXERCISE") && (\n          <>',
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/me/this-browser.tsx",
    ["test/console/screens/me.test.ts"],
    [
      [
        "a browser that gets no pushes any more cannot be turned on",
        '{isOn ? t("Stop pushes to this browser")',
        '{deviceState.value !== "off" ? t("Stop pushes to this browser")',
      ],
    ],
  ),
  ...inFile(
    "src/console/components/drawing-tools.tsx",
    ["test/console/screens/frame.test.ts"],
    [
      [
        "a hole cannot be drawn in what there is no step to undo",
        'name === "hole" && draft.value.shapes.length === 0',
        'name === "hole" && !canUndo.value',
      ],
      [
        "what there is no step to undo cannot be cleared or shown",
        "disabled={draft.value.shapes.length === 0}\n",
        "disabled={!canUndo.value}\n",
      ],
    ],
  ),
  ...inFile(
    "src/console/components/import-areas.tsx",
    ["test/console/screens/alert-zones.test.ts"],
    [["a file of KMZ cannot be chosen", ".kml,.kmz,", ".kml,"]],
  ),
  ...inFile(
    "src/console/geo/meridian.ts",
    ["test/console/meridian.test.ts"],
    [
      [
        "a hole lies a turn away from an area with short edges",
        "const [outer] = running;",
        "const [outer] = rings;",
      ],
      [
        "a corner on the 180th meridian goes where the outline turns to one side",
        "Math.abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0))",
        "((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0))",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/pages.ts",
    ["test/console/state.test.ts"],
    [
      [
        "rows that are known count as a new page",
        "rows.size < wantedCount",
        "offset < wantedCount",
      ],
    ],
  ),
  ...inFile(
    "src/console/person/here.ts",
    ["test/console/here.test.ts"],
    [
      ["the page waits for ever without a database of the browser", ".catch(() => undefined)", ""],
      [
        "a place is not reported without a database of the browser",
        "takenAt };\n  await keep(NAME, here.value).catch(console.warn);",
        "takenAt };\n  await keep(NAME, here.value);",
      ],
      [
        "the alerts at a place are lost without a database of the browser",
        "versions };\n  await keep(NAME, here.value).catch(console.warn);",
        "versions };\n  await keep(NAME, here.value);",
      ],
    ],
  ),
  ...inFile(
    "src/console/person/inbox.ts",
    ["test/console/inbox.test.ts"],
    [
      [
        "the inbox is not opened without a database of the browser",
        "kept<Kept>(NAME).catch(() => undefined)",
        "kept<Kept>(NAME)",
      ],
      [
        "the inbox is not read without a database of the browser",
        "await keep(NAME, value).catch(console.warn);",
        "await keep(NAME, value);",
      ],
      [
        "nobody logs out without a database of the browser",
        "await forgetKept().catch(console.warn);",
        "await forgetKept();",
      ],
      [
        "pushes that cannot be forgotten are a problem of the inbox",
        "await forgetPushes().catch(console.warn);",
        "await forgetPushes();",
      ],
    ],
  ),
  ...inFile(
    "src/console/person/zones.ts",
    ["test/console/person-keeps.test.ts"],
    [["zones are not opened without a database of the browser", ".catch(() => undefined)", ""]],
  ),
  ...inFile(
    "src/console/person/me-screen.tsx",
    ["test/console/screens/person.test.ts"],
    [
      [
        "the language cannot be chosen before the profile is known",
        "          <MyData onErased={leave} />\n        </>\n      )}\n      <LanguageSelect />\n",
        "          <MyData onErased={leave} />\n          <LanguageSelect />\n        </>\n      )}\n",
      ],
      [
        "everyone but administrators is led to their console",
        "{me.isAdmin && (",
        "{!me.isAdmin && (",
      ],
      ["who is erased leaves their things in the browser", " onErased={leave}", ""],
      [
        "who logs out leaves their things in the browser",
        "useAction(leave)",
        "useAction(async () => logOut())",
      ],
      ["the own page is not asked for again", " retry={() => void profile.load()}", ""],
    ],
  ),
  ...inFile(
    "src/console/screens/me/my-notifications.tsx",
    ["test/console/screens/me.test.ts"],
    [
      [
        "nothing was told before that is known",
        "myNotifications.data.value && all.length",
        "all.length",
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/me/quiet-hours.tsx",
    ["test/console/screens/me.test.ts"],
    [
      [
        "an end of quiet hours that was set elsewhere is not shown",
        "[storedFrom, storedTo]);",
        "[storedFrom]);",
      ],
      [
        "a beginning of quiet hours that was set elsewhere is not shown",
        "[storedFrom, storedTo]);",
        "[storedTo]);",
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/update-alert.tsx",
    ["test/console/screens/update-alert.test.ts"],
    [
      [
        "who is told again forgets the steps of the drawing",
        "editDraft({ isRenotified: value })",
        "replaceDraft({ ...draft.value, isRenotified: value })",
      ],
      [
        "the end of an update forgets the steps of the drawing",
        "editDraft({ hours: Number(value) })",
        "replaceDraft({ ...draft.value, hours: Number(value) })",
      ],
    ],
  ),
  ...inFile(
    "src/console/screens/users/import-users.tsx",
    ["test/console/screens/users.test.ts"],
    [
      [
        "the faults of another text are listed",
        "{checked && checked.faults.length > 0 && <Faults faults={checked.faults} />}",
        "{last && last.faults.length > 0 && <Faults faults={last.faults} />}",
      ],
      [
        "one person alone is not checked",
        "read.entries.length > 0 ? (await",
        "read.entries.length > 1 ? (await",
      ],
    ],
  ),
  ...inFile(
    "src/console/map/the-map.ts",
    ["test/console/screens/the-map.test.ts"],
    [
      [
        "a missing tile takes the place of the map's style",
        '    map.once("style.load", () => map.off("error", replaceStyle));\n',
        "",
      ],
      [
        "the map waits for its file",
        'if (config?.kind === "file") void addStreets(map, config).catch(console.error);',
        'if (config?.kind === "file") await addStreets(map, config);',
      ],
      [
        "a missing tile takes the place of the console's own map",
        'if (config?.kind !== "style") return;',
        "",
      ],
      ["it is not logged why a style is replaced", "      console.error(error);\n", ""],
      [
        "the offline map has names below tiles",
        "void fillOfflineMap(map, !isRaster)",
        "void fillOfflineMap(map, true)",
      ],
      ["tiles lie over people and zones", 'source: "tiles" }, "towns");', 'source: "tiles" });'],
      ["tiles are twice as large", "tileSize: 256", "tileSize: 512"],
      ["the offline map is painted when the theme stays", "isDark.value !== isPaintedDark", "true"],
      ["there are two maps", "  loading ??= create();", "  loading = create();"],
      ["the credits of tiles are there twice", 'config && config.kind !== "raster" ?', "config ?"],
      [
        "the credits of a style are there twice",
        'if (config?.kind !== "style") setTimeout',
        "setTimeout",
      ],
      ["the map forgets how near it was", "zoom: map.getZoom() }", "zoom: view.value.zoom }"],
      ["names fade in for who wants no motion", ".matches ? 0 : 300", ".matches ? 300 : 0"],
      ["workers run for a map of another library", "    stopWorkers();\n", ""],
    ],
  ),
  ...inFile(
    "src/console/person/alert-card.tsx",
    ["test/console/screens/person.test.ts"],
    [
      [
        "who moves into another zone gets last news",
        "alert.version > 1 && isActive && told[0] &&",
        "isActive && told[0] &&",
      ],
      [
        "an alert that is over has last news",
        "alert.version > 1 && isActive && told[0] &&",
        "alert.version > 1 && told[0] &&",
      ],
      [
        "the last news have the time of the first",
        "<dd>{moment(told[0].createdAt)}</dd>",
        "<dd>{moment(since)}</dd>",
      ],
      [
        "how far an alert is that is over is shown",
        "{isActive && <Distance concern={concern} />}",
        "<Distance concern={concern} />",
      ],
      [
        "the map of an alert that is over is shown",
        "{isActive && <AreaMap concern={concern} />}",
        "<AreaMap concern={concern} />",
      ],
      ["the map of an alert is not shown", "{isActive && <AreaMap concern={concern} />}", ""],
    ],
  ),
  ...inFile(
    "src/console/person/concerns.ts",
    ["test/console/screens/person.test.ts"],
    [["an answer of a minute and a half is old", "FRESH = 120", "FRESH = 60"]],
  ),
  ...inFile(
    "src/console/person/freshness.tsx",
    ["test/console/screens/person.test.ts"],
    [["the service cannot be asked again", " retry={() => void readInbox()}", ""]],
  ),
  ...inFile(
    "src/console/person/pushed-cards.tsx",
    ["test/console/screens/person.test.ts"],
    [
      [
        "an all-clear that was pushed has the colour of a warning",
        'data.kind === "ALL_CLEAR" ? "alert-card over" : ',
        "",
      ],
      [
        "a push without a text of its own has its title twice",
        "{body && body !== title && (",
        "{body && (",
      ],
    ],
  ),
  ...inFile(
    "src/console/person/pushed.ts",
    ["test/console/screens/person.test.ts"],
    [
      [
        "the oldest push comes first",
        "b.data.notificationId - a.data.notificationId",
        "a.data.notificationId - b.data.notificationId",
      ],
    ],
  ),
  ...inFile(
    "src/console/person/messages-screen.tsx",
    ["test/console/screens/person.test.ts"],
    [
      [
        "no message is known before the service was asked",
        "knownAt.value !== undefined && all",
        "all",
      ],
      [
        "a message is new only if all of it is",
        "told.some(({ seen }) => !seen)",
        "told.every(({ seen }) => !seen)",
      ],
      [
        "a message has the time of the first news",
        "told[0]?.createdAt ?? 0",
        "told.at(-1)?.createdAt ?? 0",
      ],
      ["a message has no language", " lang={alert.language}", ""],
    ],
  ),
  ...inFile(
    "src/console/person/report-place.tsx",
    ["test/console/screens/person.test.ts"],
    [
      ["a place cannot be reported again and again", "          reports.value = is;\n", ""],
      [
        "it is not said why a place is not reported again and again",
        "      <Problem text={reportTrouble.value} />\n",
        "",
      ],
      ["a place can be asked for twice", "disabled={isBusy}", "disabled={false}"],
    ],
  ),
  ...inFile(
    "src/console/person/concern.ts",
    ["test/console/concern.test.ts"],
    [
      [
        "of two alerts that are as urgent the older one comes first",
        "(b.told[0]?.id ?? 0) - (a.told[0]?.id ?? 0)",
        "(a.told[0]?.id ?? 0) - (b.told[0]?.id ?? 0)",
      ],
      [
        "the most urgent of the alerts that are over comes first",
        "(a.isActive ? urgency(a) - urgency(b) : 0)",
        "(urgency(a) - urgency(b))",
      ],
      [
        "an all-clear that is prepared is shown",
        'alert.state === "CANCELLED" && alert.allClear',
        "alert.allClear",
      ],
      [
        "an alert without an all-clear has no text",
        'if (alert.state === "CANCELLED" && alert.allClear) return alert.allClear;',
        'if (alert.state === "CANCELLED") return alert.allClear ?? "";',
      ],
    ],
  ),
  ...inFile(
    "src/console/person/person-page.tsx",
    ["test/console/screens/person-page.test.ts"],
    [
      [
        "the inbox of who has logged out is followed",
        "if (!isGone) stop = followInbox();",
        "stop = followInbox();",
      ],
      [
        "the inbox is followed for ever",
        "      isGone = true;\n      stop();",
        "      isGone = true;",
      ],
      ["the place is not reported while the page is open", "  useEffect(followReports, []);\n", ""],
      ["nothing is kept for when there is no network", "  useEffect(keepOffline, []);\n", ""],
      ["who is not logged in any more sees the page", " && !isExpired.value", ""],
      ["another alert is the one before", "<AlertScreen key={to.id}", "<AlertScreen"],
      [
        "the inbox is followed before what was kept is there",
        "Promise.all([openInbox(), openHere(), openZones()])",
        "Promise.resolve()",
      ],
    ],
  ),
];
