import { inFile } from "../../fault.ts";

const ALERT = ["test/console/screens/alert.test.ts"];
const LISTS = ["test/console/screens/lists.test.ts"];
const AUDIT_LOG = ["test/console/screens/audit-log.test.ts"];
const NEW_ALERT = ["test/console/screens/new-alert.test.ts"];
const SHARING_STATE = ["test/console/sharing.test.ts"];
const USERS = ["test/console/screens/users.test.ts"];
const ME = ["test/console/screens/me.test.ts"];
const INVITATIONS = ["test/console/screens/invitations.test.ts"];
const TEMPLATES = ["test/console/screens/templates.test.ts"];
const LOGIN = ["test/console/screens/login.test.ts"];
const ALERT_ZONES = ["test/console/screens/alert-zones.test.ts"];
const FRAME = ["test/console/screens/frame.test.ts"];
const PROBLEM = ["test/console/screens/problem.test.ts"];
const DRAFTS_STATE = ["test/console/drafts.test.ts"];
const READ_PEOPLE_STATE = ["test/console/read-people.test.ts"];
const ALERTS_STATE = ["test/console/alerts.test.ts"];
const HOST_SETTINGS_STATE = ["test/console/host-settings.test.ts"];
const CANCEL = ["test/console/screens/cancel.test.ts"];
const UPDATE_ALERT = ["test/console/screens/update-alert.test.ts"];

/** Faults in what screens show and send that a second look at them found. */
export const faults = [
  ...inFile("src/console/screens/alert.tsx", ALERT, [
    ["the map stays at an update's old zones", "}, [zoneKey]);", "}, [shown === undefined]);"],
    ["the map moves at each news of an alert", "}, [zoneKey]);", "}, [shown]);"],
    ["the map keeps the area before an update", "[shown.areaGeoJson, ", "["],
    ["the map keeps zone TWO before an update", "shown.areaLevel2GeoJson, ", ""],
    [
      "the map is not moved to an alert",
      "    void showAreas(alertZones.value.map(({ geometry }) => geometry));\n",
      "",
    ],
  ]),
  ...inFile("src/console/screens/alert/progress.tsx", ALERT, [
    [
      "the bar of the pushed is that of the seen",
      "<Bar part={usersPushed} whole={users} />",
      "<Bar part={usersSeen} whole={users} />",
    ],
    [
      "the headings of waiting and failed are swapped",
      't("Waiting"), t("Failed")',
      't("Failed"), t("Waiting")',
    ],
  ]),
  ...inFile("src/console/screens/alert/texts.tsx", ALERT, [
    ["the title of an alert is not shown", "{alert.title && (", "{!alert.title && ("],
    [
      "the texts of an alert have the page's language",
      '            <p dir="auto" lang={alert.language}>',
      '            <p dir="auto">',
    ],
  ]),
  ...inFile("src/console/screens/alert/use-speech.ts", ALERT, [
    [
      "speech of an alert that has ended is waited for",
      'alert?.state === "ACTIVE" && !',
      "alert !== undefined && !",
    ],
    ["speech is asked for once more only", "        loadAfter(others);\n", ""],
    ["speech is asked for without end", "if (pause === undefined) return;", ""],
    [
      "speech is asked for by a screen that was left",
      "    return () => clearTimeout(timer);\n",
      "",
    ],
  ]),
  ...inFile(
    "src/console/state/load-on-change.ts",
    ["test/console/load-on-change.test.ts"],
    [
      ["what follows changes is not loaded at once", "  void run();\n", ""],
      [
        "each change puts a load off",
        "isStopped || isBusy || ",
        "clearTimeout(timer), isStopped || ",
      ],
      [
        "a change during a load is lost",
        "    isBusy = false;\n    wait();\n",
        "    isBusy = false;\n",
      ],
      ["what has not changed is loaded again and again", " || change.peek() === known", ""],
      ["a load that ends after it was stopped leads to another", "isStopped || isBusy", "isBusy"],
      ["a load comes after it was stopped in a rest", "    clearTimeout(timer);\n", ""],
    ],
  ),
  ...inFile("src/console/screens/alert/recipients.tsx", ALERT, [
    [
      "who was told is asked for by a screen that was left",
      "() => loadOnChange(change, people.load)",
      "() => void loadOnChange(change, people.load)",
    ],
    ["who was told cannot be asked for again", " retry={() => void people.load()}", ""],
  ]),
  ...inFile("src/console/screens/alert/timeline.tsx", ALERT, [
    [
      "how fast it was is asked for by a screen that was left",
      "() => loadOnChange(change, timeline.load)",
      "() => void loadOnChange(change, timeline.load)",
    ],
    [
      "how fast it was fails in silence",
      "      <Problem text={timeline.error.value} retry={() => void timeline.load()} />\n",
      "",
    ],
  ]),
  ...inFile("src/console/screens/alert/explain-user.tsx", ALERT, [
    [
      "a search of anyone fails in silence",
      "<Problem text={users.error.value} retry={() => void users.load()} />",
      "",
    ],
    [
      "the explanation of anyone stays",
      "onClose={() => setAsked(undefined)}",
      "onClose={() => {}}",
    ],
  ]),
  ...inFile("src/console/components/timeline-plot.tsx", LISTS, [
    [
      "the plot ends beyond its edge",
      "(after / seconds) * (WIDTH - 2 * LEFT)",
      "(after / seconds) * WIDTH",
    ],
    [
      "the plot is as high as its largest step",
      "steps.reduce((sum, step) => sum + step[course], 0)),\n  );",
      "Math.max(...steps.map((step) => step[course]))),\n  );",
    ],
    [
      "a course ends with its last step",
      "              [seconds, steps.reduce((sum, step) => sum + step[course], 0)] as const,\n",
      "",
    ],
    ["names of versions overlap", "      if (isNamed) free = place + NAME_WIDTH;\n", ""],
    ["the last version is named first", "    .toSorted((a, b) => a.at - b.at)\n", "    .slice()\n"],
    [
      "the name of a late version is cut",
      'place > WIDTH - NAME_WIDTH ? "end" : "start"',
      '"start"',
    ],
    [
      "all courses look like that of the told",
      "class={`course-${course}`}\n",
      'class="course-told"\n',
    ],
  ]),
  ...inFile("src/console/screens/alert-report.tsx", LISTS, [
    ["a report is not printed", "onClick={() => void printNewest()}", ""],
    [
      "a report is printed with what was known when it was opened",
      "    await report.load();\n",
      "",
    ],
    [
      "an alert that ran out is active in its report",
      "state: stateOf(alert, at) }",
      "state: stateOf(alert, 0) }",
    ],
    [
      "a report is as of its publication",
      "<dd>{moment(at)}</dd>",
      "<dd>{moment(shown.createdAt)}</dd>",
    ],
    ["a report has no texts", "          <Texts alert={shown} />\n", ""],
    ["a report has no history", "          <History history={shown.history} />\n", ""],
  ]),
  ...inFile("src/console/components/zone-picture.tsx", LISTS, [
    [
      "the zones of a report are upside down",
      "(north - latitude) * scale",
      "(latitude - south) * scale",
    ],
    [
      "the zones of a report are too wide",
      "const narrow = Math.cos((middle * Math.PI) / 180);",
      "const narrow = 1;",
    ],
    [
      "a report draws one part of a zone",
      'areas[index]?.coordinates.map(pathOf).join("")',
      "pathOf(areas[index]?.coordinates[0] ?? [])",
    ],
    [
      "a report leaves out an area beside the 180th meridian",
      "together(zones.map(({ geometry }) => geometry))",
      "zones.map(({ geometry }) => together([geometry])[0] as never)",
    ],
    ["a high picture is cut", "  const scale = Math.min(", "  const scale = Math.max("],
  ]),
  ...inFile("src/console/screens/alerts.tsx", LISTS, [
    [
      "the list of alerts is asked for once",
      "setInterval(() => void found.load(), CHECK_INTERVAL)",
      "setInterval(() => {}, CHECK_INTERVAL)",
    ],
    ["the list of alerts is asked for after it was left", "      clearInterval(timer);\n", ""],
    [
      "the list of alerts stays old when the connection is back",
      "onReturn(() => void found.load())",
      "onReturn(() => {})",
    ],
    ["each key searches alerts", "    return () => clearTimeout(timer);\n", ""],
    [
      "a search of alerts that failed cannot be tried again",
      " retry={() => void search.load()}",
      "",
    ],
    [
      "the list says when alerts end as when they began",
      "{moment(createdAt)}",
      "{moment(expiresAt)}",
    ],
    [
      "a column of alerts has the name of another on a phone",
      '<td data-label={t("Kind")}>',
      '<td data-label={t("State")}>',
    ],
  ]),
  ...inFile("src/console/screens/alerts/alert-filters.tsx", LISTS, [
    ["the last day of a filter is shown as the first", "value={filter.to}", "value={filter.from}"],
    [
      "the words of a filter are not shown",
      "            value={filter.search}\n",
      '            value=""\n',
    ],
    [
      "the names of expired and cancelled are swapped",
      '["EXPIRED", t("Ended by itself")],\n  ["CANCELLED", t("Cancelled")],',
      '["CANCELLED", t("Ended by itself")],\n  ["EXPIRED", t("Cancelled")],',
    ],
    ["who looks for live alerts finds tests", '["ACTUAL", t("Live")],', '["TEST", t("Live")],'],
    ["a filter that is set is folded on a phone", ' || queryOf(filter) !== ""', ""],
  ]),
  ...inFile("src/console/screens/statistics.tsx", LISTS, [
    [
      "statistics that failed cannot be asked for again",
      " retry={() => void statistics.load()}",
      "",
    ],
    ["five years are fifty months", '["60", t(', '["50", t('],
    [
      "a column of statistics has the name of another on a phone",
      '<td class="number" data-label={t("Told")}>',
      '<td class="number" data-label={t("Seen")}>',
    ],
  ]),
  ...inFile("src/console/screens/audit-log/entry-table.tsx", AUDIT_LOG, [
    [
      "the log does not say when",
      '<th scope="row">{moment(entry.createdAt)}</th>',
      '<th scope="row">{entry.id}</th>',
    ],
    ["the log names actions as the service does", "{ACTIONS[entry.action]}", "{entry.action}"],
    ["the log has no details", "{factsInWords(entry.facts)}", ""],
    ["who failed to log in is nobody", "return <>{noUser(action)}</>", "return <></>"],
    [
      "a column of the log has the name of another on a phone",
      '<td data-label={t("To what")}>',
      '<td data-label={t("What")}>',
    ],
  ]),
  ...inFile("src/console/screens/audit-log/filters.tsx", AUDIT_LOG, [
    ["the first day of the log goes nowhere", "onChange({ from })", "onChange({})"],
    ["the last day of the log is shown as the first", "value={filter.to}", "value={filter.from}"],
    ["the chosen action is not shown", "value={filter.action}", 'value=""'],
  ]),
  ...inFile("src/console/screens/audit-log/person-filter.tsx", AUDIT_LOG, [
    ["the keyboard begins anew when a person is chosen", "    filter.current?.focus();\n", ""],
    [
      "who finds nobody in the log does not hear it",
      "found?.length === 0 &&",
      "found?.length !== 0 &&",
    ],
    [
      "nobody is found in the log without a text",
      '        {foundBy.value !== "" &&\n          found?.length === 0 &&',
      "        {(users.data.value ?? []).length === 0 &&",
    ],
  ]),
  ...inFile("src/console/screens/audit-log.tsx", AUDIT_LOG, [
    ["someone without entries has no name", ", Number(filter.actor)].filter", "].filter"],
    [
      "another filter keeps the download's words",
      "<Downloads key={key} filter={filter} />",
      "<Downloads filter={filter} />",
    ],
    ["the log cannot be asked for again", " retry={() => void entries.load()}", ""],
    [
      "another filter shows the entries before",
      "void entries.begin(), [key]",
      "void entries.begin(), []",
    ],
  ]),
  ...inFile("src/console/screens/audit-log/downloads.tsx", AUDIT_LOG, [
    ["a file that was left is loaded on", "() => () => leaving.abort()", "() => () => {}"],
    ["a file of lines has the type of CSV", 'type: "application/jsonl"', 'type: "text/csv"'],
  ]),
  ...inFile("src/console/components/reach.tsx", NEW_ALERT, [
    [
      "the reach is not busy while it is counted again",
      "aria-busy={reach.isLoading.value}",
      "aria-busy={!found}",
    ],
    ["pushes that fail are said to be off", '{state === "OFF"\n', '{state !== "ON"\n'],
    [
      "a reach that cannot be counted again says nothing",
      '      <Problem text={reach.error.value} retry={() => void reach.load()} />\n      <p class="hint">',
      '      <p class="hint">',
    ],
  ]),
  ...inFile("src/console/screens/new-alert/zone-previews.tsx", NEW_ALERT, [
    [
      "the preview of a push has placeholders",
      "textsOf(draft)[index] as string",
      "draft.texts[index] as string",
    ],
  ]),
  ...inFile("src/console/screens/new-alert/draft-fill-in.tsx", NEW_ALERT, [
    ["the end to fill in is the usual one", "hours ? now.value + hours * 3600 : usual", "usual"],
    ["the usual end to fill in is now", "now.value + alertDefaults.value.duration", "now.value"],
  ]),
  ...inFile("src/console/screens/new-alert/level-text.tsx", NEW_ALERT, [
    [
      "what ONE has is shown as added",
      'place === "first" ? "del" : place === "second" ? "ins" : "span"',
      'place === "first" ? "ins" : place === "second" ? "del" : "span"',
    ],
  ]),
  ...inFile("src/console/screens/new-alert/alert-kind.tsx", NEW_ALERT, [
    ["the urgency is shown as the severity", "value={urgency}", "value={severity as never}"],
    ["the chosen certainty is not shown", "value={certainty}", 'value="UNKNOWN"'],
    ["what happens is not shown", "value={event}", 'value=""'],
    ["the language of a draft is not shown", "value={language}", 'value=""'],
    ["the status of a draft is not shown", "value={status}", 'value="ACTUAL"'],
  ]),
  ...inFile("src/console/screens/new-alert/use-count.ts", NEW_ALERT, [
    ["an old count is shown as a new one", "known === old ? undefined : known", "known"],
  ]),
  ...inFile("src/console/state/reach.ts", NEW_ALERT, [
    ["a count holds for ever", "- at >= FRESH", "- at < 0"],
    ["a count that was just made is made again", "- at >= FRESH", "- at >= 0"],
  ]),
  ...inFile("src/console/screens/new-alert/position-age.tsx", NEW_ALERT, [
    [
      "the usual age is said in hours always",
      'UNITS.find(([name]) => name === unit)?.[1] ?? ""',
      'UNITS[0]?.[1] ?? ""',
    ],
    [
      "the usual age has a mark that may not be typed",
      "asTyped(defaultAge(unit))",
      "defaultAge(unit).toLocaleString()",
    ],
    ["the unit of an age is not shown", "value={unit}", 'value="hours"'],
  ]),
  ...inFile("src/console/screens/new-alert/alert-texts.tsx", NEW_ALERT, [
    ["the title of a draft is not shown", "value={title}", 'value=""'],
  ]),
  ...inFile("src/console/screens/new-alert/kept-here.tsx", NEW_ALERT, [
    [
      "a shared draft is said to be gone",
      "isShared={draft.value.shared !== undefined}",
      "isShared={false}",
    ],
    [
      "a draft that could not be stored seems kept",
      "unkeptKeys.value.has(key)",
      "unkeptKeys.value.size === 0",
    ],
    ["who begins another draft loses this one", "{!isUnkept && (", "{true && ("],
  ]),
  ...inFile("src/console/state/kept-drafts.ts", NEW_ALERT, [
    ["nobody knows that storage is full", "    noteKept(draft.key, false);\n", ""],
    ["storage stays full", "    noteKept(draft.key, true);\n", ""],
  ]),
  ...inFile("src/console/state/sharing.ts", SHARING_STATE, [
    [
      "theirs that cannot be taken is no trouble",
      "    const theirs = await loadShared(id);\n",
      "    const theirs = await loadShared(id).catch(() => ({}) as never);\n",
    ],
  ]),
  ...inFile("src/console/screens/users/user-filters.tsx", USERS, [
    [
      "who looks for a week's reports finds a day's",
      '["604800", t("In the last week")]',
      '["86400", t("In the last week")]',
    ],
    [
      "who looks for a day's silence finds a day's reports",
      '["-86400", t("Not for a day")]',
      '["86400", t("Not for a day")]',
    ],
    ["a list by email is one by name", '["EMAIL", t("Email")]', '["NAME", t("Email")]'],
    [
      "who looks for testers finds the silent",
      '["testers", t("Testers")],',
      '["silent", t("Testers")],',
    ],
  ]),
  ...inFile("src/console/screens/users/user-form.tsx", USERS, [
    [
      "a new password is shown",
      '          type="password"\n          minLength={8}',
      '          type="text"\n          minLength={8}',
    ],
    ["a new password may have a character", "minLength={8}", "minLength={1}"],
  ]),
  ...inFile("src/console/screens/users/new-user.tsx", USERS, [
    ["a new user needs no password", "        required: true,\n", ""],
  ]),
  ...inFile("src/console/screens/users/user-data.tsx", USERS, [
    ["a download that failed has begun as the one before", "    setBegun(false);\n", ""],
    ["a download of a person fails in silence", "<Problem text={asking.problem} />", ""],
    [
      "a history that is kept is not said",
      "{isLastOnly === false &&",
      "{isLastOnly === undefined &&",
    ],
  ]),
  ...inFile("src/console/screens/users.tsx", USERS, [
    [
      "users stay old when the connection is back",
      "onReturn(() => void users.load())",
      "onReturn(() => {})",
    ],
    ["imported people are not listed", "            void users.load();\n", ""],
  ]),
  ...inFile("src/console/screens/users/password-links.tsx", USERS, [
    ["a link is not selected to be copied", "              onFocus={select}\n", ""],
    ["links that were refused say nothing", "<Problem text={problem} />", ""],
  ]),
  ...inFile("src/console/screens/users/import-users.tsx", USERS, [
    [
      "a file without people is sent",
      "read.entries.length > 0 ? (await importPeople(read.entries, true)).faults : []",
      "(await importPeople(read.entries, true)).faults",
    ],
  ]),
  ...inFile("src/console/screens/me.tsx", ME, [
    ["one's own page cannot be asked for again", " retry={() => void profile.load()}", ""],
  ]),
  ...inFile("src/console/screens/me/my-notifications.tsx", ME, [
    [
      "what one was told cannot be asked for again",
      " retry={() => void myNotifications.load()}",
      "",
    ],
    ["one does not see when one was told", '{moment(createdAt)}{" "}', ""],
  ]),
  ...inFile("src/console/screens/me/sessions.tsx", ME, [
    ["sessions cannot be asked for again", " retry={() => void sessions.load()}", ""],
    ["a session was last used when it began", "used: moment(usedAt)", "used: moment(createdAt)"],
  ]),
  ...inFile("src/console/screens/me/this-browser.tsx", ME, [
    ["a browser that cannot get pushes can be turned on", "{!blocked && (\n", "{(\n"],
    [
      "a push service that gives nothing says nothing",
      '<Problem text={blocked ? "" : problem} />',
      "",
    ],
  ]),
  ...inFile("src/console/push/use-this-device.ts", ME, [
    [
      "a device that lapsed is someone else's",
      'lapsed: t("It gets no pushes any more.")',
      'lapsed: t("It gets the pushes of someone else who logged in here.")',
    ],
    [
      "a browser that is on is turned on",
      "if (isOn) await unsubscribe();",
      "if (!isOn) await unsubscribe();",
    ],
    [
      "a browser is not asked whether it is a device",
      "if (publicKey && !blocked)",
      "if (publicKey && blocked)",
    ],
  ]),
  ...inFile("src/console/screens/invitations.tsx", INVITATIONS, [
    ["invitations cannot be asked for again", " retry={() => void invitations.load()}", ""],
    [
      "invitations stay old when the connection is back",
      "onReturn(() => void invitations.load())",
      "onReturn(() => {})",
    ],
  ]),
  ...inFile("src/console/screens/templates.tsx", TEMPLATES, [
    ["templates cannot be asked for again", " retry={() => void templates.load()}", ""],
    ["a template without a text is empty", '{text1 || t("No text yet")}', "{text1}"],
  ]),
  ...inFile("src/console/screens/templates/area-list.tsx", TEMPLATES, [
    ["the list of areas cannot be asked for again", " retry={() => void savedAreas.load()}", ""],
  ]),
  ...inFile("src/console/screens/login.tsx", LOGIN, [
    ["a password is shown at the login", '        type="password"\n', ""],
  ]),
  ...inFile("src/console/components/distance-slider.tsx", ALERT_ZONES, [
    [
      "screen readers hear the slider's step",
      "aria-valuetext={metres(value)}",
      "aria-valuetext={String(nearest(value))}",
    ],
  ]),
  ...inFile("src/console/components/shape-buttons.tsx", ALERT_ZONES, [
    ["a shape that was added cannot be dragged", '  tool.value = "select";\n', ""],
  ]),
  ...inFile("src/console/components/kept-drafts.tsx", LISTS, [
    [
      "the draft of an update has no alert",
      "return alertId === undefined\n    ? line",
      "return alertId !== undefined\n    ? line",
    ],
    ["a draft without a text has no name", ' || t("No text yet")', ""],
    [
      "the draft of an update opens a new alert",
      'alertId === undefined ? { screen: "new" } : { screen: "update", id: alertId }',
      '{ screen: "new" }',
    ],
    [
      "a draft was changed now",
      "const time = moment(changedAt);",
      "const time = moment(now.value);",
    ],
  ]),
  ...inFile("src/console/components/problem.tsx", PROBLEM, [
    ["what always fails is tried again without a rest", "performance.now() + REST", "0"],
    [
      "a screen that has gone tries again",
      "ignoreReturn();\n      clearTimeout(timer);",
      "ignoreReturn();",
    ],
    ["each return brings a try of its own", "clearTimeout(timer);\n      timer =", "timer ="],
  ]),
  ...inFile("src/console/components/problem.tsx", FRAME, [
    ["no problem looks like one", 'class={text ? "problem" : undefined}', 'class="problem"'],
  ]),
  ...inFile("src/console/components/offline-mark.tsx", FRAME, [
    [
      "a lost connection is not seen",
      'isOffline.value ? "problem offline" : "unseen"',
      'isOffline.value ? "unseen" : "problem offline"',
    ],
  ]),
  ...inFile("src/console/components/training-banner.tsx", FRAME, [
    [
      "training is not seen",
      'isTraining.value ? "training" : "unseen"',
      'isTraining.value ? "unseen" : "training"',
    ],
  ]),
  ...inFile("src/console/components/drawing-tools.tsx", FRAME, [
    [
      "the tool in use is not pressed",
      "aria-pressed={tool.value === name}",
      "aria-pressed={tool.value !== name}",
    ],
    ["the zones of others are not shown", " && lastingZones.value.length === 0", ""],
    ["Show all shows nothing", "onClick={() => void showAll()}", "onClick={() => {}}"],
  ]),
  ...inFile("src/console/map/show-all.ts", FRAME, [
    ["all is what others have published", "shapes.length > 0", "shapes.length < 0"],
  ]),
  ...inFile("src/console/components/text-editor.tsx", FRAME, [
    [
      "a text that is too long is valid",
      "aria-invalid={excess(value) > 0}",
      "aria-invalid={length > SHOWN}",
    ],
    [
      "a text that a phone cuts looks fine",
      'length > SHOWN ? "hint attention" : "hint"',
      'length < SHOWN ? "hint attention" : "hint"',
    ],
    ["the length of a text is not said of its field", "id={`${id}-length`}>", "id={id}>"],
  ]),
  ...inFile("src/console/components/title.tsx", FRAME, [
    ["a heading keeps the tab's name", "      document.title = before;\n", ""],
    [
      "a heading takes the focus from work",
      '    if (active !== document.body && !active?.matches("[aria-current=page]")) return;\n',
      "",
    ],
    [
      "a heading leaves the focus at the navigation",
      ' && !active?.matches("[aria-current=page]")',
      "",
    ],
  ]),
  ...inFile("src/console/components/pointer-label.tsx", FRAME, [
    [
      "measures are on the side without space",
      "style.left = x < width / 2",
      "style.left = x > width / 2",
    ],
    ["measures are at the page's edge", "[clientX - left, clientY - top]", "[clientX, clientY]"],
    [
      "measures do not follow the pointer that draws",
      '    mapElement.addEventListener("pointerdown", follow);\n',
      "",
    ],
    [
      "an empty label is at the pointer",
      "hidden={pointerMeasure.value.length === 0}",
      "hidden={false}",
    ],
  ]),
  ...inFile("src/console/components/push-preview.tsx", FRAME, [
    [
      "a title of 60 characters is cut",
      "graphemes.length <= LONGEST_TITLE",
      "graphemes.length < LONGEST_TITLE",
    ],
    ["a cut title is too long", "LONGEST_TITLE - 1).join", "LONGEST_TITLE).join"],
  ]),
  ...inFile("src/console/components/status-band.tsx", FRAME, [
    [
      "a test has the shape of an exercise",
      "<path d={SHAPES[status]} />",
      "<path d={SHAPES.EXERCISE} />",
    ],
    [
      "a drill has the colour of a live alert",
      "`status-band status-${status}`",
      '"status-band status-ACTUAL"',
    ],
  ]),
  ...inFile("src/console/screens/map.tsx", FRAME, [
    ["people wait for the server of another map", 'kind === "style"', 'kind === "file"'],
    ["people that cannot be shown are not said", "<Problem text={positionsProblem.value} />", ""],
    [
      "each number draws the zones again",
      "    void versions.value;\n    alertZones.value = activeAlerts.peek()",
      "    alertZones.value = activeAlerts.value",
    ],
    [
      "one alert's button shows all",
      "showAreas(zonesOf(alert).map(({ geometry }) => geometry))",
      "showAreas([])",
    ],
    [
      "the map shows one of all alerts",
      "showAreas(active.flatMap(zonesOf).map",
      "showAreas(active.slice(1).flatMap(zonesOf).map",
    ],
  ]),
  ...inFile("src/console/state/draft.ts", DRAFTS_STATE, [
    [
      "steps are kept without end",
      "[...undoSteps.peek(), before].slice(-MOST_STEPS)",
      "[...undoSteps.peek(), before]",
    ],
    [
      "the same shapes are a step",
      "  if (JSON.stringify(before) === JSON.stringify(shapes)) return;\n",
      "",
    ],
    [
      "what was undone comes back over what is drawn",
      ".slice(-MOST_STEPS);\n  redoSteps.value = [];\n",
      ".slice(-MOST_STEPS);\n",
    ],
  ]),
  ...inFile("src/console/state/read-people.ts", READ_PEOPLE_STATE, [
    ["a column of full names is not known", '"full name", ', ""],
    ["a column of mails is not known", '"mail", "email address", ', '"email address", '],
    ["a column of postal addresses is not known", '"postal address", ', ""],
    ["a column of who is tester is not known", '"is tester", ', ""],
  ]),
  ...inFile("src/console/state/alerts.ts", ALERTS_STATE, [
    ["alerts beyond the hundredth are not on the map", "limit: 200 }", "limit: 100 }"],
    ["the map lacks active alerts behind many that have ended", 'state: "ACTIVE", limit', "limit"],
    ["a check ends a load that runs", "if (alerts.isLoading.peek()) return;", ""],
    ["a load without an answer holds up all later ones", ", patience: PATIENCE", ""],
  ]),
  ...inFile("src/console/state/host-settings.ts", HOST_SETTINGS_STATE, [
    ["a new service's positions are an hour old", "maxPositionAge: 86_400", "maxPositionAge: 3600"],
    ["a new service's THREE is as near as TWO", "level3Distance: 2000", "level3Distance: 1000"],
  ]),
  ...inFile("src/console/state/shared-drafts.ts", LISTS, [
    ["a hundred shared drafts are all", "limit: 1000 }", "limit: 100 }"],
  ]),
  ...inFile("src/console/components/countdown.tsx", CANCEL, [
    ["a key that is held takes back what it published", "event.repeat || ", ""],
    [
      "a second press takes back what the first published",
      " || Date.now() - shownAt < SECOND_PRESS",
      "",
    ],
    ["Escape waits before it takes back", "isSecond && isPress", "isSecond"],
    ["the keyboard is not at what takes a publication back", "    button.current?.focus();\n", ""],
  ]),
  ...inFile("src/console/screens/new-alert/confirm.tsx", UPDATE_ALERT, [
    ["who is told again is asked twice", "useState(draft.value.isRenotified)", "useState(false)"],
  ]),
  ...inFile("src/console/screens/new-alert/draft-fill-in.tsx", UPDATE_ALERT, [
    ["an update to fill in ends as usual", "base?.expiresAt ?? ", ""],
  ]),
  ...inFile("src/console/components/navigation.tsx", FRAME, [
    ["who is logged in is not said", " title={session.value?.email}", ""],
  ]),
  ...inFile("src/console/components/push-readiness.tsx", FRAME, [
    ["pushes stay unknown when the connection is back", "return onReturn(load);", ""],
    [
      "pushes that go out look bad",
      'provider.state === "ON" ? "" : "bad"',
      'provider.state === "ON" ? "bad" : ""',
    ],
    [
      "it is not said that pushes are unknown",
      "pushProviders.error.value ? <p>",
      "!pushProviders.error.value ? <p>",
    ],
  ]),
  ...inFile("src/console/components/state-badge.tsx", FRAME, [
    [
      "each state has the colour of an active alert",
      "`badge state-${state}`",
      '"badge state-ACTIVE"',
    ],
  ]),
  ...inFile("src/console/components/level-badge.tsx", FRAME, [
    ["each level has the colour of ONE", "`badge level-${level}`", '"badge level-ONE"'],
  ]),
  ...inFile("src/console/components/field.tsx", FRAME, [
    ["a hint is not said of its field", "id={`${id}-hint`}>", "id={id}>"],
    ["a field without a hint has one", "hint ? `${id}-hint` : undefined", "`${id}-hint`"],
  ]),
  ...inFile("src/console/components/dialog.tsx", FRAME, [
    ["a large dialog is read from its first field", "      element?.focus();\n", ""],
    ["each dialog is large", 'props.isWide ? "wide" : undefined', '"wide"'],
  ]),
  ...inFile("src/console/components/countdown.tsx", FRAME, [
    ["a publication that is due has 0 s", "left > 0 ?", "left >= 0 ?"],
  ]),
  ...inFile("src/console/components/lazy.tsx", FRAME, [
    [
      "a screen that cannot be loaded is busy",
      'aria-busy={state === "loading"}',
      'aria-busy={state !== "loaded"}',
    ],
  ]),
  ...inFile("src/console/api/download.ts", FRAME, [
    ["a file opens in place of the page", '  link.download = "";\n', ""],
    ["a file is sought beside the console", "hostUrl(path).href", "path"],
  ]),
];
