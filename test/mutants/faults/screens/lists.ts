import { inFile } from "../../fault.ts";

const LISTS = ["test/console/screens/lists.test.ts"];
const TEMPLATES = ["test/console/screens/templates.test.ts"];

/** Faults in the lists of alerts, drafts, templates and areas, in reports and in statistics. */
export const faults = [
  ...inFile("src/console/screens/alerts.tsx", LISTS, [
    [
      "the list says when a cancelled alert would have ended",
      "fromNow(cancelledAt ?? expiresAt",
      "fromNow(expiresAt",
    ],
    [
      "an alert that has ended is active in the list",
      "state={stateOf(alert, now.value)}",
      "state={alert.state}",
    ],
    [
      "the last page has one after it",
      "Math.max(filter.page, Math.ceil(found.total / PAGE))",
      "Math.max(filter.page, Math.floor(found.total / PAGE) + 2)",
    ],
    [
      "a page beyond the last is the last",
      "Math.max(filter.page, Math.ceil(found.total / PAGE))",
      "Math.ceil(found.total / PAGE)",
    ],
    [
      "another page drops the filter",
      "address({ ...filter, page })",
      'address({ ...parseFilter(""), page })',
    ],
    [
      "the number of alerts is that of the page",
      "number: found.total })",
      "number: found.alerts.length })",
    ],
    [
      "a list of alerts that was left is asked for when the connection is back",
      "      ignoreReturn();\n",
      "",
    ],
    [
      "each letter of a search is a step back in the browser",
      "location.replace(address(to))",
      "location.assign(address(to))",
    ],
    ["it is not read out how many alerts were found", '<span role="status" class', "<span class"],
    ["the number of alerts looks new without a connection", 'class="hint figures"', 'class="hint"'],
    ["the ends of alerts look new without a connection", '<td class="figures" data', "<td data"],
    [
      "the statistics are the list of alerts",
      'addressOf({ screen: "statistics" })',
      'addressOf({ screen: "alerts" })',
    ],
    ["alerts are a narrow table on a phone", 'class="table stacked"', 'class="table"'],
    ["the row of an alert has no heading", '<th scope="row">', "<th>"],
    ["a search of alerts that is overtaken goes on", "variables, { signal })", "variables)"],
    [
      "a full page of alerts has one after it",
      "Math.ceil(found.total / PAGE)",
      "Math.floor(found.total / PAGE) + 1",
    ],
  ]),
  ...inFile("src/console/screens/alerts/alert-filters.tsx", LISTS, [
    ["a change stays at its page", "{ ...filter, page: 1, ...change }", "{ ...filter, ...change }"],
    ["a long search is not cut", "search.slice(0, MOST_IN_SEARCH)", "search"],
    [
      "the days are swapped",
      "onInput={(from) => edit({ from })}",
      "onInput={(from) => edit({ to: from })}",
    ],
    [
      "the first day of a filter has no calendar",
      'label={t("Published from")}\n            type="date"\n',
      'label={t("Published from")}\n',
    ],
    [
      "the last day of a filter has no calendar",
      'label={t("Published until")}\n            type="date"\n',
      'label={t("Published until")}\n',
    ],
    ["the words of a filter are no search", '            type="search"\n', ""],
    [
      "it is not said where words are sought",
      '            placeholder={t("in title, texts, all-clear")}\n',
      "",
    ],
  ]),
  ...inFile("src/console/components/page-links.tsx", LISTS, [
    ["the newer page is the older", "addressOf(page - 1)", "addressOf(page + 1)"],
    ["the last page has an older one", "page < pages &&", "page <= pages &&"],
    ["one page has links", "pages <= 1", "pages <= 0"],
  ]),
  ...inFile("src/console/components/kept-drafts.tsx", LISTS, [
    ["drafts have a heading without any", "  if (all.length === 0) return null;\n", ""],
    [
      "another draft is discarded",
      "discard={() => discardKeptDraft(asked)}",
      'discard={() => discardKeptDraft(all[0]?.draft.key ?? "")}',
    ],
    [
      "a draft is discarded unasked",
      "onDiscard={() => setAsked(kept.draft.key)}",
      "onDiscard={() => discardKeptDraft(kept.draft.key)}",
    ],
  ]),
  ...inFile("src/console/components/shared-drafts.tsx", LISTS, [
    [
      "the last one who changed a draft works on it now",
      "{ name: editor })",
      "{ name: user?.name ?? editor })",
    ],
    [
      "who is in training opens live drafts",
      "(shared.isTraining || !isTraining.value) && (",
      "(true) && (",
    ],
    [
      "who is in training opens no draft",
      "(shared.isTraining || !isTraining.value) && (",
      "!isTraining.value && (",
    ],
    [
      "another shared draft is removed",
      "removeShared(asked.id)",
      "removeShared(all[all.length - 1]?.id ?? 0)",
    ],
    [
      "what is learned of the clock asks for the shared drafts",
      "clearInterval(timer);\n  }, []);",
      "clearInterval(timer);\n  }, [now.value]);",
    ],
    ["shared drafts are asked for once", "setInterval(load, PACE)", "setInterval(() => {}, PACE)"],
    ["shared drafts are asked for by screens that were left", "clearInterval(timer)", "undefined"],
    ["who works on a shared draft is not said", "editor && t(", "!editor && t("],
  ]),
  ...inFile("src/console/screens/alert-report.tsx", LISTS, [
    [
      "the report says when a cancelled alert would have ended",
      "moment(shown.cancelledAt ?? shown.expiresAt)",
      "moment(shown.expiresAt)",
    ],
    [
      "an active alert has ended in the report",
      '=== "ACTIVE" ? t("Ends") : t("Ended")',
      '!== "ACTIVE" ? t("Ends") : t("Ended")',
    ],
    ["a report without a publisher breaks", "{shown.user\n", "{shown\n"],
    [
      "spreadsheets take the report for another encoding",
      "encodeURIComponent(UTF8_MARK + csv)",
      "encodeURIComponent(csv)",
    ],
    ["a report that failed cannot be asked for again", " retry={() => void report.load()}", ""],
    [
      "a report of an unknown alert is empty",
      "    if (!alert)\n      throw",
      "    if (false)\n      throw",
    ],
    ["the all-clear is not in the report", "{shown.allClear && (", "{!shown.allClear && ("],
    ["an all-clear in Arabic runs from left to right in a report", '<dd dir="auto">', "<dd>"],
    [
      "an alert without a publisher was published at its end",
      ": moment(shown.createdAt)}",
      ": moment(shown.expiresAt)}",
    ],
    ["a report has no numbers", "          <Progress alert={shown} />\n", ""],
    [
      "the plot of a report begins at its end",
      "publishedAt={shown.createdAt}",
      "publishedAt={shown.expiresAt}",
    ],
    [
      "a report has the times of another alert",
      "askTimeline(id, signal)",
      "askTimeline(0, signal)",
    ],
    ["how fast it was has no name in a report", ' aria-labelledby="timeline"', ""],
    [
      "a report that is asked for again goes on twice",
      "request(AlertDocument, { id }, { signal })",
      "request(AlertDocument, { id })",
    ],
    [
      "the times of a report that are asked for again go on twice",
      "askTimeline(id, signal)",
      "askTimeline(id, new AbortController().signal)",
    ],
    [
      "a report is as of this computer's clock",
      "const at = serviceSeconds();",
      "const at = Math.floor(Date.now() / 1000);",
    ],
  ]),
  ...inFile("src/console/components/timeline-table.tsx", LISTS, [
    ["versions come before all steps", "].sort((a, b) => a.at - b.at);", "];"],
  ]),
  ...inFile("src/console/components/timeline-plot.tsx", LISTS, [
    [
      "the legend has the last step",
      "count(steps.reduce((sum, step) => sum + step[course], 0))",
      "count(steps.at(-1)?.[course] ?? 0)",
    ],
  ]),
  ...inFile("src/console/screens/statistics.tsx", LISTS, [
    ["the share of nobody is not a number", "told > 0 &&", "told >= 0 &&"],
    ["a share is a fraction", "Math.round((100 * seen) / told)", "Math.round(seen / told)"],
    [
      "an unknown time is 0 s",
      'toldAfterMedian === null ? "–"',
      'toldAfterMedian === undefined ? "–"',
    ],
    [
      "five years are twelve months",
      "statisticsOf(Number(months)), [months]",
      "statisticsOf(Number(months)), []",
    ],
    ["no statistics are a table", "rows && rows.length > 0 && (", "rows && ("],
    [
      "all alerts are the statistics",
      'addressOf({ screen: "alerts" })',
      'addressOf({ screen: "statistics" })',
    ],
    ["statistics are a narrow table on a phone", 'class="table stacked"', 'class="table"'],
    [
      "how many have seen alerts looks new without a connection",
      '<td class="number" data-label={t("Seen")}>',
      '<td data-label={t("Seen")}>',
    ],
    ["statistics that are asked for again go on twice", "{ months }, { signal }", "{ months }"],
    ["a share is rounded down", "Math.round((100", "Math.floor((100"],
  ]),
  ...inFile("src/console/screens/templates.tsx", TEMPLATES, [
    [
      "who is in training edits templates",
      "{!isTraining.value && (\n          <>",
      "{(\n          <>",
    ],
    [
      "who is in training makes templates",
      "{!isTraining.value && (\n        <button",
      "{(\n        <button",
    ],
    [
      "a template is removed unasked",
      'onClick={() => open({ kind: "remove", template })}',
      "onClick={() => void removeTemplate(template.id)}",
    ],
    [
      "a new template replaces another",
      "template={dialog.template} onClose",
      "template={dialog.template ?? all?.[0]} onClose",
    ],
    [
      "an area across the 180th meridian begins an alert in pieces",
      'import "../geo/unite.ts";\n',
      "",
    ],
    [
      "the text of a template runs the wrong way",
      '<p class="hint" dir="auto">',
      '<p class="hint">',
    ],
  ]),
  ...inFile("src/console/screens/templates.tsx", TEMPLATES, []),
  ...inFile("src/console/screens/templates/begin-with.ts", TEMPLATES, [
    ["an alert from a template changes the draft", "  beginDraft();\n", ""],
    ["an alert from a template is not opened", '  goTo({ screen: "new" });\n', ""],
  ]),
  ...inFile("src/console/screens/templates/edit-template.tsx", TEMPLATES, [
    ["a template's own length is lost", 'own !== "" && !usual.some', 'own === "" && !usual.some'],
    ["a template's length is in hours", "String(Number(hours) * 3600)", "String(Number(hours))"],
    [
      "a template of an hour and a half has two",
      "import { exactDuration }",
      "import { duration as exactDuration }",
    ],
    ["a template needs no name", 'isBusy || fields.name.trim() === ""', "isBusy"],
    [
      "a template that was refused closes",
      "    await saveTemplate(template, inputOf(fields));\n",
      "    await saveTemplate(template, inputOf(fields)).catch(() => {});\n",
    ],
    [
      "texts of templates are swapped",
      'const TEXTS = ["text1", "text2", "text3"]',
      'const TEXTS = ["text1", "text3", "text2"]',
    ],
    ["a refused template says nothing", "<Problem text={problem} />", ""],
    ["the form of a template is narrow", " onClose={onClose} isWide>", " onClose={onClose}>"],
    [
      "the dialog of a template is called new",
      "<Dialog label={title}",
      '<Dialog label={t("New template")}',
    ],
    [
      "a phone shows letters for the distance of TWO",
      'label={t("TWO, metres")}\n                inputMode="numeric"',
      'label={t("TWO, metres")}',
    ],
    [
      "a phone shows letters for the distance of THREE",
      'label={t("THREE, metres")}\n                inputMode="numeric"',
      'label={t("THREE, metres")}',
    ],
    ["a template can be saved twice at once", "isBusy || fields.name.trim()", "fields.name.trim()"],
    [
      "a template cannot be left",
      '<button type="button" onClick={onClose}>',
      '<button type="button">',
    ],
    [
      "who leaves a template saves it",
      '<button type="button" onClick={onClose}>',
      "<button onClick={onClose}>",
    ],
    ["who saves a template leaves the page", "          event.preventDefault();\n", ""],
    [
      "Escape does not leave a template",
      "<Dialog label={title} onClose={onClose} isWide>",
      "<Dialog label={title} onClose={() => {}} isWide>",
    ],
  ]),
  ...inFile("src/console/screens/templates/template-fields.ts", TEMPLATES, [
    ["an empty distance is 0", '"") return null;', '"") return 0;'],
    ["1.500 m are a metre and a half", "readWhole(typed)", "Number(typed)"],
    [
      "a title of spaces is a title",
      "title: fields.title.trim() || null",
      "title: fields.title || null",
    ],
    [
      "a language of nothing is one",
      "language: fields.language.trim() || null",
      "language: fields.language.trim()",
    ],
    ["a new template is an exercise", 'status: "ACTUAL",', 'status: "EXERCISE",'],
    [
      "a template's distances are swapped",
      "level2Distance: number(level2Distance)",
      "level2Distance: number(level3Distance)",
    ],
    [
      "a template's fields that are missing are null",
      "String(template?.[name] ?? EMPTY[name])",
      "String(template ? template[name] : EMPTY[name])",
    ],
  ]),
  ...inFile("src/console/state/templates.ts", TEMPLATES, [
    [
      "a template without a distance has none",
      "...(level3Distance !== null && { level3Distance })",
      "level3Distance: level3Distance as never",
    ],
    ["a template's length is in seconds", "hours: duration / 3600", "hours: duration"],
    [
      "a template overwrites that of another administrator",
      "{ id, input, expectedVersion }",
      "{ id, input }",
    ],
    ["a drill's template warns for real", "    certainty,\n    status,\n", "    certainty,\n"],
  ]),
  ...inFile("src/console/screens/templates/area-list.tsx", TEMPLATES, [
    [
      "an area that cannot be saved is not named",
      "`“${name}”: ${messageOf(error)}`",
      "messageOf(error)",
    ],
    ["who is in training imports areas", "{!isTraining.value && <ImportAreas", "{<ImportAreas"],
    [
      "who is in training renames areas",
      "{!isTraining.value && (\n                <>",
      "{(\n                <>",
    ],
    [
      "an area that cannot be saved is left out",
      "      throw new FileError(",
      "      new FileError(",
    ],
    ["a saved area of nobody ends the list", "{area.user && <p", "{<p"],
    ["an area that is gone begins an alert in silence", "      <Problem text={problem} />\n", ""],
    ["two alerts begin at once with a saved area", "                disabled={isBusy}\n", ""],
    [
      "the question about a saved area stays",
      "onClose={() => setAsked(undefined)}",
      "onClose={() => {}}",
    ],
    ["saved areas are no region of the page", '<section aria-labelledby="areas">', "<section>"],
  ]),
  ...inFile("src/console/screens/templates/rename-area.tsx", TEMPLATES, [
    [
      "the dialog that renames an area does not say which one",
      'title={t("Rename “{name}”", { name: area.name })}',
      'title={t("Rename “{name}”", { name: "" })}',
    ],
  ]),
  ...inFile("src/console/components/ask-removal.tsx", TEMPLATES, [
    [
      "a removal that was refused closes",
      "    await props.remove();\n",
      "    await props.remove().catch(() => {});\n",
    ],
    [
      "what was kept is removed",
      'onClick={onClose}>\n          {t("Keep it")}',
      'onClick={() => void run()}>\n          {t("Keep it")}',
    ],
    ["a removal that was refused says nothing", "<Problem text={problem} />", ""],
  ]),
];
