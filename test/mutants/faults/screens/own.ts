import { inFile } from "../../fault.ts";

const ME = ["test/console/screens/me.test.ts"];
const LOGIN = ["test/console/screens/login.test.ts"];
const INVITATIONS = ["test/console/screens/invitations.test.ts"];
const AUDIT = ["test/console/screens/audit-log.test.ts"];

/** Faults in the login, in one's own screen, and in the screens of invitations and of the audit log. */
export const faults = [
  ...inFile("src/console/screens/me/password.tsx", ME, [
    ["passwords that differ are sent", "if (password1 !== password2)", "if (false)"],
    ["a changed password stays in the form", '    setPassword1("");\n', ""],
    ["a password that was refused is changed", "    setDone(false);\n", ""],
    ["a password is changed by itself", "{isDone && t(", "{!isDone && t("],
    ["a refused password says nothing", "<Problem text={problem} />", ""],
  ]),
  ...inFile("src/console/screens/me/quiet-hours.tsx", ME, [
    [
      "quiet hours begin at their end",
      "input: { from, to, timeZone }",
      "input: { from: to, to: from, timeZone }",
    ],
    ["quiet hours that are set are not in the form", 'quietHours?.from ?? "22:00"', '"22:00"'],
    [
      "quiet hours cannot be ended",
      "onClick={() => void run(false)}",
      "onClick={() => void run(true)}",
    ],
    ["quiet hours that were set are not shown", "    onChange();\n", ""],
    ["quiet hours that are none can be ended", "{quietHours && (", "{("],
    ["refused quiet hours say nothing", "<Problem text={problem} />", ""],
  ]),
  ...inFile("src/console/screens/me/my-positions.tsx", ME, [
    [
      "a history is deleted unasked",
      "onClick={() => setAsking(true)}",
      "onClick={() => void run(true)}",
    ],
    ["a history stays", "onConfirm={() => void run(true)}", "onConfirm={() => void run(false)}"],
    [
      "the question about a history stays",
      "    setAsking(false);\n    onChange();",
      "    onChange();",
    ],
    [
      "a choice of positions is not shown",
      "    setAsking(false);\n    onChange();",
      "    setAsking(false);",
    ],
    ["a history that was refused to go says nothing", "<Problem text={props.problem} />", ""],
  ]),
  ...inFile("src/console/screens/me/sessions.tsx", ME, [
    ["this session can be ended", "{isCurrent ? (", "{!isCurrent ? ("],
    ["an ended session stays in the list", "    await sessions.load();\n", ""],
    ["an end of a session that was refused says nothing", "<Problem text={problem} />", ""],
  ]),
  ...inFile("src/console/screens/me/my-data.tsx", ME, [
    ["who is erased stays logged in", "    onErased();\n", ""],
    ["one is erased unasked", "onClick={() => setAsking(true)}", "onClick={onErased}"],
    [
      "one is erased without a password",
      "EraseMeDocument, { currentPassword }",
      'EraseMeDocument, { currentPassword: "" }',
    ],
    ["a download that failed begins", "    setBegun(true);\n", "    setBegun(false);\n"],
    ["one's own data are not downloaded", "    download(exportMe.url);\n", ""],
  ]),
  ...inFile("src/console/screens/me/my-notifications.tsx", ME, [
    ["an all-clear shows the alert's text", 'kind === "ALL_CLEAR"', 'kind === "UPDATE"'],
    ["a notification shows the text of ONE", "[LEVELS.indexOf(level)]", "[0]"],
    ["what was seen is not loaded", "    await myNotifications.load();\n", ""],
    ["what was seen is to be seen", "{seen ? (", "{!seen ? ("],
    [
      "nothing comes live",
      "const read = () => void myNotifications.load();",
      "const read = () => {};",
    ],
  ]),
  ...inFile("src/console/screens/me/position-report.tsx", ME, [
    ["a turned map reports a wrong longitude", "nearestTurn(longitude, 0)", "longitude"],
    ["the map's middle is the browser's place", "if (isReal) {", "if (!isReal) {"],
    ["a report that failed is done", '    setDone("");\n', ""],
  ]),
  ...inFile("src/console/screens/login.tsx", LOGIN, [
    ["anybody logs in to the console", "if (!me?.isAdmin)", "if (!me)"],
    [
      "an email with spaces does not log in",
      "email: email.trim(), password }",
      "email, password }",
    ],
    [
      "who is in training is not after a login",
      "isTraining: me.isTraining }",
      "isTraining: false }",
    ],
    ["a login that ended is for everyone", "{isExpired.value && (\n", "{(\n"],
    ["the email of an ended session is lost", 'session.value?.email ?? ""', '""'],
    ["a password can be forgotten without mails", "{hostSettings.value?.hasMail && <", "{<"],
    ["a login that was refused says nothing", "<Problem text={problem} />", ""],
  ]),
  ...inFile("src/console/components/forgotten-password.tsx", LOGIN, [
    ["a mail goes to nobody", "if (!email) throw", "if (false) throw"],
    ["a mail that was refused is on its way", '    setDone("");\n', ""],
  ]),
  ...inFile("src/console/screens/set-password.tsx", LOGIN, [
    ["a first password need not be written twice", "if (password !== again)", "if (false)"],
    ["a first password that is set is not said", 'setEmail(passwordSet ?? "")', 'setEmail("")'],
    ["a first password that was refused says nothing", "<Problem text={problem} />", ""],
  ]),
  ...inFile("src/console/screens/invitations.tsx", INVITATIONS, [
    [
      "a full invitation can be revoked",
      "now.value < expiresAt && used < places",
      "now.value < expiresAt",
    ],
    [
      "an invitation that is over can be revoked",
      "now.value < expiresAt && used < places",
      "used < places",
    ],
    [
      "a revoked invitation is shown as open",
      "if (revokedAt !== null)",
      "if (revokedAt === undefined)",
    ],
    ["a full invitation has a place left", "used >= places ?", "used > places ?"],
    ["a revoked invitation is not loaded again", "      await invitations.load();\n", ""],
    ["a revocation that failed says nothing", "setProblem(messageOf(error));", "messageOf(error);"],
    ["a new invitation is not listed", "            void invitations.load();\n", ""],
    ["who made an invitation is not known", "makers.names.value.get(madeBy) ?? ", ""],
  ]),
  ...inFile("src/console/screens/invitations/new-invitation.tsx", INVITATIONS, [
    ["an invitation lasts hours", "const DAY = 86_400;", "const DAY = 3600;"],
    [
      "an invitation has as many places as days",
      "places: Number(fields.places)",
      "places: Number(fields.days)",
    ],
    ["the link of an invitation is not its own", "hostUrl(`join#${secret}`)", "hostUrl(`join`)"],
    ["an invitation begins with two places", 'places: "1", days', 'places: "2", days'],
    ["a refused invitation says nothing", "<Problem text={problem} />", ""],
  ]),
  ...inFile("src/console/screens/invitations/poster.tsx", INVITATIONS, [
    ["a poster takes its end for milliseconds", "moment(expiresAt)", "moment(expiresAt * 1000)"],
    ["a poster is for one person", "people(places)", "people(1)"],
    ["a poster cannot be printed", "onClick={() => window.print()}", "onClick={() => {}}"],
    ["the copied link is another", "writeText(link)", "writeText(name)"],
    ["a poster's code leads elsewhere", "<QrCode text={link}", "<QrCode text={name}"],
  ]),
  ...inFile("src/console/screens/audit-log.tsx", AUDIT, [
    [
      "a change drops the filter",
      "queryOf({ ...filter, ...change })",
      'queryOf({ ...parseFilter(""), ...change })',
    ],
    [
      "who something was done to is not named",
      '[actorId, objectType === "USER" ? objectId : null]',
      "[actorId]",
    ],
  ]),
  ...inFile("src/console/screens/audit-log/downloads.tsx", AUDIT, [
    ["a file of lines is CSV", "run(JSON_LINES)", "run(CSV)"],
    ["a download that failed has begun", '      setState("");\n', ""],
    ["a download that failed says nothing", "if (!leaving.signal.aborted) throw error;", ""],
    [
      "a file has all entries",
      "readAllEntries(filter, report",
      'readAllEntries({ actor: "", action: "", from: "", to: "" }, report',
    ],
    [
      "a whole file has only the newest",
      "entries.length < MOST_IN_FILE",
      "entries.length >= MOST_IN_FILE",
    ],
  ]),
  ...inFile("src/console/screens/audit-log/entry-table.tsx", AUDIT, [
    ["a removed person has no name", "name === undefined ?", "name === null ?"],
    [
      "everything is an alert",
      'if (objectType !== "ALERT") return',
      'if (objectType === "ALERT") return',
    ],
    [
      "who it was done to is no person",
      'if (objectType === "USER") return <>{nameOf(objectId, names)}</>;',
      "",
    ],
  ]),
  ...inFile("src/console/screens/audit-log/filters.tsx", AUDIT, [
    [
      "the first day is the last",
      "onInput={(to) => onChange({ to })}",
      "onInput={(to) => onChange({ from: to })}",
    ],
    [
      "the action cannot be chosen",
      "onChange={(action) => onChange({ action })}",
      "onChange={() => onChange({})}",
    ],
  ]),
  ...inFile("src/console/screens/audit-log/person-filter.tsx", AUDIT, [
    ["the found stay when one is chosen", '    text.value = "";\n', ""],
    ["everyone is the first person", 'onClick={() => choose("")}', 'onClick={() => choose("1")}'],
  ]),
  ...inFile("src/console/state/audit-log.ts", AUDIT, [
    ["a file has the newest first", ".slice(0, MOST_IN_FILE).reverse()", ".slice(0, MOST_IN_FILE)"],
    ["a file ends after a page", "if (page.length < MOST_IN_PAGE) break;", "break;"],
  ]),
];
