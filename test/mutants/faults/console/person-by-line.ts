import { inFile } from "../../fault.ts";

const PERSON = ["test/console/screens/person.test.ts"];
const PAGE = ["test/console/screens/person-page.test.ts"];
const KEPT = ["test/console/kept.test.ts"];
const KEEPS = ["test/console/person-keeps.test.ts"];
const INBOX = ["test/console/inbox.test.ts"];
const FORGET = ["test/console/forget.test.ts"];

/** Faults in a person's own page, found by going through its lines. */
export const faults = [
  ...inFile("src/console/person/alert-card.tsx", PERSON, [
    ["who is told once gets last news", " && told[0].createdAt > since && (", " && ("],
    [
      "news of the same second are last news",
      "told[0].createdAt > since",
      "told[0].createdAt >= since",
    ],
    [
      "an alert that was ended was over at its planned end",
      "{moment(endOf(alert))} (",
      "{moment(alert.expiresAt)} (",
    ],
    ["one was told now", "{moment(since)} (", "{moment(at)} ("],
    [
      "where one is in an alert is not read out when it changes",
      '<p class="place" role="status">',
      '<p class="place">',
    ],
    ["a title of spaces names no alert", "{alert.title?.trim() || t(", "{alert.title || t("],
    [
      "the card speaks the text of where one was",
      "<Listen alert={alert} level={level} text={text} />",
      "<Listen alert={alert} level={concern.level} text={text} />",
    ],
    [
      "the card speaks the text of the level after the all-clear",
      "<Listen alert={alert} level={level} text={text} />",
      "<Listen alert={alert} level={level} text={alert.text1} />",
    ],
    ["a title runs in the page's direction", '<h2 id={heading} dir="auto"', "<h2 id={heading}"],
    ["a drill looks like any other alert", '<p class="drill">', "<p>"],
    ["what to do is written small", 'class="what-to-do" ', ""],
    [
      "the text of a card runs in the page's direction",
      'class="what-to-do" dir="auto"',
      'class="what-to-do"',
    ],
  ]),
  ...inFile("src/console/person/listen.tsx", PERSON, [
    ["a sign is read out before the button's name", '<span aria-hidden="true">', "<span>"],
  ]),
  ...inFile("src/console/person/alert-screen.tsx", PERSON, [
    [
      "an alert's own screen does not say what to do",
      "          <AlertCard concern={concern} />\n",
      "",
    ],
    [
      "the browser's tab has an alert's number although it has a title",
      "concern?.alert.title?.trim() || t(",
      "t(",
    ],
    ["all messages are behind the first screen", 'href="#/messages"', 'href="#/"'],
    [
      "everything was told when the last was",
      "moment(createdAt)",
      "moment(concern.told[0]?.createdAt ?? createdAt)",
    ],
    ["what one was told has no name", 'aria-labelledby="told"', 'aria-labelledby="list"'],
  ]),
  ...inFile("src/console/person/area-map.tsx", PERSON, [
    [
      "names of earlier zones are written on later ones",
      "isOld || setNames(found)",
      "setNames(found)",
    ],
    [
      "names of earlier zones stay on later ones",
      "  }, [zones, view?.bounds.join(), own?.toString()]);",
      "  }, []);",
    ],
    [
      "who is too far away to be drawn is written beside the drawing",
      "place && view?.showsPlace && view.draw(",
      "place && view && view.draw(",
    ],
    ["a drawing without an outline breaks the page", "  if (!view) return null;\n", ""],
    ["all zones are drawn as wide as THREE", "ringsOf(zones[level])", "ringsOf(zones.THREE)"],
    ["places are marked beside their names", "<circle cx={x} cy={y}", "<circle cx={y} cy={x}"],
    [
      "the person is marked beside their name",
      "<circle cx={own[0]} cy={own[1]}",
      "<circle cx={own[1]} cy={own[0]}",
    ],
    ["a place has no look of its own on a drawing", ' class="place-name"', ""],
    ["the person has no look of their own on a drawing", '<g class="own-place">', "<g>"],
    ["a drawing is no image", '      role="img"\n', ""],
    ["a drawing has no size", '      class="area-map"\n', ""],
    ["the bar of a drawing is as wide as its number", "h${bar * view.scale}v-4", "h${bar}v-4"],
  ]),
  ...inFile("src/console/person/freshness.tsx", PERSON, [
    [
      "a fresh page says how old it is",
      "    problem &&\n      at !== undefined &&",
      "    at !== undefined &&",
    ],
  ]),
  ...inFile("src/console/person/keys.tsx", PERSON, [
    [
      "that there is no device is not said",
      '      {devices && present.length === 0 && <p>{t("None yet.")}</p>}\n',
      "",
    ],
    [
      "that no app reports is not said",
      '      {deviceKeys?.length === 0 && <p>{t("None yet.")}</p>}\n',
      "",
    ],
    [
      "devices that left are some",
      "devices && present.length === 0",
      "devices && devices.length === 0",
    ],
    [
      "devices that cannot be listed are silent",
      "      <Problem text={mine.error.value} retry={() => void mine.load()} />\n",
      "",
    ],
    [
      "devices that cannot be listed are not asked for again",
      " retry={() => void mine.load()}",
      "",
    ],
    ["an app can be revoked twice at once", "disabled={isBusy}", "disabled={false}"],
    ["a device has no date", 't("since {time}", { time: moment(createdAt) })', '""'],
    [
      "an app was used last when it was made",
      "used: moment(lastUsedAt)",
      "used: moment(createdAt)",
    ],
    ["one cannot set up an app", 'hostUrl("join").href', 'hostUrl("").href'],
    [
      "an app's name runs in the page's direction",
      '<span dir="auto">{name}</span>',
      "<span>{name}</span>",
    ],
    ["the devices have no name", 'aria-labelledby="devices"', 'aria-labelledby="keys"'],
  ]),
  ...inFile("src/console/person/me-screen.tsx", PERSON, [
    [
      "the own page does not know whether the email is confirmed",
      "    void reachability.load();\n",
      "",
    ],
    [
      "one's own page is not called by one's name",
      '<Title text={t("Me")}>{me?.name}</Title>',
      '<Title text={t("Me")} />',
    ],
    ["one's own page asks for no confirmed email", "          <UnverifiedEmail />\n", ""],
    ["no browser can be warned", "publicKey={webPushPublicKey}", "publicKey={null}"],
    ["one's own page has no sessions", "          <Sessions />\n", ""],
    ["one's own page has no password", "          <Password />\n", ""],
    ["one's own page has no apps", "          <Keys />\n", ""],
  ]),
  ...inFile("src/console/person/messages-screen.tsx", PERSON, [
    ["old messages seem new", "      <Freshness />\n", ""],
    [
      "a title of spaces is a message's",
      "{alert.title?.trim() || textOf",
      "{alert.title || textOf",
    ],
    ["a message's time looks like its title", '<span class="message-state">', "<span>"],
    [
      "a message runs in the page's direction",
      'class="message-title" dir="auto"',
      'class="message-title"',
    ],
  ]),
  ...inFile("src/console/person/now-screen.tsx", PERSON, [
    ["that an alert concerns one is not read out", '<div role="status" class={', "<div class={"],
  ]),
  ...inFile("src/console/person/pushed-cards.tsx", PERSON, [
    [
      "a push has no name",
      "aria-labelledby={`push-${data.notificationId}`}",
      "aria-labelledby={`push-${data.alertId}`}",
    ],
    [
      "a push's title runs in the page's direction",
      ' dir="auto">\n          {title}',
      ">\n          {title}",
    ],
  ]),
  ...inFile("src/console/person/use-pushes.ts", PERSON, [
    ["a push that comes is not shown", "    return onPush(read);\n", ""],
    ["pushes are listened to for ever", "    return onPush(read);\n", "    onPush(read);\n"],
    ["pushes that were forgotten are shown again", "  }, [problem]);", "  }, []);"],
  ]),
  ...inFile("src/console/person/pushes.tsx", PERSON, [
    ["a browser that is warned is the one to warn", 'isOn ? undefined : "primary"', '"primary"'],
    ["a browser can be turned on twice", "disabled={isBusy}", "disabled={false}"],
    ["a browser that cannot be warned can be turned on", "{!blocked && (", "{("],
    [
      "why a browser cannot be warned is not said",
      "{blocked || TEXTS[deviceState.value]}",
      "{TEXTS[deviceState.value]}",
    ],
    ["a browser that refuses is silent", "      <Problem text={problem} />\n", ""],
    [
      "who turns a browser on is still not warned",
      "useThisDevice(publicKey, reachability.load)",
      "useThisDevice(publicKey)",
    ],
    ["what a browser gets is not read out", '<p role="status">', "<p>"],
  ]),
  ...inFile("src/console/person/reached.tsx", PERSON, [
    [
      "the first screen asks every three seconds",
      "followReachability(PACE)",
      "followReachability()",
    ],
    ["whether one would be warned is not read out", ' role="status">', ">"],
  ]),
  ...inFile("src/console/person/report-place.tsx", PERSON, [
    ["a place that failed is reported too", '    setDone("");\n', ""],
    ["the report of a place has no name", 'aria-labelledby="report"', 'aria-labelledby="reports"'],
  ]),
  ...inFile("src/console/person/route.ts", PERSON, [
    ["another screen begins where the last one was read", "  window.scrollTo(0, 0);\n", ""],
  ]),
  ...inFile("src/console/person/tabs.tsx", PERSON, [
    ["the tab of the messages leads to the first screen", '<a href="#/messages"', '<a href="#/"'],
    ["the tabs have no name", ' aria-label={t("Screens")}', ""],
  ]),
  ...inFile("src/console/person/use-read.ts", PERSON, [
    [
      "a text of a screen that was left is seen",
      '      document.removeEventListener("visibilitychange", look);\n',
      "",
    ],
  ]),
  ...inFile("src/console/person/person-page.tsx", PAGE, [
    [
      "a page without a network has no place",
      "openInbox(), openHere(), openZones()",
      "openInbox(), openZones()",
    ],
    [
      "a page without a network has no zones",
      "openInbox(), openHere(), openZones()",
      "openInbox(), openHere()",
    ],
    [
      "another user sees the page of the one before",
      "admit(userId) ? <Inside key={userId} /> : null",
      "admit(userId) || true ? <Inside key={userId} /> : null",
    ],
  ]),
  ...inFile(
    "src/console/person/concern.ts",
    ["test/console/concern.test.ts"],
    [
      [
        "an alert lasts on in the second of its end",
        "(isFresh || expiresAt > now)",
        "(isFresh || expiresAt >= now)",
      ],
      [
        "an alert that is over is said to be a second too long",
        "endOf(alert) > now - LASTS",
        "endOf(alert) >= now - LASTS",
      ],
    ],
  ),
  ...inFile(
    "src/console/person/drawing.ts",
    ["test/console/drawing.test.ts"],
    [
      ["who is near a high area is far away", "high[1] - low[1], 1)", "high[1] + low[1], 1)"],
      [
        "who is near a wide area is far away",
        "Math.max(high[0] - low[0],",
        "Math.max(high[0] + low[0],",
      ],
      [
        "a drawing in the north has the names of half its width",
        "longitude + (x0 + dx) / degree[0],",
        "longitude + (x0 + dx) / degree[1],",
      ],
      [
        "a drawing in the north has no names in the west",
        "longitude + (x0 - dx) / degree[0],",
        "longitude + (x0 - dx) / degree[1],",
      ],
    ],
  ),
  ...inFile(
    "src/console/person/nearest.ts",
    ["test/console/nearest.test.ts"],
    [
      [
        "an area without a border is for ever far away",
        "metres === Number.POSITIVE_INFINITY ? undefined : { isInside",
        "metres === 0 ? undefined : { isInside",
      ],
    ],
  ),
  ...inFile(
    "src/console/person/where.ts",
    ["test/console/where.test.ts"],
    [
      [
        "who is in the wider surroundings is near",
        'THREE: t("You are in the wider',
        'THREE: t("You were in the wider',
      ],
      [
        "who was in the wider surroundings is",
        'THREE: t("You were in the wider',
        'THREE: t("You are in the wider',
      ],
      [
        "a place of ten minutes ago is now",
        "here.takenAt > now.value - NOW_LASTS",
        "here.takenAt >= now.value - NOW_LASTS",
      ],
      [
        "a place of some minutes ago is not now",
        "const NOW_LASTS = 600;",
        "const NOW_LASTS = 300;",
      ],
      ["who was near is", 'TWO: t("You were near', 'TWO: t("You are near'],
    ],
  ),
  ...inFile(
    "src/console/person/here.ts",
    ["test/console/here.test.ts"],
    [["a place of the future holds up every later one", " && known <= serviceSeconds()", ""]],
  ),
  ...inFile("src/console/person/concerns.ts", PERSON, [
    ["an answer of two minutes is fresh", "> now.value - FRESH", ">= now.value - FRESH"],
  ]),
  ...inFile("src/console/person/place-age.ts", PERSON, [
    [
      "a position of a day is too old",
      "state.lastReportedAt < now.value",
      "state.lastReportedAt <= now.value",
    ],
  ]),
  ...inFile("src/console/person/forget.ts", FORGET, [
    ["a page that loads later knows no user", "    keptOf.value = userId;\n", ""],
    ["the user who was forgotten is still the browser's", "  keptOf.value = null;\n", ""],
  ]),
  ...inFile("src/console/person/log-out.ts", FORGET, [
    [
      "a logout waits for an answer",
      "abandon(AbortSignal.timeout(PATIENCE))",
      "abandon(new AbortController().signal)",
    ],
    ["a logout does not wait for the service", "const PATIENCE = 5_000;", "const PATIENCE = 5;"],
  ]),
  ...inFile("src/console/person/inbox.ts", INBOX, [
    [
      "what one has seen is kept after the logout",
      "  if (!session.peek()) return;\n  const value",
      "  const value",
    ],
    [
      "what one wanted before the logout is asked for after it",
      "isWanted && session.peek()",
      "isWanted",
    ],
    [
      "what is answered to one user is kept for the next",
      "if (session.peek()?.userId !== userId) return;",
      "if (!session.peek()) return;",
    ],
  ]),
  ...inFile("src/console/person/keep-offline.ts", KEEPS, [
    [
      "what cannot be kept is an error of the page",
      'keepWhatHolds().catch((error) => console.warn("Not kept:", error));',
      "void keepWhatHolds();",
    ],
  ]),
  ...inFile("src/console/person/keep-page.ts", KEEPS, [
    ["a page is kept for nobody", "    if (!session.value) return;\n", "    void session.value;\n"],
    [
      "a page is not kept for who logs in",
      "if (!session.value) return;",
      "if (!session.peek()) return;",
    ],
    [
      "a browser without workers has no page",
      '  if (!("serviceWorker" in navigator)) return;\n',
      "",
    ],
    ["the worker does not hear what to keep", 'postMessage("keep")', 'postMessage("page")'],
  ]),
  ...inFile("src/console/person/kept.ts", KEPT, [
    ["a browser's database stays open", "    database.close();\n", ""],
    [
      "a browser without a database keeps one waiting",
      "    opening.onerror = () => reject(opening.error);\n",
      "",
    ],
    [
      "a full database keeps one waiting",
      "      transaction.onabort = () => reject(transaction.error);\n",
      "",
    ],
    [
      "a database has no place for anything",
      "    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);\n",
      "",
    ],
    ["everything is forgotten with the pushes", "store.delete(from(beginning))", "store.clear()"],
    ["no push is forgotten", "store.delete(from(beginning))", "store.delete(beginning)"],
    [
      "whatever comes after a beginning is read",
      "IDBKeyRange.bound(beginning, `${beginning}\\uffff`)",
      'IDBKeyRange.bound(beginning, "\\uffff")',
    ],
    ["what is forgotten is there still", "store.clear()", 'store.delete("")'],
    ["one name is kept for all", "store.put(value, name)", "store.put(value, STORE)"],
  ]),
  ...inFile(
    "src/console/person/main.tsx",
    ["test/console/browser/person.test.ts"],
    [["an Italian page is read out as English", "document.documentElement.lang = language;\n", ""]],
  ),
  ...inFile("src/console/person/inbox.ts", FORGET, [
    [
      "the page loads again before its database is empty",
      "await forgetKept().catch(",
      "void forgetKept().catch(",
    ],
  ]),
  ...inFile("src/console/person/caches.ts", FORGET, [
    [
      "the page loads again before its caches are empty",
      "await Promise.all(names.map(",
      "void Promise.all(names.map(",
    ],
  ]),
  ...inFile("src/console/person/forget.ts", FORGET, [
    [
      "the page loads again while its inbox is forgotten",
      "await emptyInbox();",
      "void emptyInbox();",
    ],
    [
      "the page loads again while its caches are forgotten",
      "await emptyCaches();",
      "void emptyCaches();",
    ],
  ]),
  ...inFile("src/console/person/pushed.ts", KEPT, [
    [
      "a push is not waited for until it is in the browser's database",
      "  await keep(`${NAME}",
      "  void keep(`${NAME}",
    ],
    ["a push has the time in milliseconds", "Math.floor(Date.now() / 1000)", "Date.now()"],
    [
      "each push replaces the one before",
      "`${NAME}${data.notificationId}`",
      "`${NAME}${data.alertId}`",
    ],
    ["all of a push is kept", "{ title, body, data, at }", "{ ...push, at }"],
    ["pushes are forgotten by another name", "forgetAll(NAME)", "forgetAll(`${NAME}-`)"],
  ]),
];
