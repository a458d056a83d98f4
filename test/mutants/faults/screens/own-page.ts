import { inFile } from "../../fault.ts";

/** Faults in the screens of a person's own page. */
export const faults = [
  ...inFile(
    "src/console/person/alert-card.tsx",
    ["test/console/screens/person.test.ts"],
    [
      ["a card has the colour of level ONE", "`alert-card zone-${level}`", '"alert-card zone-ONE"'],
      [
        "a card that is over has a level's colour",
        'isActive ? `alert-card zone-${level}` : "alert-card over"',
        "`alert-card zone-${level}`",
      ],
      [
        "a title is spoken in the page's language",
        '<h2 id={heading} dir="auto" lang={alert.language}>',
        '<h2 id={heading} dir="auto">',
      ],
      [
        "a text is spoken in the page's language",
        'class="what-to-do" dir="auto" lang={alert.language}',
        'class="what-to-do" dir="auto"',
      ],
      ["a card has the name of another", "aria-labelledby={heading}", 'aria-labelledby="alert"'],
      ["an alert that may hold is over", 'inboxProblem.value === "")}', "true)}"],
    ],
  ),
  ...inFile(
    "src/console/person/where.ts",
    ["test/console/screens/person.test.ts"],
    [
      [
        "an alert that should be over holds for ever",
        'alert.state === "ACTIVE" && !isKnown',
        'alert.state !== "ACTIVE" && !isKnown',
      ],
    ],
  ),
  ...inFile(
    "src/console/person/messages-screen.tsx",
    ["test/console/screens/person.test.ts"],
    [
      [
        "a message that is over has a level's colour",
        'isActive ? `zone-${level}` : "over"',
        "`zone-${level}`",
      ],
    ],
  ),
  ...inFile(
    "src/console/person/now-screen.tsx",
    ["test/console/screens/person.test.ts"],
    [
      [
        "a calm page is red",
        'active.length > 0 ? "answer affected" : "answer"',
        '"answer affected"',
      ],
      [
        "the page asks about a place before the service has answered",
        "said > 0 && here.peek()",
        "here.peek()",
      ],
      ["the page asks about a place once", "  }, [said]);", "  }, []);"],
      ["what is new is out of sight", "  }, [newest]);", "  }, []);"],
      [
        "the page scrolls away from where one reads",
        "    if (newest > 0) window.scrollTo(0, 0);\n  }, [newest]);",
        "    if (newest > 0) window.scrollTo(0, 0);\n  }, [newest, said]);",
      ],
      ["a calm page scrolls", "if (newest > 0) window", "window"],
    ],
  ),
  ...inFile(
    "src/console/person/use-read.ts",
    ["test/console/screens/person.test.ts"],
    [
      [
        "a text that is hidden is seen",
        "!isInView || document.hidden || isSent",
        "!isInView || isSent",
      ],
      [
        "a text is marked as seen twice",
        "document.hidden || isSent) return",
        "document.hidden) return",
      ],
      [
        "a text that came into view hidden is never seen",
        '    document.addEventListener("visibilitychange", look);\n',
        "",
      ],
      [
        "a text that was not marked is not marked later",
        "}, [unseen.join(), said]);",
        "}, [unseen.join()]);",
      ],
      ["a text that is seen is watched on", "      observer.disconnect();\n", ""],
    ],
  ),
  ...inFile(
    "src/console/person/alert-screen.tsx",
    ["test/console/screens/person.test.ts"],
    [
      [
        "an alert is not read when a push opens it",
        "  useEffect(() => void readInbox(), []);\n",
        "",
      ],
      [
        "an alert that is over holds on its own screen",
        "concern?.isActive === false;",
        "concern?.isActive === undefined;",
      ],
      ["an all-clear is called an alert", 'ALL_CLEAR: t("All-clear")', 'ALL_CLEAR: t("Alert")'],
    ],
  ),
  ...inFile(
    "src/console/person/tabs.tsx",
    ["test/console/screens/person.test.ts"],
    [
      [
        "the tab of the messages is not marked",
        'screen === "messages" || screen === "alert"',
        'screen === "messages"',
      ],
      [
        "the tab of the messages is marked for an alert only",
        'screen === "messages" || screen === "alert"',
        'screen === "alert"',
      ],
      ["no tab is marked", 'is ? "page" : undefined', 'is ? undefined : "page"'],
    ],
  ),
  ...inFile(
    "src/console/person/route.ts",
    ["test/console/screens/person.test.ts"],
    [
      [
        "the messages are the first screen",
        '  if (hash === "#/messages") return { screen: "messages" };\n',
        "",
      ],
      ["an address with letters is an alert", "(\\d{1,10})$/", "(\\d{1,10})/"],
      ["a number that is no id is an alert", "\\d{1,10}", "\\d+"],
      ["one's own screen is the first one", 'hash === "#/me" ? "me" : "now"', '"now"'],
    ],
  ),
  ...inFile(
    "src/console/person/pushed-cards.tsx",
    ["test/console/screens/person.test.ts"],
    [
      ["a push has the colour of none", "`alert-card zone-${data.level}`", '"alert-card"'],
      ["a push that came is over", 'data.kind === "ALL_CLEAR" ?', 'data.kind !== "ALL_CLEAR" ?'],
    ],
  ),
  ...inFile(
    "src/console/person/here.ts",
    ["test/console/screens/person.test.ts"],
    [
      [
        "what the service said of a place is not kept",
        "  await keep(NAME, here.value).catch(console.warn);\n}\n\nasync function reportPlace",
        "}\n\nasync function reportPlace",
      ],
    ],
  ),
  ...inFile(
    "src/console/person/report-place.tsx",
    ["test/console/screens/person.test.ts"],
    [["who reports is still not reachable", "    await reachability.load();\n", ""]],
  ),
];
