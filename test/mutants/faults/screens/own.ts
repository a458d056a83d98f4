import { inFile } from "../../fault.ts";

const ME = ["test/console/screens/me.test.ts"];
const LOGIN = ["test/console/screens/login.test.ts"];
const INVITATIONS = ["test/console/screens/invitations.test.ts"];
const AUDIT = ["test/console/screens/audit-log.test.ts"];

/** Faults in the login, in the user's own screen, and in the screens of invitations and of the audit log. */
export const faults = [
  ...inFile("src/console/screens/me/password.tsx", ME, [
    ["passwords that differ are sent", "if (password1 !== password2)", "if (false)"],
    ["a changed password stays in the form", '    setPassword1("");\n', ""],
    ["a password that was refused is changed", "    setDone(false);\n", ""],
    ["a password is changed by itself", "{isDone && t(", "{!isDone && t("],
    ["a refused password says nothing", "<Problem text={problem} />", ""],
    [
      "a password can be changed twice at once",
      '<button type="submit" disabled={isBusy}>',
      '<button type="submit">',
    ],
    ["nobody hears that the password is changed", '<p role="status">{isDone', "<p>{isDone"],
    ["who changes the password leaves the page", "          event.preventDefault();\n", ""],
  ]),
  ...inFile("src/console/screens/me.tsx", ME, [
    ["one's own page does not say whose it is", "{me?.name}</Title>", "</Title>"],
    [
      "one's own page does not say by which email one logs in",
      '          <p class="hint">{me.email}</p>\n',
      "",
    ],
    ["one's own page has no choice of a language", "          <LanguageSelect />\n", ""],
    [
      "one's own page goes on to load when it is asked for again",
      "request(MeDocument, {}, { signal })",
      "request(MeDocument, {}, {})",
    ],
  ]),
  ...inFile("src/console/screens/me/quiet-hours.tsx", ME, [
    [
      "quiet hours begin at their end",
      "input: { from, to, timeZone }",
      "input: { from: to, to: from, timeZone }",
    ],
    [
      "quiet hours that are edited keep their old time zone",
      "input: { from, to, timeZone }",
      "input: { from, to, timeZone: quietHours?.timeZone ?? timeZone }",
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
    [
      "quiet hours can be set twice at once",
      '<button type="submit" disabled={isBusy}>',
      '<button type="submit">',
    ],
    [
      "quiet hours can be ended while they are set",
      '<button type="button" disabled={isBusy}',
      '<button type="button"',
    ],
    [
      "quiet hours may begin at no time",
      'label={t("From")} type="time" required',
      'label={t("From")} type="time"',
    ],
    ["the end of quiet hours is any text", 'label={t("To")} type="time"', 'label={t("To")}'],
    ["who sets quiet hours leaves the page", "          event.preventDefault();\n", ""],
    [
      "new quiet hours are said to go by the clock of the old ones",
      "zone: timeZone })}</p>",
      "zone: quietHours?.timeZone ?? timeZone })}</p>",
    ],
    ["quiet hours are no region of the page", '<section aria-labelledby="quiet">', "<section>"],
    ["the region of quiet hours has no name", '<h2 id="quiet">', "<h2>"],
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
    [
      "a history that cannot begin again says nothing",
      "      {!isAsking && <Problem text={problem} />}\n",
      "",
    ],
    [
      "why a history stays is said below the question too",
      "{!isAsking && <Problem text={problem} />}",
      "<Problem text={problem} />",
    ],
    ["a history can be deleted twice at once", " disabled={props.isBusy}", ""],
    [
      "a history can be begun twice at once",
      " disabled={isBusy} onClick={() => void run(false)}",
      " onClick={() => void run(false)}",
    ],
    [
      "Escape does not leave the question about a history",
      "<Dialog label={title} onClose={props.onClose}>",
      "<Dialog label={title} onClose={() => {}}>",
    ],
  ]),
  ...inFile("src/console/screens/me/sessions.tsx", ME, [
    ["this session can be ended", "{isCurrent ? (", "{!isCurrent ? ("],
    ["an ended session stays in the list", "    await sessions.load();\n", ""],
    ["an end of a session that was refused says nothing", "<Problem text={problem} />", ""],
    ["a session can be ended twice at once", " disabled={isBusy}", ""],
    ["the name of a program runs the wrong way", '<span dir="auto">', "<span>"],
    [
      "sessions go on to load when they are asked for again",
      "request(SessionsDocument, {}, { signal })",
      "request(SessionsDocument, {}, {})",
    ],
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
    ["one can be erased twice at once", 'class="danger" disabled={isBusy}>', 'class="danger">'],
    [
      "one's own data can be asked for twice at once",
      " disabled={isBusy} onClick={() => void run()}",
      " onClick={() => void run()}",
    ],
    [
      "a download of one's own data that failed has begun as the one before",
      "    setBegun(false);\n",
      "",
    ],
    [
      "nobody hears that a download of one's own data begins",
      '<p role="status">{isBegun',
      "<p>{isBegun",
    ],
    [
      "who presses Cancel is erased",
      '<button type="button" onClick={onClose}>',
      "<button onClick={onClose}>",
    ],
    [
      "what erases oneself looks like any other button",
      'type="submit" class="danger"',
      'type="submit"',
    ],
    ["who erases themselves leaves the page", "          event.preventDefault();\n", ""],
    [
      "Escape does not leave an erasure",
      '<Dialog label={t("Erase me?")} onClose={onClose}>',
      '<Dialog label={t("Erase me?")} onClose={() => {}}>',
    ],
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
    ["what one is told comes live after the screen was left", "    return follow(", "    follow("],
    [
      "what one was told while the connection was lost is not shown",
      "{}, read, read);",
      "{}, read);",
    ],
    ["what cannot be marked as seen says nothing", "      <Problem text={problem} />\n", ""],
    ["what one was told runs the wrong way", '<span dir="auto">', "<span>"],
    [
      "what one was told goes on to load when it is asked for again",
      "    { signal },\n",
      "    {},\n",
    ],
  ]),
  ...inFile("src/console/screens/me/position-report.tsx", ME, [
    ["a turned map reports a wrong longitude", "nearestTurn(longitude, 0)", "longitude"],
    ["the map's middle is the browser's place", "if (isReal) {", "if (!isReal) {"],
    ["a report that failed is done", '    setDone("");\n', ""],
    [
      "one's own place can be reported twice at once",
      " disabled={isBusy} onClick={() => void run(true)}",
      " onClick={() => void run(true)}",
    ],
    [
      "the map's middle can be reported twice at once",
      " disabled={isBusy} onClick={() => void run(false)}",
      " onClick={() => void run(false)}",
    ],
    ["nobody hears that a place was reported", '<p role="status">{done}</p>', "<p>{done}</p>"],
  ]),
  ...inFile("src/console/screens/me/this-browser.tsx", ME, [
    ["a browser can be turned on twice at once", " disabled={isBusy}", ""],
    ["nobody hears what this browser gets", '<p role="status">', "<p>"],
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
    [
      "a login that gives no token breaks",
      '    if (!login) throw new RequestError("UNAUTHENTICATED", t("Log in again."));\n    const { accessToken: token, userId } = login;',
      "    const { accessToken: token, userId } = login as never;",
    ],
    [
      "a login can be sent again while it is sent",
      " disabled={isBusy}>\n        {isBusy",
      ">\n        {isBusy",
    ],
    [
      "it is not said that one is logged in now",
      '{isBusy ? t("Logging in…") : t("Log in")}',
      '{t("Log in")}',
    ],
    ["a login leaves the page", "        event.preventDefault();\n", ""],
    ["one's own page is the console's", 'hostUrl("").href', 'hostUrl("console/").href'],
  ]),
  ...inFile("src/console/components/forgotten-password.tsx", LOGIN, [
    ["a mail goes to nobody", "if (!email) throw", "if (false) throw"],
    ["a mail that was refused is on its way", '    setDone("");\n', ""],
  ]),
  ...inFile("src/console/screens/set-password.tsx", LOGIN, [
    ["a first password need not be written twice", "if (password !== again)", "if (false)"],
    ["a first password that is set is not said", 'setEmail(passwordSet ?? "")', 'setEmail("")'],
    ["a first password that was refused says nothing", "<Problem text={problem} />", ""],
    [
      "it is not said how long a first password is",
      '            hint={t("8 characters at least.")}\n',
      "",
    ],
    ["a first password leaves the page", "            event.preventDefault();\n", ""],
    ["a first password can be sent again while it is sent", " disabled={isBusy}", ""],
    ["that a first password is set is not read out", ' role="status"', ""],
    ["a first password is set in a corner", '<main class="alone">', "<main>"],
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
    ["a revoked invitation is not loaded again", "    await invitations.load();\n", ""],
    ["a revocation that failed says nothing", "<Problem text={problem} />", ""],
    ["a new invitation is not listed", "            void invitations.load();\n", ""],
    ["who made an invitation is not known", "makers.names.value.get(madeBy) ?? ", ""],
    ["an invitation can be revoked at its end", "now.value < expiresAt", "now.value <= expiresAt"],
    [
      "an invitation is shown as open at its end",
      "now.value >= expiresAt",
      "now.value > expiresAt",
    ],
    [
      "a revoked invitation is over once it would have been",
      "if (revokedAt !== null) return",
      "if (revokedAt !== null && now.value < expiresAt) return",
    ],
    [
      "a full invitation is never over",
      "if (now.value >= expiresAt) return",
      "if (now.value >= expiresAt && used < places) return",
    ],
    ["an invitation was revoked at its end", "time: moment(revokedAt)", "time: moment(expiresAt)"],
    ["a maker who is not known has no id", "?? String(madeBy)", '?? ""'],
    [
      "invitations are asked for by a screen that was left",
      "useEffect(() => onReturn(",
      "useEffect(() => void onReturn(",
    ],
    [
      "who comes back gets all pages of invitations",
      "void invitations.begin()",
      "void invitations.load()",
    ],
    [
      "it is not said that more invitations are asked for",
      "isBusy={invitations.isLoading.value}",
      "isBusy={false}",
    ],
    ["the form of an invitation comes unasked", "useState(false)", "useState(true)"],
    [
      "that there is no invitation is not read out",
      '<p role="status" class="hint">',
      '<p class="hint">',
    ],
    ["how many joined looks new without a connection", 'class="hint figures"', 'class="hint"'],
    ["invitations that are asked for again are asked for twice", "page, { signal })", "page)"],
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
    [
      "an invitation without a secret has a link",
      "if (!invitationAdd?.secret)",
      "if (!invitationAdd)",
    ],
    [
      "an invitation needs no name",
      '          required\n          autocomplete="off"',
      '          autocomplete="off"',
    ],
    ["the browser fills in the name of an invitation", '          autocomplete="off"\n', ""],
    [
      "a phone shows letters for a number of people",
      'label={t("How many people")}\n          type="number"\n          inputMode="numeric"\n',
      'label={t("How many people")}\n          type="number"\n',
    ],
    [
      "an invitation may last half a day",
      '          step="1"\n          required\n          value={fields.days}',
      '          step="0.5"\n          required\n          value={fields.days}',
    ],
    ["an invitation can be made again while it is made", " disabled={isBusy}", ""],
    ["a new invitation leaves the page", "          event.preventDefault();\n", ""],
    [
      "a new invitation cannot be left by its button",
      '<button type="button" onClick={onClose}>',
      '<button type="button">',
    ],
    [
      "a new invitation cannot be left by Escape",
      "onClose={onClose}>\n      <h2>",
      "onClose={() => {}}>\n      <h2>",
    ],
    [
      "the days of an invitation begin by this computer's clock",
      "serviceSeconds() +",
      "Math.floor(Date.now() / 1000) +",
    ],
  ]),
  ...inFile("src/console/screens/invitations/poster.tsx", INVITATIONS, [
    ["a poster takes its end for milliseconds", "moment(expiresAt)", "moment(expiresAt * 1000)"],
    ["a poster is for one person", "people(places)", "people(1)"],
    ["a poster cannot be printed", "onClick={() => window.print()}", "onClick={() => {}}"],
    ["the copied link is another", "writeText(link)", "writeText(name)"],
    ["a poster's code leads elsewhere", "<QrCode text={link}", "<QrCode text={name}"],
    ["a poster has a narrow dialog", " isWide>", ">"],
    [
      "the dialog of a poster does not say of which invitation",
      'label={t("Invitation {name}", { name })}',
      'label=""',
    ],
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
    [
      "names are asked for of what is no user",
      'objectType === "USER" ? objectId : null',
      "objectId",
    ],
    ["the name of nobody is asked for", "id > 0", "id >= 0"],
    ["each letter of a day is a step back in the browser", "location.replace(", "location.assign("],
    [
      "it is not said that more entries are asked for",
      "isBusy={entries.isLoading.value}",
      "isBusy={false}",
    ],
    ["that there is no such entry is not read out", '<p role="status">', "<p>"],
    [
      "another filter of the log has as many pages as the one before",
      "void entries.begin()",
      "void entries.load()",
    ],
    [
      "entries that are asked for again are asked for twice",
      "readEntries(current.filter, page, signal)",
      "readEntries(current.filter, page, new AbortController().signal)",
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
    [
      "a full file seems to have all entries",
      "entries.length < MOST_IN_FILE",
      "entries.length <= MOST_IN_FILE",
    ],
    ["a file is gone before it is saved", "const SAVED = 60_000;", "const SAVED = 0;"],
    ["files stay in memory", "  setTimeout(() => URL.revokeObjectURL(link.href), SAVED);\n", ""],
    ["a download does not say that it has begun", "    report(0);\n", ""],
    [
      "a download does not say how far it is",
      "readAllEntries(filter, report,",
      "readAllEntries(filter, () => {},",
    ],
    [
      "a download of CSV does not look busy",
      "aria-busy={isBusy} onClick={() => void run(CSV)}",
      "onClick={() => void run(CSV)}",
    ],
    [
      "a download of lines does not look busy",
      "aria-busy={isBusy} onClick={() => void run(JSON_LINES)}",
      "onClick={() => void run(JSON_LINES)}",
    ],
    ["what a download does is not read out", '<span role="status" ', "<span "],
    [
      "a file to save has no address",
      "  link.href = URL.createObjectURL(file);\n",
      "  URL.createObjectURL(file);\n",
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
    [
      "a thing without an id has one",
      "objectType === null || objectId === null",
      "objectType === null && objectId === null",
    ],
    ["the log is a narrow table on a phone", "table stacked moments", "table moments"],
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
    ["everyone is a person without a name", "filter.actor && (names", "(names"],
    [
      "a person who is not known has no id in the filter",
      ' ?? t("User {id}", { id: filter.actor })',
      ' ?? ""',
    ],
    [
      "the first day of the log has no calendar",
      'label={t("From|a day")}\n          type="date"\n',
      'label={t("From|a day")}\n',
    ],
    [
      "the last day of the log has no calendar",
      'label={t("Until|a day")}\n          type="date"\n',
      'label={t("Until|a day")}\n',
    ],
  ]),
  ...inFile("src/console/screens/audit-log/person-filter.tsx", AUDIT, [
    ["the found stay when one is chosen", '    text.value = "";\n', ""],
    ["everyone is the first person", 'onClick={() => choose("")}', 'onClick={() => choose("1")}'],
    [
      "people are looked at before one searches the log",
      "{ needsText: true }",
      "{ needsText: false }",
    ],
    [
      "a search of the log looks at fifty people",
      "const MOST_FOUND = 5;",
      "const MOST_FOUND = 50;",
    ],
    ["what gets the focus cannot have it", " tabIndex={-1}", ""],
    [
      "a search of the log fails in silence",
      "      <Problem text={users.error.value} retry={() => void users.load()} />\n",
      "",
    ],
    ["people of one name look alike in the log", '<p class="hint">{email}</p>', ""],
    [
      "that nobody is found in the log is not read out",
      '<p role="status" class="hint">',
      '<p class="hint">',
    ],
  ]),
  ...inFile("src/console/state/audit-log.ts", AUDIT, [
    ["a file has the newest first", ".slice(0, MOST_IN_FILE).reverse()", ".slice(0, MOST_IN_FILE)"],
    ["a file ends after a page", "if (page.length < MOST_IN_PAGE) break;", "break;"],
  ]),
];
