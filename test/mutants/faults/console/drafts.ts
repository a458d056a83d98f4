import { inFile } from "../../fault.ts";

/** Faults in the drafts of a browser, and in those that administrators share. */
export const faults = [
  ...inFile(
    "src/console/state/alert-input.ts",
    ["test/console/alert-input.test.ts"],
    [
      [
        "braces without a template must be filled in",
        "if (draft.templateId != null && lacking) return lacking;",
        "if (lacking) return lacking;",
      ],
      [
        "an alert with a placeholder goes out",
        "if (draft.templateId != null && lacking) return lacking;",
        "",
      ],
      [
        "a title with a placeholder goes out",
        "unfilled([titleIn(draft), ...texts])",
        "unfilled(texts)",
      ],
      [
        "an event of 200 characters is too long",
        "draft.event.trim()].length > 200",
        "draft.event.trim()].length >= 200",
      ],
      [
        "an alert forgets its template",
        "    ...(draft.templateId != null && { templateId: draft.templateId }),\n",
        "",
      ],
      [
        "a published draft stays shared",
        "    ...(draft.shared && { draftId: draft.shared.id }),\n",
        "",
      ],
      [
        "an update that is retried ends later",
        "asTried(JSON.parse(JSON.stringify(input)), draft.tried)",
        "JSON.parse(JSON.stringify(input))",
      ],
      [
        "an update leaves out the area that was dragged",
        "isSame(area, areaBefore(base))",
        "isSame(draft.shapes, base.shapes)",
      ],
      [
        "an update changes no title",
        "title: title === base.title ? undefined : titleIn(draft).trim()",
        "title: undefined",
      ],
      [
        "an update changes no distance of TWO",
        "level2Distance === base.level2Distance ? undefined : level2Distance",
        "undefined",
      ],
      [
        "an update sends placeholders",
        "  const texts = textsOf(draft);\n  const text =",
        "  const { texts } = draft;\n  const text =",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/position-age.ts",
    ["test/console/alert-input.test.ts"],
    [["an age has parts of seconds", "Math.round(", "("]],
  ),
  ...inFile(
    "src/console/state/position-age.ts",
    ["test/console/distances.test.ts"],
    [
      [
        "the usual age is shown in hours",
        "maxPositionAge / UNITS[unit]",
        "maxPositionAge / UNITS.hours",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/distances.ts",
    ["test/console/distances.test.ts"],
    [
      ["THREE does not grow with TWO", "(two * level3Distance) / level2Distance", "level3Distance"],
      ["a chosen distance of THREE is lost", "draft.level3Distance ?? (two", "(two"],
    ],
  ),
  ...inFile(
    "src/console/state/kept-drafts.ts",
    ["test/console/kept-drafts.test.ts"],
    [
      [
        "the oldest draft comes first",
        "other.changedAt - one.changedAt",
        "one.changedAt - other.changedAt",
      ],
      ["what is no draft is listed", "kept.draft.key ? kept : undefined", "kept"],
      [
        "a kept draft has lost its area",
        "JSON.stringify(kept)",
        "JSON.stringify({ ...kept, draft: { ...draft, shapes: [] } })",
      ],
      ["a new draft is not listed", "    if (isNew) keptChanges.value += 1;\n", ""],
      ["a removed draft stays listed", "  keptChanges.value += 1;\n}", "}"],
      [
        "a draft of another tab is not listed",
        "key === null || key.startsWith(PREFIX)",
        "key === null",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/stored.ts",
    ["test/console/stored.test.ts"],
    [
      [
        "fields of an older console are lost",
        "{ ...initial, ...known }",
        "{ ...known, ...initial }",
      ],
      ["a change is not stored", "localStorage.setItem(key, text);", ""],
      ["what cannot be read is an empty value", "return undefined;", "return null;"],
    ],
  ),
  ...inFile(
    "src/console/state/draft-locks.ts",
    ["test/console/draft-slot.test.ts"],
    [
      ["a draft is not taken over", "steal: isForced", "steal: false"],
      ["a tab that has left still opens its draft", "if (!isOver) on.held();", "on.held();"],
      ["a draft is locked for ever", "    end.resolve();\n", ""],
    ],
  ),
  ...inFile(
    "src/console/state/draft-slot.ts",
    ["test/console/draft-slot.test.ts"],
    [
      [
        "a draft that was taken over is still written",
        'if (place.peek() === "here" && changed !== opened)',
        "if (changed !== opened)",
      ],
      [
        "a draft is shown as it was before another tab changed it",
        "          show(kept);\n",
        "          show(wanted);\n",
      ],
      [
        "a draft that was published elsewhere is cleared before one's eyes",
        '} else if (place.peek() === "nowhere") {',
        "} else {",
      ],
      ["an update's screen keeps a new alert", "draft.peek().alertId === undefined", "true"],
      [
        "a draft is elsewhere after it has come",
        "        clearTimeout(timer);\n        // The tab",
        "        // The tab",
      ],
      [
        "another alert's update is shown",
        'if (place.peek() === "here" && draft.peek().alertId === alertId) return true;',
        'if (place.peek() === "here") return true;',
      ],
      ["a reload before a change loses the draft", "    rememberDraft(shown);\n", ""],
      [
        "a screen waits for ever for a draft that was left",
        "        unlock();\n        resolve();\n",
        "        unlock();\n",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/draft.ts",
    ["test/console/drafts.test.ts"],
    [
      [
        "an update is written over a new alert",
        'route.value.screen === "update" ? updateSlot : newAlertSlot',
        "newAlertSlot",
      ],
      [
        "undo crosses from one screen to another",
        "  void currentSlot.value;\n  forgetSteps();",
        "  void currentSlot.value;",
      ],
      [
        "undo brings back what another administrator replaced",
        "export function replaceDraft(by: Draft): void {\n  forgetSteps();",
        "export function replaceDraft(by: Draft): void {",
      ],
      [
        "undo crosses from a discarded draft to the next",
        "export function discardDraft(): void {\n  forgetSteps();",
        "export function discardDraft(): void {",
      ],
      [
        "a discarded draft stays open",
        "if (slot) slot.discard();\n  else removeDraft(key);",
        "removeDraft(key);",
      ],
      ["a draft that is not open is not discarded", "  else removeDraft(key);\n", ""],
      ["a tab goes on with its own draft instead of another", "  rememberDraft(kept);\n", ""],
      ["a draft that is open here is opened anew", "  if (isOpenHere(kept.key)) return;\n", ""],
      [
        "a drag goes on after the pointer is released",
        "void {\n  shapesInMotion.value = undefined;\n  const before",
        "void {\n  const before",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/draft-content.ts",
    ["test/console/draft-content.test.ts"],
    [
      ["what was filled in is not shared", '  "values",\n', ""],
      ["the status is not shared", '  "status",\n', ""],
      [
        "a shared draft brings its key",
        "return Object.fromEntries(SHARED.map((name) => [name, read?.[name]])) as Partial<Draft>;",
        "return read as Partial<Draft>;",
      ],
      ["a draft with two texts is opened", "    read.texts.length === 3 &&\n", ""],
    ],
  ),
  ...inFile(
    "src/console/state/route.ts",
    ["test/console/sharing.test.ts"],
    [
      [
        "a filter is another screen",
        "if (pathOf(location.hash) !== pathOf(address.peek())) opened",
        "opened",
      ],
      ["every screen stays open", " opened += 1;", ";"],
    ],
  ),
  ...inFile(
    "src/console/state/shared-drafts.ts",
    ["test/console/sharing.test.ts"],
    [
      [
        "what this browser changed of a shared draft is lost",
        "if (kept) {",
        "if (keptDrafts().length < 0 && kept) {",
      ],
      ["theirs may take for ever", ", { patience: PATIENCE }", ""],
      ["one works with oneself on a draft", "editor.id !== session.value?.userId && ", ""],
      ["a mark lasts for ever", " && (editingUntil ?? 0) > now", ""],
      ["a shared draft is opened over one's own", "    beginDraft();\n", ""],
      ["a shared draft is opened although one has left", "    if (!isStill()) return;\n", ""],
    ],
  ),
  ...inFile(
    "src/console/state/sharing.ts",
    ["test/console/sharing.test.ts"],
    [
      [
        "the draft on the screen is linked to what another one shares",
        "editOpenDraft(key, { shared: { id, name",
        "editDraft({ shared: { id, name",
      ],
      ["a mark without an answer holds up a publication", "mark, IN_TIME);", "mark);"],
      [
        "a save without an answer holds up a publication",
        "{ id, input }, { patience }",
        "{ id, input }",
      ],
      [
        "what was saved without an answer is a conflict with oneself",
        " || unanswered.get(id)?.has(saved) === true",
        "",
      ],
      [
        "only the last save counts as one's own",
        "(unanswered.get(id) ?? new Set()).add(content)",
        "new Set([content])",
      ],
      [
        "what was saved before a reload is a conflict with oneself",
        "saved === contentOf(draft.peek()) || ",
        "",
      ],
      ["what was once sent stays one's own", "  unanswered.delete(shared.id);\n", ""],
      ["a conflict that cannot be read is not said", "if (wasSaved) throw error;", "throw error;"],
      ["what cannot be read is a conflict without a change", "if (wasSaved) throw error;", ""],
      [
        "a large draft has no longer time",
        "PATIENCE + Math.round(content.length / 10)",
        "PATIENCE",
      ],
      [
        "another's change replaces one's own",
        "if (newest && isSaved()) take(newest);",
        "if (newest) take(newest);",
      ],
      [
        "a conflict is not looked for",
        '  else trouble.value = { kind: "conflict", theirs };\n',
        "",
      ],
      [
        "a screen says what was wrong with the draft before",
        '  trouble.value = undefined;\n  coEditor.value = "";\n',
        '  coEditor.value = "";\n',
      ],
      [
        "a mark of another draft is taken for this one's",
        "if (!theirs || shared?.id !== id) return;",
        "if (!theirs || !shared) return;",
      ],
      [
        "theirs replaces another draft",
        "    if (wasSaved) throw error;\n  });\n  if (!isPresent(id)) return;\n",
        "    if (wasSaved) throw error;\n  });\n",
      ],
      [
        "a failed save is forgotten at the next mark",
        'isSaved() || trouble.peek()?.kind !== "other"',
        "isSaved() || trouble.peek()",
      ],
      [
        "one's own is saved over another's",
        "expectedVersion: shared.version",
        "expectedVersion: shared.version + 1",
      ],
      ["a draft is saved without a change", " || content === shared.saved) return;", ") return;"],
      [
        "the next save is a conflict with oneself",
        "{ ...shared, version: sharedDraftEdit.version, saved: content }",
        "{ ...shared, saved: content }",
      ],
      [
        "a save of another draft is taken for this one's",
        "if (!sharedDraftEdit || !isPresent(id)) return;",
        "if (!sharedDraftEdit) return;",
      ],
      [
        "steps run at once",
        "running = running.then(async () => {",
        "running = Promise.resolve().then(async () => {",
      ],
      [
        "a refused save is no conflict",
        'if (code === "CONFLICT" && step === send) await look(id).catch(() => {});\n      else if',
        "if",
      ],
      [
        "a draft that is gone is tried again and again",
        'else if (code === "NOT_FOUND") trouble.value = { kind: "gone" };\n      ',
        "",
      ],
      [
        "a failed save says nothing",
        '      else trouble.value = { kind: "other", message: messageOf(error) };\n',
        "",
      ],
      [
        "a draft that is not saved is published",
        '  if (!isSame || !isSaved() || trouble.peek()) throw new RequestError("CONFLICT", UNSAVED);\n',
        "",
      ],
      [
        "a draft is published without a look for a newer one",
        "  await run(look);\n  await run(send);",
        "  await run(send);",
      ],
      ["another's newer text is published unread", "!isSame || !isSaved()", "!isSaved()"],
      ["a draft that is gone is published", " || trouble.peek()) throw", ") throw"],
      [
        "a draft is published before it is saved",
        "  await run(send);\n  const",
        "  void run(send);\n  const",
      ],
      [
        "one's own is lost when theirs is taken",
        "if (!keepDraft({ ...draft.peek(), key, shared: undefined })) {",
        "if (!key) {",
      ],
      [
        "one's own is lost when theirs is taken, if the storage is full",
        '      trouble.value = { kind: "other", message: UNKEPT };\n      return;\n',
        "",
      ],
      ["the kept copy of a conflict is the shared one", "key, shared: undefined }", "key }"],
      [
        "theirs is not replaced by one's own",
        "  if (shared) editDraft({ shared: { ...shared, version } });\n",
        "",
      ],
      ["a draft that is gone cannot be kept alone", "  editDraft({ shared: undefined });\n", ""],
      [
        "a tab marks a draft that another one has",
        'if (draftPlace.peek() !== "here" || isMarking) return;',
        "if (isMarking) return;",
      ],
      ["marks pile up on a slow line", " || isMarking) return;", ") return;"],
      [
        "a draft is marked once",
        "    await run(look);\n    isMarking = false;\n",
        "    await run(look);\n",
      ],
      [
        "a conflict is loaded at each mark",
        "if (read?.shared.id !== id || read.shared.version !== version) read =",
        "read =",
      ],
      ["what was loaded once is the newest", " || read.shared.version !== version) read", ") read"],
      ["a screen has what another one loaded", "  read = undefined;\n", ""],
      ["a conflict is saved over", 'kind === "conflict" || kind === "gone"', 'kind === "gone"'],
      ["each key is saved", "    return () => clearTimeout(timer);\n", ""],
      [
        "what was written offline is not saved",
        "    void run(send);\n    void mark();\n",
        "    void mark();\n",
      ],
      ["a draft that was left stays marked", "isEditing: false", "isEditing: true"],
      ["a draft is marked after it was left", "    clearInterval(timer);\n", ""],
      ["what was written last is not saved", "    void run(send);\n    request(", "    request("],
    ],
  ),
];
