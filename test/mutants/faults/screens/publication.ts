import { inFile } from "../../fault.ts";

/** Faults in the console's screens, and in their parts. */
export const faults = [
  ...inFile(
    "src/console/screens/alert/cancel.tsx",
    ["test/console/screens/cancel.test.ts"],
    [
      ["an all-clear of spaces goes out", 'text.trim() === "" ||', 'text === "" ||'],
      ["an all-clear that is too long can be sent", " || excess(text) > 0", ""],
      ["an all-clear goes out with a placeholder", ' || lacking !== ""', ""],
      ["the all-clear is sent as it was typed", "allClear: text", "allClear: typed"],
      ["who become very many need no number", "[tries, isLarge]", "[tries]"],
      [
        "the number to type changes with each newcomer",
        "useMemo(() => reachedUsers, [tries, isLarge])",
        "reachedUsers",
      ],
      [
        "the number to type is old after a try",
        ".finally(() => setTries((count) => count + 1))",
        "",
      ],
      ["an alert that was left counts as ended", "onClose(false)", "onClose(true)"],
      ["an alert that has ended counts as left", "onClose(true)", "onClose(false)"],
      ["braces are placeholders without a template", 'templateId === null ? "" :', 'false ? "" :'],
      [
        "the template replaces what was written",
        'text || (template?.allClear ?? "")',
        'template?.allClear ?? ""',
      ],
      [
        "the all-clear says it goes to one level",
        "told={told}",
        "told={delivery?.[0]?.users ?? 0}",
      ],
      [
        "the picture of an alert that ends is empty",
        "areas={alertZones.peek().map(({ geometry }) => geometry)}",
        "areas={[]}",
      ],
      [
        "the fields of an all-clear go once they are filled in",
        "texts={[typed]}",
        "texts={[text]}",
      ],
      [
        "the preview of an all-clear has placeholders",
        'title={t("What they see")} text={text}',
        'title={t("What they see")} text={typed}',
      ],
      ["an exercise that ends looks live", "status={status}", 'status="ACTUAL"'],
      [
        "the all-clear counts who was to be told",
        "{delivery?.map(({ level, users })",
        "{delivery?.map(({ level, targeted: users })",
      ],
      [
        "it is not said before an all-clear whether pushes go out",
        "              <PushReadiness />\n",
        "",
      ],
      [
        "the number to type changes when the service says of how many",
        "?.confirmAbove ?? 0",
        "?.confirmAbove ?? Infinity",
      ],
    ],
  ),
  ...inFile(
    "src/console/components/publish-dialog.tsx",
    ["test/console/screens/cancel.test.ts"],
    [
      ["as many people as are allowed are typed", "told > (", "told >= ("],
      [
        "nobody is asked before the limit is known",
        "?.confirmAbove ?? 0",
        "?.confirmAbove ?? Infinity",
      ],
      ["very many people need not be typed", "!isLarge || isTyped(typed, told)", "true"],
      [
        "a dialog publishes although something is missing",
        "isBusy || isIncomplete ||",
        "isBusy ||",
      ],
      ["what is held is changed meanwhile", "inert={isBusy}", "inert={false}"],
      ["the next try keeps the number", '      setTyped("");\n', ""],
      ["Escape closes what is held", "      staysOpen={isBusy}\n", ""],
      ["Escape leaves what is held", "takeBack().catch(() => {})", "{}"],
      ["Escape never closes", "staysOpen={isBusy}", "staysOpen"],
      ["the limit is never asked for", "useEffect(() => void publishStep.load(), []);", ""],
      ["a failed publication says nothing", "<Problem text={problem} />", ""],
    ],
  ),
  ...inFile(
    "src/console/components/dialog.tsx",
    ["test/console/screens/cancel.test.ts"],
    [
      ["a second Escape closes what is held", "if (props.staysOpen) {", "if (false) {"],
      [
        "a second Escape leaves what is held",
        "showModal();\n      props.onEscape?.();\n",
        "showModal();\n",
      ],
    ],
  ),
  ...inFile(
    "src/console/components/use-held.ts",
    ["test/console/screens/cancel.test.ts"],
    [
      [
        "a new try is the same publication",
        '    setHeld(undefined);\n    last.current = "";\n',
        "    setHeld(undefined);\n",
      ],
      [
        "what has changed since a try is the same publication",
        "if (wanted !== last.current)",
        "if (!last.current)",
      ],
      [
        "a look without an answer ends the wait",
        "    return known;\n  }\n}",
        '    return { ...known, state: "FAILED" };\n  }\n}',
      ],
      ["seconds are milliseconds in the countdown", "secondsLeft * 1000 });", "secondsLeft });"],
      ["a key that another request has is used again", 'if (code === "CONFLICT")', "if (false)"],
      ["what was taken back is waited for", "    wake.current();\n", ""],
      [
        "an unanswered publication says that nothing went out",
        'code === "UNREACHABLE"',
        'code === "NEVER"',
      ],
      ["what was taken back stays held", "    setHeld(undefined);\n", ""],
      [
        "another publication is taken back",
        "PublicationTakeBackDocument, { id: held.id }",
        "PublicationTakeBackDocument, { id: 0 }",
      ],
      [
        "the reason of a failed publication is not said",
        "state.reason ? inWords(state.reason)",
        '!state.reason ? inWords("")',
      ],
    ],
  ),
  ...inFile(
    "src/console/components/use-held.ts",
    ["test/console/screens/new-alert.test.ts"],
    [
      ["an alert that was not published is said to be out", '"NOT_PUBLISHED",', '"CONFLICT",'],
      [
        "a new try of an alert is another publication",
        "{ ...publication, key: key.current }",
        "{ ...publication, key: crypto.randomUUID() }",
      ],
      [
        "what has changed has another key at each try",
        "    last.current = wanted;\n",
        "    last.current ||= wanted;\n",
      ],
    ],
  ),
  ...inFile(
    "src/console/components/countdown.tsx",
    ["test/console/screens/cancel.test.ts"],
    [["a late take-back says nothing", "<Problem text={problem} />", ""]],
  ),
  ...inFile(
    "src/console/components/type-number.tsx",
    ["test/console/screens/cancel.test.ts"],
    [
      ["a number with marks is not taken", 'text.replace(/\\D/g, "")', "text"],
      [
        "the beginning of a number is taken",
        'text.replace(/\\D/g, "") === String(number)',
        'String(number).startsWith(text.replace(/\\D/g, ""))',
      ],
    ],
  ),
  ...inFile(
    "src/console/components/use-action.ts",
    ["test/console/screens/cancel.test.ts"],
    [
      ["an action fails in silence", "problem = messageOf(error);", "messageOf(error);"],
      ["a second click publishes again", "if (isRunning.current) return;", ""],
    ],
  ),
  ...inFile(
    "src/console/components/push-preview.tsx",
    ["test/console/screens/cancel.test.ts"],
    [["a title that repeats the text is shown", "{line !== body && <p", "{<p"]],
  ),
];
