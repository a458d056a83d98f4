import { inFile } from "../../fault.ts";

const SCREEN = ["test/console/screens/update-alert.test.ts"];
const SHARING = ["test/console/screens/sharing.test.ts"];

/** Faults in the screen for an alert's update, and in what administrators share. */
export const faults = [
  ...inFile("src/console/screens/update-alert.tsx", SCREEN, [
    ["an area across the 180th meridian is updated in pieces", 'import "../geo/unite.ts";\n', ""],
    ["an update begins anew each time", "if (await openDraft(id)) return;", "await openDraft(id);"],
    ["an alert that comes late replaces another draft", "  if (!isStill()) return;\n", ""],
    ["an update of a drill is live", "    hours: 0,\n    status,\n", "    hours: 0,\n"],
    ["an update forgets the template", "    language,\n    templateId,\n", "    language,\n"],
    ["an update ends as a new alert does", "    hours: 0,\n", ""],
    [
      "an update undoes that of another",
      "    replaceDraft(isOut ? { ...next, hours: 0, isRenotified: false } : next);\n",
      "",
    ],
    [
      "an update that was refused is out",
      "!REFUSED.includes((error as RequestError).code)",
      "REFUSED.includes((error as RequestError).code)",
    ],
    [
      "an update that is refused late takes over no change",
      '["CONFLICT", "NOT_PUBLISHED"]',
      '["CONFLICT"]',
    ],
    [
      "the end of an alert is a change of it",
      'alert.version === base.version || alert.state !== "ACTIVE"',
      "alert.version === base.version",
    ],
    [
      "no news is a change",
      'alert.version === base.version || alert.state !== "ACTIVE"',
      'alert.state !== "ACTIVE"',
    ],
    [
      "a conflict closes the question",
      '    throw new RequestError("CONFLICT", isOut ? WENT_OUT : CHANGED_MEANWHILE);\n',
      "",
    ],
    [
      "a try that went out tells people twice",
      "isOut ? { ...next, hours: 0, isRenotified: false } : next",
      "next",
    ],
    ["the update of another is one's own try", "user?.id === triedBy", "true"],
    [
      "any later update of one's own is an earlier try",
      "version === base.version + 1",
      "version > base.version",
    ],
    [
      "an update that told nobody again is a try that did",
      "isRenotified === tried.renotify",
      "true",
    ],
    ["an update that left the end is a try with a new one", "expiresAt !== base.expiresAt", "true"],
    [
      "an earlier try has the end of the last one",
      "expiresAt !== base.expiresAt",
      "expiresAt === tried.expiresAt",
    ],
    ["one's own update elsewhere is an earlier try", "tried !== undefined &&", "true &&"],
    [
      "a try that failed is looked for in later ones",
      ", tried: undefined, triedBy: undefined };",
      " };",
    ],
    ["an update that is out stays a draft", "  discardKeptDraft(key);\n", ""],
    ["an update that is out discards another draft", "discardKeptDraft(key);", "discardDraft();"],
    [
      "an update that is out is not shown",
      '  if (isOnScreen(key)) goTo({ screen: "alert", id });\n',
      "",
    ],
    [
      "an update that is out takes one away from another screen",
      '  if (isOnScreen(key)) goTo({ screen: "alert", id });\n',
      '  goTo({ screen: "alert", id });\n',
    ],
    [
      "a refused update that was left replaces another draft",
      " || !isOnScreen(key)) throw",
      ") throw",
    ],
    ["the draft of an update that was left stays", " onClick={discardDraft}", ""],
    ["an unknown alert says nothing", "<Problem text={problem} retry={() => void run()} />", ""],
    ["nobody can be told again", "editDraft({ isRenotified: value })}>\n", "editDraft({})}>\n"],
    [
      "the end of an update cannot be chosen",
      "editDraft({ hours: Number(value) })",
      "editDraft({})",
    ],
    ["what others changed is not shown", "{changedMeanwhile && <", "{!changedMeanwhile && <"],
    ["an update without a change goes out", "missing={missingInUpdate}", 'missing={() => ""}'],
    [
      "the draft of another alert is shown as this one's",
      " || alertId !== id || !base",
      " || !base",
    ],
    [
      "an update that is published elsewhere shows nothing when it is taken over",
      " onTaken={() => void run()}",
      "",
    ],
    [
      "a box that was checked looks unchecked",
      "<Checkbox value={isRenotified}",
      "<Checkbox value={false}",
    ],
    ["the chosen end of an update is not shown", "value={String(hours)}", 'value="0"'],
  ]),
  ...inFile("src/console/screens/new-alert/use-lasting-alerts.ts", SCREEN, [
    [
      "the alert that is changed is shown twice",
      "activeAlerts.value.filter(({ id }) => id !== alertId)",
      "activeAlerts.value",
    ],
  ]),
  ...inFile("src/console/screens/new-alert/publish-bar.tsx", SCREEN, [
    ["an unfinished shape goes out", "isDrawing.value ? UNFINISHED : ", ""],
  ]),
  ...inFile("src/console/screens/new-alert/take-correction.tsx", SCREEN, [
    [
      "the correction is for ONE only",
      "[correction, correction, correction]",
      "[correction, ...draft.value.texts.slice(1)] as never",
    ],
    [
      "an empty correction is offered",
      "if (!correction) return null;",
      "if (!template) return null;",
    ],
  ]),
  ...inFile("src/console/screens/new-alert/tell-again.tsx", SCREEN, [
    [
      "a corrected title asks nobody",
      "isSame([base.title, base.texts], [title, texts])",
      "isSame(base.texts, texts)",
    ],
    [
      "who was told at another level does not know the text",
      "found.alreadyTold + sums(found).again",
      "found.alreadyTold",
    ],
    [
      "who is told again does not know the text",
      "found.alreadyTold + sums(found).again",
      "sums(found).again",
    ],
    ["the answer is not sent", "              editDraft({ isRenotified: value });\n", ""],
    ["the answers are swapped", "checked={answer === value}", "checked={answer !== value}"],
    [
      "both answers can be chosen",
      '          <input\n            type="radio"',
      '          <input\n            type="checkbox"',
    ],
    [
      "the keyboard does not know that the answers belong together",
      '            name="tell-again"\n',
      "",
    ],
  ]),
  ...inFile("src/console/screens/new-alert/confirm.tsx", SCREEN, [
    [
      "an update goes out without an answer",
      "isAwaited || (asksAgain && !isAnswered)",
      "isAwaited",
    ],
    [
      "an update without a change goes out again",
      "props.isIncomplete || isAwaited || (asksAgain",
      "isAwaited || (asksAgain",
    ],
    ["an update always asks who knows the text", "knowOldText !== 0", "true"],
    ["an update of unknown reach asks nothing", "knowOldText !== 0", "!!knowOldText"],
    [
      "a box that is not checked is an answer",
      "useState(draft.value.isRenotified)",
      "useState(true)",
    ],
    [
      "people are not told again before anybody says so",
      "answer={isAnswered ? draft.value.isRenotified : undefined}",
      "answer={draft.value.isRenotified}",
    ],
  ]),
  ...inFile("src/console/state/reach.ts", SCREEN, [
    ["who is told again is not counted", "base?.version, isRenotified]", "base?.version]"],
  ]),
  ...inFile("src/console/screens/new-alert/zone-previews.tsx", SCREEN, [
    ["who is told again is told first", "newly: all - again,", "newly: again,"],
    ["of nobody it is said who is told again", "              all > 0 &&\n", ""],
  ]),
  ...inFile("src/console/screens/new-alert/publish-facts.tsx", SCREEN, [
    ["an update ends as a new alert", "base?.expiresAt ?? now.value", "now.value"],
  ]),
  ...inFile("src/console/components/reach.tsx", SCREEN, [
    ["who is not told of an update is not said", "alreadyTold > 0 &&", "alreadyTold > 100 &&"],
    ["nobody is not told of an update", "alreadyTold > 0 &&", "alreadyTold >= 0 &&"],
  ]),
  ...inFile("src/console/screens/new-alert/share-draft.tsx", SHARING, [
    [
      "the question for a shared draft's name closes before the service answers",
      "save={() => shareDraft(name)}",
      "save={async () => void shareDraft(name)}",
    ],
  ]),
  ...inFile("src/console/screens/new-alert/sharing.tsx", SHARING, [
    ["theirs and mine are swapped", "onClick={takeTheirs}", "onClick={() => keepMine(theirs)}"],
    ["a draft that is gone cannot be kept", "onClick={keepAlone}", "onClick={() => {}}"],
    ["an unsaved draft is saved", "contentOf(draft.value) === shared.saved", "true"],
    ["a draft is saved without a connection", ": isOffline.value\n", ": !isOffline.value\n"],
    ["a shared draft is not followed", "useEffect(followSharing, []);", ""],
    [
      "what could not be saved says nothing",
      "return <Problem text={now.message} />;",
      "return null;",
    ],
    ["who else works on a draft is not said", "{coEditor.value && t(", "{!coEditor.value && t("],
    ["nobody hears that a draft is saved", '<p class="hint" role="status">', '<p class="hint">'],
    [
      "who else works on a draft looks like a hint",
      'coEditor.value ? "hint attention" : "unseen"',
      'coEditor.value ? "hint" : "unseen"',
    ],
    [
      "nobody who works on a draft takes space",
      'coEditor.value ? "hint attention" : "unseen"',
      '"hint attention"',
    ],
    [
      "nobody hears that a draft is gone",
      'aria-label={t("Gone")} role="alert"',
      'aria-label={t("Gone")}',
    ],
    [
      "nobody hears of a conflict",
      'aria-label={t("Conflict")} role="alert"',
      'aria-label={t("Conflict")}',
    ],
    [
      "a conflict with who was erased fails",
      'theirs.user?.name ?? t("Someone else")',
      'theirs.user!.name ?? t("Someone else")',
    ],
  ]),
  ...inFile("src/console/state/sharing.ts", SHARING, [
    [
      "the others' change is lost",
      "if (newest && isSaved()) take(newest);",
      "if (false) take(newest as never);",
    ],
    ["theirs is overwritten as if it were one's own", "newest && isOwn(newest.shared)", "newest"],
    [
      "one's own draft replaces no version",
      "editDraft({ shared: { ...shared, version } });\n",
      "{}\n",
    ],
    [
      "a draft that is gone is shared still",
      "  editDraft({ shared: undefined });\n  trouble",
      "  trouble",
    ],
    ["a draft that is gone is another fault", 'code === "NOT_FOUND"', 'code === "NEVER"'],
    [
      "a closed draft stays marked",
      "    request(SharedDraftMarkDocument, { id, isEditing: false }).catch(() => {});\n",
      "",
    ],
    [
      "what is saved is not known as saved",
      "version: sharedDraftEdit.version, saved: content });",
      "version: sharedDraftEdit.version });",
    ],
  ]),
];
