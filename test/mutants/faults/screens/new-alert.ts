import { inFile } from "../../fault.ts";

const SCREEN = ["test/console/screens/new-alert.test.ts"];
const ZONES = ["test/console/screens/alert-zones.test.ts"];

/** Faults in the screen for a new alert. */
export const faults = [
  ...inFile("src/console/screens/new-alert/alert-kind.tsx", SCREEN, [
    [
      "the usual length is sent as one of its own",
      "value ? Number(value) : undefined",
      "Number(value)",
    ],
    ["a length of a template cannot be chosen", "...LENGTHS, ...others]", "...LENGTHS]"],
    [
      "a usual length is there twice",
      "own !== undefined && !LENGTHS",
      "own !== undefined || !LENGTHS",
    ],
    [
      "a template's length is in hours of seconds",
      "exactDuration(Math.round(own * 3600))",
      "exactDuration(own)",
    ],
    [
      "an hour and a half is offered as two",
      "import { exactDuration }",
      "import { duration as exactDuration }",
    ],
    ["who is in training warns for real", 'editDraft({ status: "EXERCISE" })', "{}"],
    [
      "who is in training may choose to warn",
      "isTraining.value ? STATUSES.filter",
      "!isTraining.value ? STATUSES.filter",
    ],
    [
      "the severity is the urgency",
      "editDraft({ severity: value })",
      "editDraft({ urgency: value as never })",
    ],
    ["the certainty cannot be chosen", "editDraft({ certainty: value })", "editDraft({})"],
    ["the language is not kept", "editDraft({ language: value })", "editDraft({})"],
    [
      "the usual length is that of a new service",
      "const usual = alertDefaults.value.duration;",
      "const usual = 86_400;",
    ],
    [
      "a usual length that cannot be chosen has no name",
      "text = exactDuration(usual)",
      'text = ""',
    ],
  ]),
  ...inFile("src/console/screens/new-alert/position-age.tsx", SCREEN, [
    ["the unit of an age is not kept", "editDraft({ positionAgeUnit: value })", "editDraft({})"],
    ["an age out of bounds has the usual hint", "positionAge(draft.value) === null", "false"],
    ["the usual age is not in its field", "placeholder={usual}", 'placeholder=""'],
    ["a phone shows letters for an age", '        inputMode="decimal"\n', ""],
    ["the browser fills in an age", '        autocomplete="off"\n', ""],
  ]),
  ...inFile("src/console/screens/new-alert/alert-texts.tsx", SCREEN, [
    [
      "the title counts UTF-16 units",
      "[...titleIn(draft.value)].length",
      "titleIn(draft.value).length",
    ],
    ["the preview stays at ONE", "onFocus={() => setShown(level)}", "onFocus={() => {}}"],
    ["the title is not kept", "editDraft({ title: value })", "editDraft({})"],
  ]),
  ...inFile("src/console/screens/new-alert/level-text.tsx", SCREEN, [
    ["a text that is the same can be written", "{isSame ? (", "{false ? ("],
    ["ONE can follow itself", '{level !== "ONE" && (\n', "{(\n"],
    [
      "a text follows ONE when it should not",
      "followOne(draft.value, level, value)",
      "followOne(draft.value, level, !value)",
    ],
    [
      "a difference runs the wrong way",
      '<p class="difference" dir="auto">',
      '<p class="difference">',
    ],
    ["a zone whose text follows ONE is not named", "<p>{label}</p>", "<p />"],
  ]),
  ...inFile("src/console/screens/new-alert/draft-fill-in.tsx", SCREEN, [
    [
      "words of a draft are not filled in",
      "if (templateId == null) return null;",
      "if (templateId != null) return null;",
    ],
    ["the title's words are not filled in", "texts={[title, ...texts]}", "texts={texts}"],
  ]),
  ...inFile("src/console/screens/new-alert/confirm.tsx", SCREEN, [
    ["a new alert goes out to very many people at once", "told={typed}\n", "told={undefined}\n"],
    [
      "very many people are told by one click if they were counted long ago",
      "told={typed}\n",
      "told={told}\n",
    ],
    ["an alert does not wait for the number of people", "isAwaited || (asks", "(asks"],
    [
      "an unknown reach is nobody",
      'told === undefined ? t("everyone concerned") : people(told)',
      "people(told ?? 0)",
    ],
    [
      "the picture of the map has no zones",
      "draftZones.peek().map(({ geometry }) => geometry)",
      "[]",
    ],
    [
      "a number of long ago is to be typed while people are counted again",
      "isAwaited ? undefined : known &&",
      "known &&",
    ],
  ]),
  ...inFile("src/console/screens/new-alert/use-count.ts", SCREEN, [
    ["the reach is not asked for again", "if (!found) void reach.load();", ""],
    ["an earlier area's people are this one's", "presentReach.value", "reach.data.value"],
    ["an alert waits for its number for ever", " && !isLate }", " }"],
    ["an alert waits for no number", "!found && isRunning && !isLate", "false"],
    ["a count that came too late makes the next one late", "    setLate(false);\n", ""],
    [
      "an alert waits for a second count as long as for the first",
      "    return () => clearTimeout(timer);\n",
      "",
    ],
    [
      "a draft that lay for a while waits for its number for ever",
      "  }, [isRunning]);",
      "  }, []);",
    ],
  ]),
  ...inFile("src/console/screens/new-alert/zone-previews.tsx", SCREEN, [
    [
      "the zones' numbers are swapped",
      "[found.two, found.againTwo],",
      "[found.three, found.againThree],",
    ],
    ["each zone shows the text of ONE", "textsOf(draft)[index] as string", "textsOf(draft)[0]"],
    ["a new alert tells people again", "draft.base &&\n", "true &&\n"],
  ]),
  ...inFile("src/console/screens/new-alert/publish-facts.tsx", SCREEN, [
    ["the end of a new alert is now", "now.value + alertDefaults.value.duration", "now.value"],
    [
      "a chosen length is not said",
      "(draftArea.value && chosenEnd(draft, draftArea.value)) ?? usual",
      "usual",
    ],
    ["pushes to nobody are named", "found.withDevice > 0 &&", "true &&"],
    ["all providers are named", "reached={found.byProvider}", ""],
    ["alerts that overlap are not named", "{overlapping?.length ? (", "{!overlapping?.length ? ("],
    [
      "the usual language is not said",
      "draft.language || alertDefaults.value.language",
      'draft.language || "en"',
    ],
    [
      "what is known of people is not said again",
      '{details(found).join(" · ")}.',
      "{details(found)[0]}.",
    ],
  ]),
  ...inFile("src/console/screens/new-alert/publish-bar.tsx", SCREEN, [
    ["an incomplete alert can be checked", 'disabled={lacking !== ""}', "disabled={false}"],
    ["what is missing is not said", '<span role="status">{lacking}</span>', ""],
    [
      "nothing is published",
      "if (area) await props.publish(area, send);",
      "if (!area) await props.publish(area as never, send);",
    ],
    [
      "a drill looks like a live alert",
      "<StatusBand status={draft.value.status} />",
      '<StatusBand status="ACTUAL" />',
    ],
    ["nobody hears what is missing", '<span role="status">{lacking}', "<span>{lacking}"],
    ["what publishes looks like any other button", '          class="danger"\n', ""],
    [
      "each choice asks how an alert is published",
      "useEffect(() => void publishStep.load(), []);",
      "useEffect(() => void publishStep.load());",
    ],
  ]),
  ...inFile("src/console/screens/new-alert/publish.tsx", SCREEN, [
    ["what another tried is published twice", "  refuseTryOfAnother(draft.value);\n", ""],
    ["a published draft stays in the browser", "    discardKeptDraft(key);\n", ""],
    ["a draft is published that others see otherwise", "  await saveBeforePublication();\n", ""],
    [
      "a published alert discards another draft",
      "discardKeptDraft(key);",
      "discardKeptDraft(draft.value.key);",
    ],
    ["a published alert is not opened", 'goTo({ screen: "alert", id });', "{}"],
    ["a published alert takes one away from another screen", "if (isOnScreen(key)) ", ""],
    ["a failed publication ends in silence", "    throw error;\n", ""],
    [
      "an earlier try is not said",
      'code === "CONFLICT" && !shared',
      'code === "CONFLICT" && shared',
    ],
    [
      "a test is called an exercise",
      'TEST: [(all) => t("Publish the test to {people}?"',
      'TEST: [(all) => t("Publish the exercise to {people}?"',
    ],
  ]),
  ...inFile("src/console/screens/new-alert.tsx", SCREEN, [
    [
      "a draft begins on a screen that was left",
      "!(await openDraft()) && isStill()",
      "!(await openDraft())",
    ],
    [
      "no other draft begins while this one is elsewhere",
      "onClick={() => beginDraft()}",
      "onClick={() => {}}",
    ],
    ["a screen that waits for its draft is not busy", ' aria-busy="true"', ""],
    ["shapes that overlap are several areas", 'import "../geo/unite.ts";\n', ""],
  ]),
  ...inFile("src/console/state/tried.ts", SCREEN, [
    ["one's own try is another's", "triedBy === session.peek()?.userId", "false"],
    ["a shared draft that was tried is refused", "isShared || triedBy", "triedBy"],
    [
      "what was tried is forgotten",
      "  editDraft({ tried: input, triedBy: session.peek()?.userId });\n",
      "",
    ],
    ["what had no answer is forgotten", "!UNKNOWN.includes(error.code)", "true"],
    [
      "what was taken back keeps its end",
      "      editOpenDraft(key, { tried, triedBy });\n",
      "      {}\n",
    ],
    [
      "a refusal settles the try before it",
      "editOpenDraft(key, { tried, triedBy });",
      "editOpenDraft(key, { tried: undefined, triedBy });",
    ],
  ]),
  ...inFile("src/console/state/draft.ts", SCREEN, [
    [
      "an alert that was left keeps its end",
      "  if (slot) slot.draft.value =",
      "  if (slot === currentSlot.peek()) slot.draft.value =",
    ],
    ["a draft is on the screen of the list", '["new", "update"]', '["new", "update", "alerts"]'],
  ]),
  ...inFile("src/console/screens/new-alert/alert-zones.tsx", SCREEN, [
    ["a crossing is not read out", '<div role="alert" class={first', "<div class={first"],
    [
      "the mark of a crossing is not shown",
      "onClick={() => void showPlace(first)}",
      "onClick={() => {}}",
    ],
    ["a crossing looks like a hint", ' class={first ? "problem" : undefined}', ""],
  ]),
  ...inFile("src/console/screens/new-alert/draft-stage.tsx", SCREEN, [
    [
      "an outline that crosses itself has zones",
      "area && draftCrossings.value.length === 0",
      "area",
    ],
    ["a drill's zones have no mark", "properties.mark = mark", 'properties.mark = ""'],
    [
      "the zones stay on the map",
      "() => () => {\n      draftZones.value = [];\n    },",
      "() => () => {},",
    ],
    [
      "the zones have the usual distances",
      "zonesAround(area, level2.value, level3.value)",
      "zonesAround(area, level3.value, level2.value)",
    ],
    ["the service's settings are not loaded", "useEffect(() => void loadHostSettings(), []);", ""],
  ]),
  ...inFile("src/console/screens/new-alert/use-lasting-alerts.ts", SCREEN, [
    [
      "zones of other alerts stay on the map",
      "      stop();\n      lastingZones.value = [];",
      "      stop();",
    ],
    ["only the alert that is changed is shown", "id !== alertId", "id === alertId"],
    [
      "the zones of another alert stay as they were before its update",
      "`${id} ${version}`",
      "`${id}`",
    ],
  ]),
  ...inFile("src/console/screens/new-alert/kept-here.tsx", SCREEN, [
    ["a draft counts as another", "kept.draft.key !== key", "kept.draft.key === key"],
    ["one other draft is not said", "others > 0 &&", "others > 1 &&"],
    ["an empty draft is kept", "keptDraft(key) !== undefined", "true"],
    [
      "the link to other drafts leads to the map",
      'addressOf({ screen: "alerts" })',
      'addressOf({ screen: "map" })',
    ],
  ]),
  ...inFile("src/console/components/discard-draft.tsx", SCREEN, [
    ["a draft is not discarded", "            discard();\n", ""],
  ]),
  ...inFile("src/console/components/fill-in.tsx", SCREEN, [
    [
      "one word takes the place of all",
      "onChange({ ...values, [name]: value })",
      "onChange({ [name]: value })",
    ],
  ]),
  ...inFile("src/console/components/push-preview.tsx", SCREEN, [
    ["the title of a push is not shown", "headline.trim() || (", '"" || ('],
  ]),
  ...inFile("src/console/components/push-readiness.tsx", SCREEN, [
    ["the providers that reach nobody are named", "!reached || counts.has(provider)", "true"],
  ]),
  ...inFile("src/console/components/reach.tsx", SCREEN, [
    ["people with an old position are not counted", "stale > 0 ?", "stale > 9 ?"],
    ["people with a coarse position are not counted", "{ number: coarse })", "{ number: stale })"],
    ["pushes that are off are not said", 'state !== "ON" &&', 'state === "ON" &&'],
    [
      "providers without anyone are said to be off",
      "found.byProvider?.some((reached) => reached.provider === provider)",
      "true",
    ],
    [
      "TWO is counted as THREE",
      '<LevelBadge level="TWO" /> {count(two)}',
      '<LevelBadge level="TWO" /> {count(three)}',
    ],
    ["a reach that failed says nothing", "return reach.error.value ? (", "return false ? ("],
  ]),
  ...inFile("src/console/screens/new-alert/alert-zones.tsx", ZONES, [
    ["TWO reaches THREE", "level2Distance + 1)", "level2Distance)"],
    [
      "THREE may be as near as TWO",
      "Math.min(level2, level3Distance - 1)",
      "Math.min(level2, level3Distance)",
    ],
    ["TWO leaves no metre for THREE", "Math.min(metres, MOST - 1)", "Math.min(metres, MOST)"],
    ["THREE may be a metre", "Math.max(metres, 2)", "Math.max(metres, 1)"],
    [
      "THREE that grows with TWO is set",
      "level3 === level3Distance ? { level2Distance } :",
      "false ? { level2Distance } :",
    ],
    [
      "the sliders are swapped",
      'level === "TWO" ? level2Distance : level3Distance',
      'level === "TWO" ? level3Distance : level2Distance',
    ],
    ["a file that was dropped in vain says nothing", "<Problem text={dropProblem.value} />", ""],
  ]),
  ...inFile("src/console/components/distance-slider.tsx", ZONES, [
    ["a zone may reach beyond 100 km", "onChange(Math.min(typed, 100_000))", "onChange(typed)"],
    ["a distance of nothing is taken", "if (typed >= 1)", "if (typed >= 0)"],
    ["a refused distance stays", "else currentTarget.value = String(value);", ""],
    [
      "a distance has fractions",
      "Math.round(Number(currentTarget.value))",
      "Number(currentTarget.value)",
    ],
    ["the slider is at its farthest step", "off < Math.abs(", "off > Math.abs("],
    ["the slider's last step is beyond", "max={STEPS.length - 1}", "max={STEPS.length}"],
  ]),
  ...inFile("src/console/components/area-by-coordinates.tsx", ZONES, [
    ["a latitude beyond the pole is a circle's", "Math.abs(y) <= 90", "Math.abs(y) <= 180"],
    ["a longitude beyond 180 is a circle's", "Math.abs(x) <= 180", "Math.abs(x) <= 360"],
    ["a circle of no radius is drawn", "metres > 0", "metres >= 0"],
    [
      "a radius with a point is read as it comes",
      "readWhole(radius) ?? 0",
      'Number(radius.replace(",", "."))',
    ],
    ["an empty coordinate is 0", 'text.trim() === "" ? Number.NaN : ', ""],
    ["a circle's comma is no point", '.replace(",", ".")', ""],
    ["a circle's places are swapped", "circleShape([x, y], metres)", "circleShape([y, x], metres)"],
    ["the circle's problem stays", '    setProblem("");\n    return [circle', "    return [circle"],
    ["a pasted text stays", '      setText("");\n', ""],
    ["a pasted text fails in silence", "setProblem((error as Error).message);", ""],
    ["nothing can be added", 'disabled={text.trim() === ""}', "disabled={false}"],
  ]),
  ...inFile("src/console/components/rectangle-form.tsx", ZONES, [
    ["a rectangle without a width is drawn", " || a[0] === b[0]", ""],
    ["a rectangle without a height is drawn", " || a[1] === b[1]", ""],
    [
      "the rectangle's problem stays",
      'setProblem(isFlat ? TWO_CORNERS : "")',
      "if (isFlat) setProblem(TWO_CORNERS)",
    ],
  ]),
  ...inFile("src/console/components/shape-buttons.tsx", ZONES, [
    ["another shape replaces the area", "show([...draft.value.shapes, ...shapes])", "show(shapes)"],
    [
      "a part can be left out of nothing",
      "disabled || draft.value.shapes.length === 0",
      "disabled",
    ],
    ["what is left out is added", "use(leaveOut)", "use(addShapes)"],
    ["what comes late is added to another draft", "if (isOnScreen(key)) addShapes", "addShapes"],
    [
      "an island in a lake is left out with it",
      "({ coordinates }) => coordinates",
      "({ coordinates }) => coordinates.slice(0, 1)",
    ],
  ]),
  ...inFile("src/console/components/area-picker.tsx", ZONES, [
    [
      "countries are listed unasked",
      "text.trim() ? [...saved, ...all] : saved",
      "[...saved, ...all]",
    ],
    ["one word of a name is enough", ".every((wanted)", ".some((wanted)"],
    ["the middle of a word is found", "word.startsWith(wanted)", "word.includes(wanted)"],
    ["a ninth area is listed", "found.slice(0, MOST_SHOWN)", "found.slice(0, MOST_SHOWN + 1)"],
    ["more areas than listed are not said", "found.length > MOST_SHOWN &&", "false &&"],
    ["an area that is gone is not said", "<Problem text={problem} />", ""],
    ["marks on letters matter", "plain(text)\n", "text\n"],
  ]),
  ...inFile("src/console/components/import-areas.tsx", ZONES, [
    ["one area of a file is asked about", "found.length === 1", "found.length === 0"],
    ["no area of a file is chosen", "setChosen(new Set(found));", "setChosen(new Set());"],
    [
      "all areas of a file are taken",
      "take(areas.filter((area) => chosen.has(area)))",
      "take(areas)",
    ],
    ["no chosen area can be added", "disabled={chosen.size === 0}", "disabled={false}"],
    [
      "a chosen area is unchosen",
      "if (isChosen) next.add(area);\n    else next.delete(area);",
      "next.delete(area);",
    ],
    [
      "a file that cannot be read says nothing",
      "      setChosen(new Set(found));\n    } catch (error) {\n      if (latest.current === file) setProblem(reasonOf(error));",
      "      setChosen(new Set(found));\n    } catch (error) {\n      reasonOf(error);",
    ],
    [
      "areas that could not be used say nothing",
      '      setProblem("");\n    } catch (error) {\n      setProblem(reasonOf(error));',
      '      setProblem("");\n    } catch (error) {\n      reasonOf(error);',
    ],
    [
      "areas that were taken are asked about again",
      "      setAreas([]);\n      setProblem",
      "      setProblem",
    ],
  ]),
  ...inFile("src/console/screens/new-alert/ready-areas.tsx", ZONES, [
    ["areas of any size are added", "cornersOf(shapes) > MOST_CORNERS", "false"],
    ["saved areas never open", "setOpen(currentTarget.open)", "setOpen(false)"],
    [
      "areas of just the most corners are too many",
      "cornersOf(shapes) > MOST_CORNERS",
      "cornersOf(shapes) >= MOST_CORNERS",
    ],
  ]),
  ...inFile("src/console/screens/new-alert/ready-areas.tsx", SCREEN, [
    [
      "an outline that crosses itself is saved",
      "!area || draftCrossings.value.length > 0",
      "!area",
    ],
  ]),
  ...inFile("src/console/screens/new-alert/save-area.tsx", ZONES, [
    [
      "a saved area is doubled",
      "same ? editArea(same, { area }) : saveArea(name, area)",
      "saveArea(name, area)",
    ],
    [
      "another case is another name",
      "saved.name.toLowerCase() === name.trim().toLowerCase()",
      "saved.name === name.trim()",
    ],
    ["spaces make another name", "name.trim().toLowerCase()", "name.toLowerCase()"],
    ["the replacement of an area is not said", "{same && t(", "{!same && t("],
  ]),
  ...inFile("src/console/components/name-dialog.tsx", ZONES, [
    ["a name of nothing is saved", ' || name.trim() === ""', ""],
    [
      "a name that was refused closes",
      "    await props.save();\n",
      "    await props.save().catch(() => {});\n",
    ],
    ["a name that was saved stays", "    onClose();\n  });", "  });"],
    ["a refused name says nothing", "<Problem text={problem} />", ""],
  ]),
  ...inFile("src/console/screens/new-alert/drop-area.ts", ZONES, [
    ["a dropped file leaves the page", "  event.preventDefault();\n", ""],
    [
      "the problem of a dropped file stays",
      "if (isOnScreen(key)) dropProblem",
      "if (problem) dropProblem",
    ],
    [
      "the problem of a dropped file is that of another draft",
      "if (isOnScreen(key)) dropProblem",
      "dropProblem",
    ],
    ["a dropped file is read as a text", "file ? (await", "!file ? (await"],
  ]),
  ...inFile(
    "src/console/screens/new-alert/draft-stage.tsx",
    ["test/console/screens/draft-stage.test.ts"],
    [
      [
        "people are counted after the screen was left",
        "useEffect(followReach, []);",
        "useEffect(() => void followReach(), []);",
      ],
      [
        "people are followed again when the map comes",
        "useEffect(followPositions, []);",
        "useEffect(followPositions);",
      ],
      ["the panel of a draft has no name", "<Panel label={label}>", '<Panel label="">'],
    ],
  ),
  ...inFile(
    "src/console/screens/new-alert/use-lasting-alerts.ts",
    ["test/console/screens/draft-stage.test.ts"],
    [["other alerts are followed after the screen was left", "      stop();\n", ""]],
  ),
];
