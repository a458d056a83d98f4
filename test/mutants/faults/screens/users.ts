import { inFile } from "../../fault.ts";

const SCREEN = ["test/console/screens/users.test.ts"];

/** Faults in the screen of users. */
export const faults = [
  ...inFile("src/console/state/user-search.ts", SCREEN, [
    [
      "a search has as many pages as the one before",
      "void users.begin(), users",
      "void users.load(), users",
    ],
  ]),
  ...inFile("src/console/screens/users.tsx", SCREEN, [
    ["users cannot be asked for again", " retry={() => void users.load()}", ""],
    [
      "users are asked for although their screen was left",
      "useEffect(() => onReturn(() => void users.load()), []);",
      "useEffect(() => void onReturn(() => void users.load()), []);",
    ],
    [
      "who has a device only is warned",
      "!hasDevice || lastReportedAt === null",
      "!hasDevice && lastReportedAt === null",
    ],
    ["who never reported did", 'lastReportedAt === null ? ""', 'lastReportedAt === undefined ? ""'],
    ["the app of a report is not said", "      : app\n", "      : !app\n"],
    [
      "who has a device has none",
      'hasDevice ? t("Has a device")',
      '!hasDevice ? t("Has a device")',
    ],
    [
      "the first page is all",
      "if (users.hasMore.value)\n    return",
      "if (!users.hasMore.value)\n    return",
    ],
    ["a tester is in training", "{user.isTester && <span", "{user.isTraining && <span"],
    [
      "who has a password gets a link",
      "{!user.hasPassword && (\n          <button",
      "{(\n          <button",
    ],
    ["a changed user is not loaded again", "if (isChanged) void users.load();", ""],
    [
      "links are for those with a password",
      "all?.filter(({ hasPassword }) => !hasPassword)",
      "all",
    ],
    [
      "an import that was left is not shown",
      "onClose={() => close(true)}\n          onImported",
      "onClose={() => close(false)}\n          onImported",
    ],
    ["links of one are of many", "withoutPassword.length > 1", "withoutPassword.length > 0"],
    ["links are offered to everyone", "{showsNoPassword && withoutPassword", "{withoutPassword"],
    ["who joined did not", "user.joinedBy !== null", "user.joinedBy === null"],
    [
      "a list that was left goes on to search",
      "useEffect(follow, []);",
      "useEffect(() => void follow(), []);",
    ],
    [
      "nobody hears how many users there are",
      '<span role="status" class="hint figures">',
      '<span class="hint figures">',
    ],
    [
      "the link to invitations leads to the audit log",
      '<a href={addressOf({ screen: "invitations" })}>',
      '<a href={addressOf({ screen: "audit-log" })}>',
    ],
    ["the audit log cannot be opened", '<a href={addressOf({ screen: "audit-log" })}>', "<a>"],
    [
      "two people get no links together",
      "withoutPassword.length > 1",
      "withoutPassword.length > 2",
    ],
    ["more users load in silence", "isBusy={users.isLoading.value}", "isBusy={false}"],
  ]),
  ...inFile("src/console/screens/users/edit-user.tsx", SCREEN, [
    ["spaces change an email", "email.trim() !== user.email", "email !== user.email"],
    ["what a refused try stored cannot be changed back", "    keep(details);\n", ""],
    [
      "a changed email needs no password",
      "changesEmail(stored, fields) || fields.password",
      "fields.password",
    ],
    [
      "a changed password needs none",
      'changesEmail(stored, fields) || fields.password !== ""',
      "changesEmail(stored, fields)",
    ],
    [
      "each edit sends one's own password",
      "changesEmail(user, fields) ? { ...details, currentPassword } : details",
      "{ ...details, currentPassword }",
    ],
    ["an edit always sets a password", "if (password) {", "{"],
    ["the training is not changed", "isTraining !== user.isTraining", "false"],
    [
      "each edit sends all details",
      "changedFields(user, { name, email, address })",
      "{ name, email, address }",
    ],
    [
      "each edit sets the rights",
      "changedFields(user, { isAdmin, isTester })",
      "{ isAdmin, isTester }",
    ],
    [
      "an administrator is made by nobody",
      "changedFields(user, { isAdmin, isTester })",
      "changedFields(user, { isTester })",
    ],
    [
      "a tester is made an administrator",
      "changedFields(user, { isAdmin, isTester })",
      "changedFields(user, { isAdmin: isTester, isTester })",
    ],
    [
      "a user's rights begin anew",
      "isAdmin, isTester, isTraining }}",
      "isAdmin: false, isTester: false, isTraining }}",
    ],
    ["a training that was stored cannot be ended again", "    keep({ isTraining });\n", ""],
    [
      "what was stored later forgets what was stored before",
      "({ ...before, ...changed })",
      "({ ...user, ...changed })",
    ],
    [
      "an email that is stored needs a password again",
      "changesEmail(stored, fields) ||",
      "changesEmail(user, fields) ||",
    ],
    [
      "the form of a user has no address",
      "begin={{ name, email, address,",
      'begin={{ name, email, address: "",',
    ],
  ]),
  ...inFile("src/console/screens/users/changed-fields.ts", SCREEN, [
    [
      "one changed field sends all",
      "names.filter((name) => after[name] !== before[name])",
      "names.some((name) => after[name] !== before[name]) ? names : []",
    ],
  ]),
  ...inFile("src/console/screens/users/user-form.tsx", SCREEN, [
    ["a part that was saved is not shown", "onClose(isTried)", "onClose(false)"],
    ["a form that was left counts as saved", "onClose(isTried)", "onClose(true)"],
    [
      "the email of a new user has spaces",
      "save({ ...fields, email: fields.email.trim() })",
      "save(fields)",
    ],
    ["a form that was refused closes", "    await save({", "    await Promise.resolve({"],
    ["a refused form says nothing", "<Problem text={problem} />", ""],
    ["a changed user counts as left", "    onClose(true);\n", "    onClose(false);\n"],
    [
      "one field empties the others",
      "setFields((now) => ({ ...now, ...change }))",
      "setFields((now) => ({ ...props.begin, ...change }))",
    ],
    ["a new user may be a tester", "{isTester !== undefined && (", "{("],
    ["a new user may be in training", "{isTraining !== undefined && (", "{("],
    ["a user can be saved twice at once", 'class="primary" disabled={isBusy}>', 'class="primary">'],
    [
      "the browser fills in the address of another",
      'onInput={(text) => edit({ address: text })}\n          autocomplete="off"',
      "onInput={(text) => edit({ address: text })}",
    ],
    ["the dialog of a user has no name", "<Dialog label={props.label}", '<Dialog label=""'],
    ["who saves a user leaves the page", "          event.preventDefault();\n", ""],
    [
      "an administrator looks like any other user",
      "<Checkbox value={isAdmin}",
      "<Checkbox value={false}",
    ],
    ["who is in training looks trained", "<Checkbox value={isTraining}", "<Checkbox value={false}"],
    [
      "Escape does not leave a user",
      "onClose={leave}>\n      <h2>",
      "onClose={() => {}}>\n      <h2>",
    ],
  ]),
  ...inFile("src/console/screens/users/user-data.tsx", SCREEN, [
    [
      "a person is erased without their name",
      "erasing.isBusy || asShown(typed) !== asShown(name)",
      "erasing.isBusy",
    ],
    [
      "the beginning of a name erases",
      "asShown(typed) !== asShown(name)",
      "!name.startsWith(typed.trim())",
    ],
    ["spaces keep a person", '.trim().replace(/\\s+/g, " ")', '.replace(/\\s+/g, " ")'],
    ["two spaces in a name keep a person", '.replace(/\\s+/g, " ")', ""],
    ["the encoding of a name keeps a person", '.normalize("NFC")', ""],
    [
      "a person is erased without one's own password",
      "UserEraseDocument, { id, currentPassword }",
      'UserEraseDocument, { id, currentPassword: "" }',
    ],
    ["an erased person stays in the list", "    onClose(true);\n", "    onClose(false);\n"],
    ["an erasure that was refused says nothing", "<Problem text={erasing.problem} />", ""],
    ["a download begins by itself", "{isBegun && t(", "{!isBegun && t("],
    ["a download is not begun", "    download(userExport.url);\n", ""],
    [
      "who keeps the last position keeps a history",
      "{isLastOnly === true &&",
      "{isLastOnly === false &&",
    ],
    ["a choice that cannot be loaded says nothing", "      <Problem text={problem} />\n", ""],
    ["a person can be erased twice at once", "erasing.isBusy || asShown", "asShown"],
    ["a person's data can be asked for twice at once", " disabled={asking.isBusy}", ""],
    [
      "the password that erases a person is shown",
      'label={t("Your own password")}\n          type="password"',
      'label={t("Your own password")}',
    ],
    ["the browser fills in whom to erase", '          autocomplete="off"\n', ""],
    ["nobody hears that a person's data are downloaded", '<span role="status">', "<span>"],
    ["what erases a person looks like any other button", '            class="danger"\n', ""],
    [
      "who closes a person's data erases them",
      '<button type="button" onClick={() => onClose(false)}>',
      "<button onClick={() => onClose(false)}>",
    ],
    ["who erases a person leaves the page", "          event.preventDefault();\n", ""],
    [
      "Escape does not leave a person's data",
      "<Dialog label={title} onClose={() => onClose(false)}>",
      "<Dialog label={title} onClose={() => {}}>",
    ],
  ]),
  ...inFile("src/console/screens/users/import-users.tsx", SCREEN, [
    [
      "people are imported without a check",
      "if (!checked || checked.faults.length > 0) {",
      "if (checked && checked.faults.length > 0) {",
    ],
    [
      "a check of a file imports people",
      "importPeople(read.entries, true)",
      "importPeople(read.entries, false)",
    ],
    [
      "an import is a check",
      "importPeople(checked.entries, false)",
      "importPeople(checked.entries, true)",
    ],
    ["a changed file stays checked", "last?.text === text ? last : undefined", "last"],
    ["faults are not in the order of lines", ".sort((a, b) => a.line - b.line)", ".reverse()"],
    [
      "faults of an import are not said",
      "      setLast({ ...checked, faults });\n      return;\n",
      "",
    ],
    ["people get the links of others", "userIds[index] as number", "userIds[0] as number"],
    ["more faults are listed than are read", "faults.slice(0, MOST_FAULTS)", "faults"],
    ["further faults are not counted", "faults.length - MOST_FAULTS })", "faults.length })"],
    ["nothing can be checked", 'isBusy || text.trim() === ""', "isBusy"],
    ["faults of the file alone are not said", "[...read.faults, ...faults]", "[...faults]"],
    [
      "fifty faults have none more",
      "{faults.length > MOST_FAULTS && (",
      "{faults.length >= MOST_FAULTS && (",
    ],
    ["an import that was refused says nothing", "        <Problem text={problem} />\n", ""],
    ["people can be checked twice at once", "isBusy || text.trim()", "text.trim()"],
    [
      "nobody hears that a file has faults",
      '<div role="alert" class="problem">',
      '<div class="problem">',
    ],
    [
      "nobody hears that people can be imported",
      '<p role="status">\n          {isReady',
      "<p>\n          {isReady",
    ],
    ["who checks people leaves the page", "          event.preventDefault();\n", ""],
    [
      "Escape does not leave an import",
      '<Dialog label={t("Import people")} onClose={props.onClose}>',
      '<Dialog label={t("Import people")} onClose={() => {}}>',
    ],
  ]),
  ...inFile("src/console/screens/users/choose-csv.tsx", SCREEN, [
    [
      "a file that cannot be read is the page's fault",
      '.catch(() => {\n      throw new RequestError("UNREADABLE", UNREADABLE);\n    })',
      "",
    ],
    ["a CSV file that cannot be read says nothing", "<Problem text={problem} />", ""],
  ]),
  ...inFile("src/console/components/choose-file.tsx", SCREEN, [
    ["a corrected file cannot be chosen again", '        currentTarget.value = "";\n', ""],
  ]),
  ...inFile(
    "src/console/state/read-text.ts",
    ["test/console/read-text.test.ts"],
    [
      ["a file of Windows has signs in place of letters", ", { fatal: true }", ""],
      ["a file in UTF-16 is read as another", "if (startsWith(bytes, 0xff, 0xfe))", "if (false)"],
      ["the bytes of UTF-16 are swapped", '"utf-16be"', '"utf-16le"'],
    ],
  ),
  ...inFile("src/console/screens/users/password-links.tsx", SCREEN, [
    ["the file of links has another name", 'download="password-links.csv"', 'download=""'],
    ["a link is handed to another", "byId.get(userId) as LinkOwner", "owners[0] as LinkOwner"],
    [
      "links beyond ten are not in the file",
      "href={fileOf(links)}",
      "href={fileOf(links.slice(0, MOST_SHOWN))}",
    ],
    ["all links are shown", "links.slice(0, MOST_SHOWN).map", "links.map"],
    [
      "a link leads to the login",
      'addressOf({ screen: "password", token })',
      'addressOf({ screen: "me" })',
    ],
    [
      "a link of one is of people",
      "owners.length === 1 && first ? first.name",
      "owners.length > 1 && first ? first.name",
    ],
    ["links that were made are made again", "{!links && (", "{("],
    ["links last until now", "moment(first.expiresAt)", "moment(Date.now() / 1000)"],
    ["a link can be written over", "              readOnly\n", ""],
    [
      "a file of links ends at the first one",
      "encodeURIComponent(\n    writeCsv",
      "String(\n    writeCsv",
    ],
    ["links can be made twice at once", " disabled={isBusy}", ""],
    [
      "nobody hears that people were imported",
      '<p role="status">{props.news}</p>',
      "<p>{props.news}</p>",
    ],
    [
      "Escape does not leave links",
      '<Dialog label={t("Links to set a password")} onClose={onClose}>',
      '<Dialog label={t("Links to set a password")} onClose={() => {}}>',
    ],
  ]),
  ...inFile("src/console/screens/users/new-user.tsx", SCREEN, [
    ["a new user is an administrator", "isAdmin: false };", "isAdmin: true };"],
  ]),
  ...inFile("src/console/screens/users/user-filters.tsx", SCREEN, [
    [
      "a filter drops the others",
      "filter.value = { ...filter.value, ...change }",
      'filter.value = { ...filter.peek(), ...change, kind: change.kind ?? "everyone" }',
    ],
    ["a device is the last report", "edit({ device: to })", "edit({})"],
    ["a list is never sorted", "edit({ sort: to })", "edit({})"],
    ["the chosen kind of users is not shown", "value={kind}", 'value="everyone"'],
    ["the chosen order of users is not shown", "value={sort}", 'value="ID"'],
    ["the chosen last report is not shown", "value={reported}", 'value="any"'],
    ["the chosen device is not shown", "value={device}", 'value="any"'],
  ]),
];
