import { inFile } from "../fault.ts";

/** Faults in the export and the erasure of people's data, in mails, and in what apps send. */
export const faults = [
  ...inFile(
    "src/export/person-export.ts",
    ["test/http/person-export.test.ts", "test/api/export.test.ts"],
    [
      [
        "who has lost their session goes on downloading",
        'if (!page.isAllowed) throw new Error("The session has ended.");',
        "",
      ],
      [
        "an export ends after a thousand positions",
        "items.length === PAGE ? (lastId ?? undefined) : undefined",
        "undefined",
      ],
      ["an export leaves out the keys of devices", '"deviceKeys",\n', ""],
      ["an export leaves out pushes", '"deliveries", ', ""],
      ["an export leaves out quiet hours", ', "quietHours"]', "]"],
      ["a second page follows without a comma", "yield separator + items", "yield items"],
      ["anyone may begin an export", "rows[0]?.isAllowed === true", "rows[0] !== undefined"],
      [
        "an export tells when the caller logged in",
        "[identity.userId, identity.sessionId, userId, part",
        "[identity.userId, identity.sessionId, identity.userId, part",
      ],
      [
        "a page begins with the last one's end",
        "page.items ?? []",
        "(page.items ?? []).slice(0, PAGE - 1)",
      ],
    ],
  ),
  ...inFile(
    "src/export/tickets.ts",
    ["test/http/person-export.test.ts"],
    [
      ["an access token is a ticket", "!key || typ !== TYPE", "!key"],
      ["a ticket lasts for ever", "expiresIn: LIFETIME,", ""],
      ["a ticket lasts for milliseconds", "LIFETIME = 300", "LIFETIME = 300_000"],
      [
        "a ticket is for another audience",
        "issuer: ISSUER,\n          audience: AUDIENCE,\n        }) as",
        "issuer: ISSUER,\n        }) as",
      ],
      ["any algorithm signs a ticket", "algorithms: [key.algorithm],", ""],
      ["any key signs a ticket", "keys.find((one) => one.kid === kid)", "keys[0]"],
      [
        "a ticket opens the caller's own data",
        "sessionId }, userId };",
        "sessionId }, userId: caller };",
      ],
    ],
  ),
  ...inFile(
    "src/erasure/erasure-list.ts",
    ["test/erasure/restore.test.ts"],
    [
      ["everyone on the machine reads the list of erasures", "mode: 0o600, flush", "flush"],
      ["a list that was cut short erases another", "(?<![0-9a-f-])", ""],
      ["a longer id is a key", "(?![0-9a-f-])", ""],
      [
        "there is no first erasure",
        'if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];',
        "",
      ],
      [
        "a list that cannot be read is empty",
        'if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];\n      throw error;',
        "return [];",
      ],
      [
        "a list that cannot be written is not noticed",
        'await (await open(this.#file, "a", 0o600)).close();',
        "",
      ],
      [
        "an erasure replaces all before it",
        "await appendFile(this.#file, lines",
        'await (await import("node:fs/promises")).writeFile(this.#file, lines',
      ],
    ],
  ),
  ...inFile(
    "src/erasure/erasures.ts",
    ["test/erasure/restore.test.ts"],
    [
      [
        "an erasure that could not be listed is forgotten",
        "await this.#list.add(rows);",
        "await this.#list.add(rows).catch(() => {});",
      ],
      [
        "the database connects a person with the list",
        "await this.#owner.query(NOTE_LISTED, [",
        "void ([] as unknown[]).concat(NOTE_LISTED, [",
      ],
      [
        "nobody hears that the list of erasures is lost",
        "    if (keys.length < listed) this.#missList(keys.length, listed);\n",
        "",
      ],
      [
        "a list that is complete counts as lost",
        "if (keys.length < listed)",
        "if (keys.length <= listed)",
      ],
      [
        "only a list that is empty counts as lost",
        "if (keys.length < listed)",
        "if (keys.length < Math.min(listed, 1))",
      ],
      ["erasures that wait to be listed count as lost", "where e.erasure_key is null`", "`"],
      ["a restore brings people back", "await this.#eraseAgain();\n    try", "try"],
      ["erasures that wait are not listed at a start", "await this.list();\n    }", "}"],
      [
        "a list that cannot be written stops a start",
        'this.#log(`Erasures could not be listed: ${(error as Error).message}`, "error");',
        "throw error;",
      ],
      ["new users get no key", "while ((await give()).rows[0]?.given === STEP);", ""],
      [
        "ten thousand users get a key",
        "while ((await give()).rows[0]?.given === STEP);",
        "await give();",
      ],
      [
        "an erasure that another host was faster with stops a start",
        'if (code === "LA404") return;',
        "",
      ],
      [
        "the last administrator stops a start",
        'if (code !== "LA409") throw error;',
        "if (code) throw error;",
      ],
      ["an erasure that fails is not noticed", 'if (code !== "LA409") throw error;', ""],
    ],
  ),
  ...inFile(
    "src/mail/mailer.ts",
    ["test/mail/mailer.test.ts"],
    [
      [
        "a mail goes to the end of an address that has a comma",
        'to = { name: "", address }',
        "to = address",
      ],
      ["a mail server without a login needs TLS", ' && user !== ""', ""],
      ["a mail server on this machine needs TLS", "localhost|127\\.", "127\\."],
      ["a mail server on this machine needs TLS over IPv6", "|::1)$", ")$"],
      [
        "any host whose name begins like this machine's gets a password in clear",
        "|::1)$",
        "|::1)",
      ],
      ["TLS from the beginning is asked for again", "requireTLS: !isTls &&", "requireTLS:"],
      [
        "a password is sent in clear over a network",
        'requireTLS: !isTls && user !== "" && !isThisMachine(host)',
        "requireTLS: false",
      ],
      ["a mail server without TLS on this machine gets no mails", " && !isThisMachine(host)", ""],
      [
        "an address that is refused for now is refused for good",
        "responseCode >= 500",
        "responseCode >= 400",
      ],
      [
        "a mail server that refuses all refuses an address",
        'command === "RCPT TO" && responseCode',
        "responseCode",
      ],
      ["mails come from nobody", 'from: { name: "", address: from }', 'from: ""'],
      ["no user logs in", "...(user && { auth: { user, pass: password } }),", ""],
    ],
  ),
  ...inFile(
    "src/mail/state.ts",
    ["test/mail/mailer.test.ts"],
    [
      [
        "/readyz shows what a mail server wrote",
        "`failing since ${new Date(failing.since).toISOString()}`",
        "`failing since ${new Date(failing.since).toISOString()}: ${failing.why}`",
      ],
      [
        "since when mails fail is in milliseconds",
        "Math.floor(Date.parse(failing.since) / 1000)",
        "Date.parse(failing.since)",
      ],
      ["mail that is off fails", 'configured === "on" && failing', "failing"],
      ["administrators do not read why mails fail", "reason: failing.why", "reason: null"],
    ],
  ),
  ...inFile(
    "src/mail/texts.ts",
    ["test/api/mail.test.ts", "test/mail/mailer.test.ts"],
    [
      ["a link of a password confirms an email", "/join#password/", "/join#verify/"],
      ["a mail has no link", 'text.replace("{link}", link)', "text"],
    ],
  ),
  ...inFile(
    "src/positions/activity.ts",
    ["test/positions/readers.test.ts"],
    [
      ["the first of several activities counts", "words.length !== 1 || ", ""],
      ["a name of every object is an activity", "!Object.hasOwn(WORDS, word)", "!(word in WORDS)"],
      ["who runs walks", 'running: "RUNNING"', 'running: "WALKING"'],
    ],
  ),
  ...inFile(
    "src/positions/device-key.ts",
    ["test/positions/readers.test.ts"],
    [
      ["the last users' keys are not found in a body", "(\\d{1,10}-[", "(\\d{1,9}-["],
      ["a key with a blank is unknown", "text.trim().toLowerCase()", "text.toLowerCase()"],
      ["a key in large letters is unknown", "text.trim().toLowerCase()", "text.trim()"],
      ["a password with a colon is cut", "/^([^:]*):(.*)$/s", "/^([^:]*):([^:]*)/s"],
      ["bearer in small letters is unknown", "(\\S+)$/i", "(\\S+)$/"],
    ],
  ),
  ...inFile(
    "src/positions/device-key.ts",
    ["test/positions/readers.test.ts", "test/http/phones.test.ts", "test/http/positions.test.ts"],
    [
      [
        "an id of 2^31 reaches the database with a key",
        "if (!(userId < 2 ** 31)) return undefined;",
        "if (Number.isNaN(userId)) return undefined;",
      ],
      ["a user name is no key", "return [password, user];", "return [password];"],
      ["a coded blank before a key belongs to it", "(?:%20|\\b)", "\\b"],
      ["the end of a longer number is an id", "(?:%20|\\b)", ""],
      ["the beginning of a longer text is a key", "{32})\\b/i", "{32})/i"],
      ["a key in the body in large letters is unknown", "{32})\\b/i", "{32})\\b/"],
    ],
  ),
  ...inFile(
    "src/positions/moment.ts",
    ["test/positions/readers.test.ts"],
    [
      ["milliseconds are seconds", "number < 2 ** 31 ? number * 1000 : number", "number * 1000"],
      ["a zone west of Greenwich is east", 'sign === "-" ? "-" : "+"', '"+"'],
      [
        "a moment that no date can have is one",
        "Math.abs(milliseconds) <= LATEST",
        "!Number.isNaN(milliseconds)",
      ],
      ["a time without seconds cannot be read", "(:\\d\\d)?([.,]", "(:\\d\\d)([.,]"],
      ["a zone of whole hours cannot be read", "(\\d\\d):?(\\d\\d)?)?$", "(\\d\\d):?(\\d\\d))?$"],
      ["a half hour of a zone is lost", "${hours}:${minutes}", "${hours}:00"],
    ],
  ),
  ...inFile(
    "src/positions/note-faults.ts",
    ["test/http/positions.test.ts"],
    [
      ["each fault of an app is logged each time", "logged.set(key, true);", ""],
      ["faults of another user are not logged", "`${app} ${userId} ${fault}`", "`${app} ${fault}`"],
    ],
  ),
  ...inFile(
    "src/positions/osmand.ts",
    ["test/positions/readers.test.ts"],
    [
      ["a place without a fix is reported", '["false", "0"].includes(values.valid ?? "")', "false"],
      [
        "of a parameter that comes twice the first counts",
        "[...new URLSearchParams(body.trim()), ...query]",
        "[...query, ...new URLSearchParams(body.trim())]",
      ],
      ["a heartbeat is a fault", "readPositions(sent.filter(hasPlace))", "readPositions(sent)"],
      ["lon is unknown in JSON", '?? member(place, "lon")', ""],
      [
        "half a place is none",
        "!isMissing(latitude) || !isMissing(longitude)",
        "!isMissing(latitude) && !isMissing(longitude)",
      ],
      [
        "latitude and longitude are swapped in location",
        "const [latitude, longitude] = values.location",
        "const [longitude, latitude] = values.location",
      ],
    ],
  ),
  ...inFile(
    "src/positions/overland.ts",
    ["test/positions/readers.test.ts"],
    [
      [
        "latitude and longitude are swapped in GeoJSON",
        "const [longitude, latitude] = Array",
        "const [latitude, longitude] = Array",
      ],
      ["where a phone is now waits for its batch", "...(isMissing(current) ? [] : [current])", ""],
      [
        "any JSON is a batch",
        "if (!Array.isArray(locations)) return { positions: [], faults: [NOT_A_BATCH] };",
        "if (!Array.isArray(locations)) return { positions: [], faults: [] };",
      ],
      ["the accuracy of Overland is its height", '"horizontal_accuracy"', '"vertical_accuracy"'],
    ],
  ),
  ...inFile(
    "src/positions/owntracks.ts",
    ["test/positions/readers.test.ts"],
    [
      ["a transition is a position", 'messages.filter(isOf("location")).map(', "messages.map("],
      [
        "an encrypted message is silence",
        'if (messages.some(isOf("encrypted"))) {',
        "if (false) {",
      ],
      [
        "a question without a message is a fault",
        'if (body.trim() === "") return { positions: [], faults: [] };',
        "",
      ],
      [
        "any JSON is of OwnTracks",
        "if (!messages.every(isObject)) faults.push(",
        "if (false) faults.push(",
      ],
    ],
  ),
  ...inFile(
    "src/positions/read-position.ts",
    ["test/positions/readers.test.ts"],
    [
      [
        "an accuracy of -1 is kept",
        "accuracy === undefined || accuracy < 0 ? null : accuracy",
        "accuracy ?? null",
      ],
      [
        "a moment that cannot be read is now",
        'if (moment === undefined) return "its time cannot be read";',
        "",
      ],
      [
        "a position without a moment is a fault",
        "isMissing(sent.moment) ? null : toMoment(sent.moment)",
        "toMoment(sent.moment)",
      ],
      [
        "a position without a longitude is one",
        "latitude === undefined || longitude === undefined",
        "latitude === undefined",
      ],
      ["a request has any number of positions", "all.slice(0, MOST)", "all"],
      [
        "positions past the most are lost in silence",
        "if (all.length > MOST) faults",
        "if (false) faults",
      ],
      ["an exact position is unknown", "accuracy < 0", "accuracy <= 0"],
    ],
  ),
  ...inFile(
    "src/positions/values.ts",
    ["test/positions/values.test.ts"],
    [
      ["a number with an exponent is none", "(?:e[+-]?\\d+)?$", "$"],
      ["a number may have any length", "value.length <= LONGEST && ", ""],
    ],
  ),
  ...inFile(
    "src/positions/values.ts",
    ["test/positions/readers.test.ts"],
    [
      ["infinity is a number", "&& Number.isFinite(number)", ""],
      ["a text with a blank is no number", "DECIMAL.test(value.trim())", "DECIMAL.test(value)"],
      ["an empty text is a value", ' || value === "";', ";"],
      ["a hexadecimal text is a number", "DECIMAL.test(value.trim())", 'value.trim() !== ""'],
    ],
  ),
  ...inFile(
    "src/erasure/erasures.ts",
    ["test/erasure/restore.test.ts"],
    [
      ["of many erasures ten thousand go again", "from += STEP", "from += keys.length"],
      ["all erasures are looked for at once", "keys.slice(from, from + STEP)", "keys"],
      [
        "erasures beyond ten thousand wait for a minute",
        "if (rows.length === 0) return;\n      await this.#list.add(rows);",
        "await this.#list.add(rows);\n      if (rows.length === STEP) return;",
      ],
    ],
  ),
  ...inFile(
    "src/erasure/erasure-list.ts",
    ["test/erasure/restore.test.ts"],
    [["an erasure is listed with another moment", "at.toISOString()", "new Date().toISOString()"]],
  ),
  ...inFile(
    "src/mail/texts.ts",
    ["test/mail/mailer.test.ts"],
    [
      [
        "a mail says that a password is gone",
        "your password stays as it is.",
        "your password is gone.",
      ],
      [
        "who did not ask for a mail is told to act",
        'If it was not you, do nothing.",',
        'If it was you, do nothing.",',
      ],
      ["a mail says another time", "confirm it within three days:", "confirm it within an hour:"],
      [
        "a mail of a password has the other subject",
        "Set a new password / Imposta",
        "Confirm your email / Imposta",
      ],
      [
        "a mail to confirm has no link",
        '"Somebody gave this address to be warned where they are. If it was you, confirm it within three days:",\n        "{link}",',
        '"Somebody gave this address to be warned where they are. If it was you, confirm it within three days:",',
      ],
    ],
  ),
  ...inFile(
    "src/mail/mailer.ts",
    ["test/mail/mailer.test.ts"],
    [["a mail server that says nothing is waited for", "    ...PATIENCE,\n", ""]],
  ),
  ...inFile(
    "examples/phone/phone.ts",
    ["test/examples/another-user.test.ts"],
    [
      [
        "a phone sends another's positions",
        '...begun, queue: [], since: ""',
        '...begun, since: ""',
      ],
      [
        "a phone reads on after another's notifications",
        '...begun, queue: [], since: ""',
        "...begun, queue: []",
      ],
      ["a phone goes on as who had it before", "    this.#session.forget();\n", ""],
      [
        "each login forgets what waits",
        "this.#state.userId === 0 || this.#state.userId === begun.userId",
        "false",
      ],
      ["a phone stands still for its next user", "    if (isRunning) this.start();\n", ""],
    ],
  ),
  ...inFile(
    "examples/phone/live.ts",
    ["test/examples/follow.test.ts"],
    [
      [
        "a phone stays connected without a subscription",
        ' || (type === "complete" && id === "1")',
        "",
      ],
      ["a phone never stays connected", 'type === "complete" && id === "1"', 'type === "complete"'],
    ],
  ),
  ...inFile(
    "src/export/tickets.ts",
    ["test/http/person-export.test.ts"],
    [
      [
        "a ticket of nobody is one",
        "[caller, sessionId, userId].every(",
        "[sessionId, userId].every(",
      ],
    ],
  ),
  ...inFile(
    "src/positions/note-faults.ts",
    ["test/positions/note-faults.test.ts"],
    [
      [
        "a known fault hides the next one",
        "if (logged.get(key)) continue;",
        "if (logged.get(key)) break;",
      ],
    ],
  ),
];
