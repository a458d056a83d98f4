import { inFile } from "../../fault.ts";

const SCREEN = ["test/console/screens/alert.test.ts"];

/** Faults in the screen of an alert. */
export const faults = [
  ...inFile("src/console/screens/alert.tsx", SCREEN, [
    ["zones across the 180th meridian are in pieces", 'import "../geo/unite.ts";\n', ""],
    [
      "an alert that has ended is called active",
      "<StateBadge state={stateOf(shown, now.value)} />",
      '<StateBadge state="ACTIVE" />',
    ],
    [
      "an alert that was cancelled ends later",
      "alert.cancelledAt ?? alert.expiresAt",
      "alert.expiresAt",
    ],
    [
      "an active alert has ended",
      'stateOf(alert, now) === "ACTIVE"\n    ? t("Ends',
      'stateOf(alert, now) !== "ACTIVE"\n    ? t("Ends',
    ],
    ["an alert without a publisher breaks", "return user\n", "return true\n"],
    [
      "an alert that has ended can be ended",
      '{stateOf(shown, now.value) === "ACTIVE" && (\n              <div class="actions">',
      '{shown.state === "ACTIVE" && (\n              <div class="actions">',
    ],
    [
      "the distances of TWO and THREE are swapped on the screen",
      "two: metres(shown.level2Distance),",
      "two: metres(shown.level3Distance),",
    ],
    ["the all-clear is not shown", "{shown.allClear && (", "{!shown.allClear && ("],
    [
      "the zones of an alert stay on the map",
      "    return () => {\n      alertZones.value = [];\n    };\n",
      "",
    ],
    [
      "an alert that was ended is not loaded again",
      "if (isEnded) void alert.load();",
      "if (!isEnded) void alert.load();",
    ],
    ["the question stays when an alert has ended", "                  setEnding(false);\n", ""],
    ["an alert that failed cannot be asked for again", "retry={() => void alert.load()}", ""],
    ["an alert is not followed", "    return start();\n", ""],
    ["an alert ends at the time of now", "time: moment(at) };", "time: moment(now) };"],
    ["an all-clear in Arabic runs from left to right", '<p dir="auto">', "<p>"],
    ["the button that ends an alert looks like any other", 'class="danger" ', ""],
    [
      "the report of an alert is its update",
      'addressOf({ screen: "report", id })',
      'addressOf({ screen: "update", id })',
    ],
    ["the question whether to end an alert comes unasked", "useState(false)", "useState(true)"],
    [
      "the plot of an alert begins at its end",
      "publishedAt={shown.createdAt}",
      "publishedAt={shown.expiresAt}",
    ],
    ["the panel of an alert has no name", '<Panel label={t("The alert")}>', '<Panel label="">'],
    [
      "the map of an alert has no place beside the panel",
      '<main class="stage">',
      '<main class="page">',
    ],
  ]),
  ...inFile("src/console/screens/alert/progress.tsx", SCREEN, [
    [
      "levels are in the order of the answer",
      "LEVELS.map((level) => alert.delivery?.find((row) => row.level === level))",
      "alert.delivery ?? []",
    ],
    ["who has seen it is who was told", "sum + (row?.usersSeen ?? 0)", "sum + (row?.users ?? 0)"],
    [
      "the failed wait",
      '<td class="number">{count(usersWaiting)}</td>',
      '<td class="number">{count(usersFailed)}</td>',
    ],
    ["a bar of nobody is broken", "max={Math.max(whole, 1)}", "max={whole}"],
    ["half of nobody has seen it", "median === null", "median !== null"],
    [
      "pushes of an alert that has ended go out now",
      '{stateOf(alert, now.value) === "ACTIVE" && (',
      '{alert.state === "ACTIVE" && (',
    ],
    ["the pushed are the told", "{count(usersPushed)}\n", "{count(users)}\n"],
    ["the bars are read out beside their numbers", ' aria-hidden="true"', ""],
    ["it is not read out how many were told", 'role="status" ', ""],
    [
      "how many were told looks new without a connection",
      'role="status" class="reached"',
      'role="status"',
    ],
    [
      "how many failed looks new without a connection",
      '<td class="number">{count(usersFailed)}</td>',
      "<td>{count(usersFailed)}</td>",
    ],
    [
      "an alert without known failures breaks",
      "alert.pushFailures ?? []",
      "alert.pushFailures as never",
    ],
    [
      "an alert without known numbers breaks",
      "alert.delivery?.find",
      "(alert.delivery as never[]).find",
    ],
    ["the section of those who were told has no name", ' aria-labelledby="progress"', ""],
  ]),
  ...inFile("src/console/screens/alert/push-failures.tsx", SCREEN, [
    ["a push that waits has failed", "{isFinal\n", "{!isFinal\n"],
    ["the people of a failure are its pushes", "people: people(users),", "people: people(pushes),"],
    ["no failure has a heading", "if (failures.length === 0) return null;", ""],
  ]),
  ...inFile("src/console/screens/alert/texts.tsx", SCREEN, [
    [
      "all texts have the speech of ONE",
      "const sound = sounds[index];",
      "const sound = sounds[0];",
    ],
    ["a text without speech can be played", "{sound && (", "{(sound || true) && ("],
    ["all texts are ONE's", "{texts[index]}", "{texts[0]}"],
    [
      "a title in Arabic runs from left to right",
      '        <p dir="auto" lang={alert.language}>\n          <strong>',
      "        <p lang={alert.language}>\n          <strong>",
    ],
    [
      "a text in Arabic runs from left to right",
      '            <p dir="auto" lang',
      "            <p lang",
    ],
    ["a speech cannot be started", "                controls\n", ""],
  ]),
  ...inFile("src/console/screens/alert/use-speech.ts", SCREEN, [
    [
      "the speech of ONE is enough",
      "alert.audioUrl1 && alert.audioUrl2 && alert.audioUrl3",
      "alert.audioUrl1",
    ],
    ["speech is never asked for again", "    loadAfter(PAUSES);\n", ""],
    [
      "the speech of ONE is not waited for",
      "alert.audioUrl1 && alert.audioUrl2",
      "alert.audioUrl2",
    ],
    ["the speech of THREE is not waited for", " && alert.audioUrl3", ""],
    [
      "the speech of a late update is not asked for",
      "[isAwaited, alert?.version, load]",
      "[isAwaited, load]",
    ],
    [
      "speech that has come is asked for again",
      "[isAwaited, alert?.version, load]",
      "[alert?.version, load]",
    ],
  ]),
  ...inFile("src/console/screens/alert/recipients.tsx", SCREEN, [
    [
      "who has seen it has not",
      'if (!seen) return t("Not seen yet.");',
      'if (seen) return t("Not seen yet.");',
    ],
    [
      "a time of seeing that is not known breaks",
      "return seenAt ?",
      "return seenAt !== undefined ?",
    ],
    [
      "an all-clear is an alert",
      'ALL_CLEAR: (time) => t("Told the all-clear {time}.", { time })',
      'ALL_CLEAR: (time) => t("Told {time}.", { time })',
    ],
    ["a cleared place is on the map", "({ placeKept }) => placeKept", "() => true"],
    [
      "longitude and latitude are swapped on the map",
      "coordinates: [longitude, latitude]",
      "coordinates: [latitude, longitude]",
    ],
    [
      "people stay on the map",
      "() => () => {\n      recipients.value = [];\n    },",
      "() => () => {},",
    ],
    ["more people than shown are not asked for", "next > loaded.length && hasMore", "false"],
    ["people are asked for each time", "next > loaded.length && hasMore", "hasMore"],
    ["a list shows twenty more", "Math.max(shown, MORE)", "FIRST"],
    [
      "the number of people is that of the list",
      "all: Math.max(total.value, loaded.length)",
      "all: loaded.length",
    ],
    [
      "the end of the list has a button",
      "people.hasMore.value && loaded.length < total.value",
      "loaded.length <= total.value",
    ],
    ["news loads no people", "() => loadOnChange(change, people.load)", "() => void people.load()"],
    [
      "an erased person breaks the list",
      'user?.name ?? t("User {id}", { id: userId })',
      'user?.name ?? ""',
    ],
    [
      "nobody is told without a word",
      "people.data.value && loaded.length === 0",
      "!people.data.value",
    ],
    [
      "an alert is an update",
      'ALERT: (time) => t("Told {time}.", { time })',
      'ALERT: (time) => t("Told the update {time}.", { time })',
    ],
    [
      "people were told when they have seen it",
      "KINDS[kind](moment(createdAt))",
      "KINDS[kind](moment(seenAt ?? createdAt))",
    ],
    [
      "a list that ends with its page has a button",
      "loaded.length < total.value",
      "loaded.length <= total.value",
    ],
    [
      "twenty people have a button for more",
      "(loaded.length > shown ||",
      "(loaded.length >= shown ||",
    ],
    [
      "people who are known are not shown",
      "(loaded.length > shown || hasMore)",
      "(loaded.length > shown && hasMore)",
    ],
    [
      "it is not said that more people are asked for",
      "isBusy={shown > loaded.length && people.isLoading.value}",
      "isBusy={false}",
    ],
    [
      "people who are known seem to be asked for",
      "shown > loaded.length && people.isLoading.value",
      "people.isLoading.value",
    ],
    [
      "someone else in the list is explained",
      "setAsked({ userId, name",
      "setAsked({ userId: id, name",
    ],
    ["the section of the notifications has no name", ' aria-labelledby="people"', ""],
    ["people that are asked for again are asked for twice", "variables, { signal })", "variables)"],
  ]),
  ...inFile("src/console/screens/alert/why-notified.tsx", SCREEN, [
    ["inside is 0 m away", "distance === 0\n", "distance === -1\n"],
    [
      "an unknown distance breaks",
      'distance === null\n    ? "–"',
      'distance === undefined\n    ? "–"',
    ],
    ["an age that counted is one of now", "return hasCounted\n", "return !hasCounted\n"],
    ["an age that is not known is said", "if (age === null) return moment(at);", ""],
    ["places have three digits", "reason.latitude.toFixed(5)", "reason.latitude.toFixed(3)"],
    ["TWO and THREE are as far away", "{away(reason.distance3)}", "{away(reason.distance2)}"],
    ["an explanation cannot be asked for again", "retry={() => void run()}", ""],
    [
      "a position without a place breaks",
      "reason.latitude !== null && reason.longitude !== null && (",
      "true && (",
    ],
    ["a position has an accuracy of null", "reason.accuracy !== null && `", "`"],
    ["an explanation does not say of whom", "<h2>{name}</h2>", "<h2>{userId}</h2>"],
    [
      "the dialog of an explanation has no name of its own",
      'label={t("Why {name} was told or not", { name })}',
      'label=""',
    ],
  ]),
  ...inFile("src/console/screens/alert/explain-user.tsx", SCREEN, [
    [
      "nobody is found before a search",
      'foundBy.value !== "" && foundUsers.length === 0',
      "foundUsers.length === 0",
    ],
    ["another user is explained", "userId={asked.id}", "userId={foundUsers[0]?.id ?? 0}"],
    ["everyone is found without a text", "{ needsText: true }", "{ needsText: false }"],
    ["that nobody is found to be explained is not read out", 'role="status" ', ""],
    [
      "it is not said that more people to be explained are asked for",
      "isBusy={users.isLoading.value}",
      "isBusy={false}",
    ],
  ]),
  ...inFile("src/console/screens/alert/history.tsx", SCREEN, [
    ["the oldest change is first", "          .toReversed()", ""],
    [
      "changes are compared with the next version",
      "oldestFirst[index - 1]",
      "oldestFirst[index + 1]",
    ],
    ["the history is as it came", "a.version - b.version", "0"],
    [
      "each change was made at the publication",
      "moment(version.createdAt)",
      "moment(oldestFirst[0]?.createdAt ?? 0)",
    ],
  ]),
  ...inFile("src/console/screens/alert/timeline.tsx", SCREEN, [
    ["how fast it was is not loaded", "() => loadOnChange(change, timeline.load)", "() => {}"],
  ]),
];
