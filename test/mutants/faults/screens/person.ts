import { inFile } from "../../fault.ts";

const PERSON = ["test/console/screens/person.test.ts"];
const LISTEN = ["test/console/screens/listen.test.ts"];
const JOIN = ["test/console/screens/join.test.ts"];

/** Faults in a person's own page, and in the page on which people join. */
export const faults = [
  ...inFile("src/console/person/now-screen.tsx", PERSON, [
    [
      "no alert concerns who was not heard",
      'if (knownAt.value === undefined) return t("Not known yet");',
      "",
    ],
    ["no alert concerns who has not been heard for long", "if (!isFresh.value)", "if (false)"],
    ["no alert concerns who has no position", "if (isPlaceOld.value) return", "if (false) return"],
    [
      "alerts that are over concern people",
      "concerns.filter(({ isActive }) => isActive)",
      "concerns",
    ],
    [
      "an alert is over without a word",
      "concerns.filter((concern) => isJustOver(concern, now.value))",
      "concerns.filter(() => false)",
    ],
    [
      "alerts that are over stay for ever",
      "concerns.filter((concern) => isJustOver(concern, now.value))",
      "concerns.filter(({ isActive }) => !isActive)",
    ],
  ]),
  ...inFile("src/console/person/concerns.ts", PERSON, [
    ["an answer of an hour ago is fresh", "const FRESH = 120;", "const FRESH = 3600;"],
    ["an answer is fresh without a connection", 'inboxProblem.value === "" && ', ""],
  ]),
  ...inFile("src/console/person/place-age.ts", PERSON, [
    ["a position is never too old", "state.lastReportedAt < now.value - maxPositionAge", "false"],
    [
      "who never reported has a position",
      "state.lastReportedAt === null || ",
      "state.lastReportedAt !== null && ",
    ],
    [
      "a position of an hour is too old",
      "const { maxPositionAge } = alertDefaults.value;",
      "const maxPositionAge = 30;",
    ],
  ]),
  ...inFile("src/console/person/alert-card.tsx", PERSON, [
    [
      "a card shows the text of where one was",
      "const level = levelNow(concern, here.value);",
      "const { level } = concern;",
    ],
    ["one was told when the last news came", "Math.min(...told.map", "Math.max(...told.map"],
    [
      "a first version has last news",
      "alert.version > 1 && isActive && told[0] && told[0].createdAt > since",
      "told[0]",
    ],
    [
      "an alert that is over lasts",
      '{isActive ? t("It lasts until") : t("It was over")}',
      '{t("It lasts until")}',
    ],
    ["a drill is real on the card", 'alert.status !== "ACTUAL" &&', 'alert.status === "ACTUAL" &&'],
  ]),
  ...inFile("src/console/person/use-read.ts", PERSON, [
    [
      "a text out of view is seen",
      "if (!isInView || document.hidden || isSent) return;",
      "if (document.hidden || isSent) return;",
    ],
    ["what was seen is seen again", "told.filter(({ seen }) => !seen)", "told"],
    ["what was seen is new until the next answer", "        markSeen(new Set(unseen));\n", ""],
  ]),
  ...inFile("src/console/person/pushed-cards.tsx", PERSON, [
    ["pushes are shown beside the inbox", "(isUnsure ? pushes : [])", "pushes"],
    ["who opens a push waits for its text", " || answers.value === 0", ""],
    ["a known push is shown twice", ".filter(({ data }) => !known.has(data.notificationId))", ""],
    ["a push has its title twice", "{body && body !== title && (", "{body === title && ("],
  ]),
  ...inFile("src/console/person/freshness.tsx", PERSON, [
    ["the age of what is shown is not said", "at !== undefined &&", "at === undefined &&"],
  ]),
  ...inFile("src/console/person/reached.tsx", PERSON, [
    [
      "who has no device is warned",
      "const isReached = hasDevice && !isPlaceOld.value;",
      "const isReached = !isPlaceOld.value;",
    ],
    [
      "who has an old position is warned",
      "const isReached = hasDevice && !isPlaceOld.value;",
      "const isReached = hasDevice;",
    ],
    ["who can be told is told to let a browser be told", "{!hasDevice && (", "{hasDevice && ("],
  ]),
  ...inFile("src/console/person/place-arrived.tsx", PERSON, [
    ["an old position is not said", "{isPlaceOld.value && t(", "{!isPlaceOld.value && t("],
  ]),
  ...inFile("src/console/person/messages-screen.tsx", PERSON, [
    ["an alert that is over holds", 'isActive ? t("holds now") : t("over")', 't("holds now")'],
    [
      "a message that was seen is new",
      "told.some(({ seen }) => !seen)",
      "told.some(({ seen }) => seen)",
    ],
    ["no messages are known", "knownAt.value !== undefined && all.length === 0", "all.length > 0"],
  ]),
  ...inFile("src/console/person/alert-screen.tsx", PERSON, [
    ["an alert is another's", "({ alert }) => alert.id === id)", "({ alert }) => alert.id !== id)"],
    [
      "an alert of which one was not told is silent",
      "answers.value > before && <p>",
      "answers.value < before && <p>",
    ],
    ["an alert is unknown before the service has answered", "answers.value > before && <p>", "<p>"],
    ["an alert that only a push tells of holds", ": concern && t(", ": t("],
    ["an alert holds after its all-clear was pushed", "isCleared || concern", "concern"],
    [
      "an alert has the pushes and the all-clear of others",
      "usePushes().filter(({ data }) => data.alertId === id)",
      "usePushes()",
    ],
    ["an update is called an alert", 'UPDATE: t("Update")', 'UPDATE: t("Alert")'],
  ]),
  ...inFile("src/console/push/use-this-device.ts", PERSON, [
    [
      "a browser hides that it gets the pushes of someone else",
      't("It gets the pushes of someone else who logged in here.")',
      't("It gets no pushes.")',
    ],
  ]),
  ...inFile("src/console/person/tabs.tsx", PERSON, [
    ["all messages are new", "told.value.filter(({ seen }) => !seen).length", "told.value.length"],
    ["no message is new", "unseen > 0 ?", "unseen < 0 ?"],
  ]),
  ...inFile("src/console/person/keys.tsx", PERSON, [
    [
      "devices that left tell people",
      "devices?.filter(({ leftAt }) => leftAt === null)",
      "devices",
    ],
    ["an app that never reported did", "lastUsedAt === null\n", "lastUsedAt === undefined\n"],
    ["a revoked app is listed", "    await mine.load();\n", ""],
    ["a revocation that failed is silent", "<Problem text={problem} />", ""],
  ]),
  ...inFile("src/console/person/report-place.tsx", PERSON, [
    ["a place is reported without a word", 'setDone(t("Your place is reported."));', ""],
    ["a place that failed is silent", "<Problem text={problem} />", ""],
  ]),
  ...inFile("src/console/api/position-input.ts", PERSON, [
    ["a place is of the future", "Math.min(timestamp, Date.now())", "timestamp"],
    [
      "the time of a place is in milliseconds",
      "onServiceClock(Math.min(timestamp, Date.now()))",
      "Math.min(timestamp, Date.now())",
    ],
    [
      "a place is dated by a wrong clock",
      "onServiceClock(Math.min(timestamp, Date.now()))",
      "Math.floor(Math.min(timestamp, Date.now()) / 1000)",
    ],
  ]),
  ...inFile("src/console/person/here.ts", PERSON, [
    [
      "the alerts at a place are not asked for",
      "  await request(NewPositionDocument, { input }, IN_TIME);\n  await askHere();",
      "  await request(NewPositionDocument, { input }, IN_TIME);",
    ],
  ]),
  ...inFile("src/console/person/listen.tsx", LISTEN, [
    [
      "the end of a speech stops a later one",
      "setVoice((now) => (now === begun ? undefined : now))",
      "setVoice(undefined)",
    ],
    ["a speech that has ended can be stopped", "(now === begun ? undefined : now)", "now"],
    ["a speech goes on without its text", "  useEffect(() => () => voice?.stop(), [voice]);\n", ""],
    ["a speech cannot be stopped", "(voice ? setVoice(undefined) : listen())", "listen()"],
    [
      "it is not said that nothing can be heard",
      '.catch(() => setProblem(t("It cannot be spoken here.")))',
      ".catch(() => {})",
    ],
    ["a speech that is heard cannot be", '    setProblem("");\n', ""],
  ]),
  ...inFile("src/console/person/speech.ts", LISTEN, [
    [
      "a text without a speech is silent",
      "if (!path) return await speakByBrowser(text, alert.language, signal);",
      "if (!path) return;",
    ],
    [
      "what cannot be played is silent",
      "      await speakByBrowser(text, alert.language, signal);\n",
      "",
    ],
  ]),
  ...inFile("src/console/join/set-up.tsx", JOIN, [
    ["who has no position will be warned", "hasDevice && !isPlaceOld.value", "hasDevice"],
    [
      "who has an old position will be warned",
      "hasDevice && !isPlaceOld.value",
      "hasDevice && lastReportedAt !== null",
    ],
    ["who is told nothing will be warned", "hasDevice && !isPlaceOld.value", "!isPlaceOld.value"],
    ["who is told something is told nothing", "{!hasDevice && (", "{hasDevice && ("],
  ]),
  ...inFile("src/console/join/reachability.ts", JOIN, [
    ["a device that left is one", "leftAt === null", "leftAt !== undefined"],
    ["every device is needed", "devices?.some(", "devices?.every("],
  ]),
  ...inFile("src/console/join/sign-up.tsx", JOIN, [
    ["the session that lasts ends", "LogoutDocument, {}, { token });", "LogoutDocument, {});"],
    ["the first session goes on", "    await request(LogoutDocument, {}, { token });\n", ""],
    ["the secret stays in the address", "    forgetSecret();\n", ""],
    ["an open invitation is over", 'invitationIsOpen ? "" : OVER', 'invitationIsOpen ? OVER : ""'],
    [
      "the email of who joined has spaces",
      "const email = fields.email.trim();",
      "const email = fields.email;",
    ],
    ["an invitation that was refused is silent", "<Problem text={problem} />", ""],
    [
      "one joins without the invitation",
      "const input = { ...fields, secret };",
      'const input = { ...fields, secret: "" };',
    ],
  ]),
  ...inFile("src/console/join/log-in.tsx", JOIN, [
    [
      "a person's email has spaces",
      "beginSession(email.trim(), password)",
      "beginSession(email, password)",
    ],
    ["a person's login that was refused is silent", "<Problem text={problem} />", ""],
  ]),
  ...inFile("src/console/join/join-page.tsx", JOIN, [
    [
      "an invitation is for who is logged out",
      '!isExpired.value && kind !== "join"',
      "!isExpired.value",
    ],
  ]),
  ...inFile("src/console/join/unverified-email.tsx", JOIN, [
    [
      "a confirmed email is to be confirmed",
      "reachability.data.value?.isVerified !== false",
      "false",
    ],
    ["an email is to be confirmed without mails", "!hostSettings.value?.hasMail || ", ""],
    ["a mail that was refused is silent", "<Problem text={problem} />", ""],
  ]),
  ...inFile("src/console/join/verify-email.tsx", JOIN, [
    ["a confirmed email is not said", "{email && t(", "{!email && t("],
    ["a link that is over is silent", "<Problem text={problem} />", ""],
  ]),
  ...inFile("src/console/join/app-set-up.tsx", JOIN, [
    ["a key that was refused is asked for no more", " retry={() => void run()}", ""],
    ["all apps scan a code themselves", "{app.scansItself\n", "{!app.scansItself\n"],
  ]),
  ...inFile("src/console/join/apps.ts", JOIN, [
    ["OwnTracks reports to a broker", "mode: 3,", "mode: 0,"],
    ["OwnTracks sends no key", "auth: true,", "auth: false,"],
    ["Traccar has another's key", "id: key, accuracy", 'id: "key", accuracy'],
    ["Overland reports as Traccar", 'addressFor("overland")', 'addressFor("osmand")'],
  ]),
  ...inFile("src/console/join/this-phone.tsx", JOIN, [
    [
      "a page reports on after it is left",
      "useEffect(() => (reports ? reportWhileOpen(setTrouble) : undefined)",
      "useEffect(() => void (reports && reportWhileOpen(setTrouble))",
    ],
    [
      "a report from the join page without an answer holds up the next one",
      "{ input }, IN_TIME",
      "{ input }",
    ],
    ["a report's problem is silent", 'note(error ? messageOf(error) : "")', 'note("")'],
    [
      "a report's problem stays",
      'note(error ? messageOf(error) : "")',
      "error && note(messageOf(error))",
    ],
  ]),
];
