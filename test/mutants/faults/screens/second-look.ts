import { inFile } from "../../fault.ts";

const ALERT = ["test/console/screens/alert.test.ts"];
const LISTS = ["test/console/screens/lists.test.ts"];
const AUDIT_LOG = ["test/console/screens/audit-log.test.ts"];
const NEW_ALERT = ["test/console/screens/new-alert.test.ts"];

/** Faults in what screens show and send that a second look at them found. */
export const faults = [
  ...inFile("src/console/screens/alert.tsx", ALERT, [
    ["the map stays at an update's old zones", "}, [zoneKey]);", "}, [shown === undefined]);"],
    ["the map moves at each news of an alert", "}, [zoneKey]);", "}, [shown]);"],
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
  ...inFile("src/console/screens/alert/recipients.tsx", ALERT, [
    [
      "who was told is not asked for at once",
      "    if (!people.data.peek()) void people.load();\n",
      "",
    ],
    [
      "who was told is asked for by a screen that was left",
      "    return () => clearTimeout(timer);\n",
      "",
    ],
    ["who was told cannot be asked for again", " retry={() => void people.load()}", ""],
  ]),
  ...inFile("src/console/screens/alert/timeline.tsx", ALERT, [
    [
      "how fast it was is not asked for at once",
      "    if (!timeline.data.peek()) void timeline.load();\n",
      "",
    ],
    [
      "how fast it was is asked for by a screen that was left",
      "    return () => clearTimeout(timer);\n",
      "",
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
    ["a report is not printed", "onClick={() => print()}", ""],
    [
      "a report is as of its publication",
      "<dd>{moment(now.value)}</dd>",
      "<dd>{moment(shown.createdAt)}</dd>",
    ],
    ["a report has no texts", "          <Texts alert={shown} />\n", ""],
    ["a report has no history", "          <History history={shown.history} />\n", ""],
    [
      "a report without its times says nothing",
      "alert.error.value || timeline.error.value",
      "alert.error.value",
    ],
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
      'geometry.coordinates.map(pathOf).join("")',
      "pathOf(geometry.coordinates[0] ?? [])",
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
    [
      "who finds nobody in the log does not hear it",
      "found?.length === 0 &&",
      "found?.length !== 0 &&",
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
  ...inFile("src/console/screens/new-alert/position-age.tsx", NEW_ALERT, [
    [
      "the usual age is said in hours always",
      'UNITS.find(([name]) => name === unit)?.[1] ?? ""',
      'UNITS[0]?.[1] ?? ""',
    ],
  ]),
  ...inFile("src/console/screens/new-alert/kept-here.tsx", NEW_ALERT, [
    [
      "a shared draft is said to be gone",
      "isShared={draft.value.shared !== undefined}",
      "isShared={false}",
    ],
  ]),
];
