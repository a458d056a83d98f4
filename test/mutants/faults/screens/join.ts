import { inFile } from "../../fault.ts";

/** Faults in the page on which people join, and in the service workers. */
export const faults = [
  ...inFile(
    "src/console/join/set-up.tsx",
    ["test/console/screens/join.test.ts"],
    [
      [
        "a state that could not be asked for again is not said",
        "<Problem text={reachability.error.value} retry",
        '<Problem text={reachability.data.value ? "" : reachability.error.value} retry',
      ],
      [
        "a logout on the page to join only forgets the session",
        "useAction(leave)",
        "useAction(async () => {\n    session.value = null;\n  })",
      ],
      [
        "a logout on the page to join leaves the pushes on",
        "useAction(leave)",
        'useAction(async () => (await import("../api/log-out.ts")).endSession())',
      ],
      [
        "a page to join does not say whose it is",
        "{session.value?.email}",
        "{session.value?.token}",
      ],
      [
        "the way from the page to join leads to the console",
        'hostUrl("").href',
        'hostUrl("console/").href',
      ],
    ],
  ),
  ...inFile(
    "src/console/join/reachability.ts",
    ["test/console/screens/join.test.ts"],
    [
      [
        "the page to join looks only once for a position",
        "if (!isStopped) timer = setTimeout(look, pace);",
        "",
      ],
      [
        "the page to join looks for a position while nobody sees it",
        "!document.hidden && session.value",
        "session.value",
      ],
      ["a look without an answer holds up a report", "signal, ...IN_TIME", "signal"],
      ["the page to join looks for a position after it was left", "    isStopped = true;\n", ""],
      ["a look that is due comes after the page was left", "    clearTimeout(timer);\n", ""],
      [
        "the first look for a position waits",
        "  void look();\n  return",
        "  timer = setTimeout(look, pace);\n  return",
      ],
    ],
  ),
  ...inFile(
    "src/console/join/join-page.tsx",
    ["test/console/screens/join.test.ts"],
    [
      [
        "whose session has expired sets up an app",
        "session.value && !isExpired.value && kind",
        "session.value && kind",
      ],
    ],
  ),
  ...inFile(
    "src/console/join/log-in.tsx",
    ["test/console/screens/join.test.ts"],
    [["whose session has expired writes their email again", 'session.value?.email ?? ""', '""']],
  ),
  ...inFile(
    "src/console/join/sign-up.tsx",
    ["test/console/screens/join.test.ts"],
    [
      [
        "an invitation that cannot be asked about is silent",
        "return messageOf(error);",
        'return "";',
      ],
      ["the next invitation is not asked about", "    };\n  }, [secret]);", "    };\n  }, []);"],
      ["the address has no note that it may be left out", 'hint={t("If you like.")}', "required"],
    ],
  ),
  ...inFile(
    "src/console/join/this-phone.tsx",
    ["test/console/screens/join.test.ts"],
    [
      ["a button for pushes stays where there are none", "{!blocked && !isOn && (", "{!isOn && ("],
      ["why there are no pushes is not said", "{blocked || (isOn &&", "{!blocked && (isOn &&"],
      ["a page reports a place as it is opened", "useState(false)", "useState(true)"],
    ],
  ),
  ...inFile(
    "src/console/join/apps.ts",
    ["test/console/screens/join.test.ts"],
    [
      [
        "Overland is for Android",
        'name: t("Overland"), runsOn: "iPhone"',
        'name: t("Overland"), runsOn: BOTH',
      ],
      [
        "OwnTracks scans itself",
        'name: "OwnTracks", runsOn: BOTH, scansItself: false',
        'name: "OwnTracks", runsOn: BOTH, scansItself: true',
      ],
    ],
  ),
  ...inFile(
    "src/console/join/secret.ts",
    ["test/console/screens/join.test.ts"],
    [
      ["a new secret in the address is not seen", "  asked.value = parse(location.hash);\n", ""],
      [
        "a used secret stays in the address",
        '  history.replaceState(null, "", location.pathname);\n',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/console/join/app-set-up.tsx",
    ["test/console/screens/join.test.ts"],
    [
      [
        "no key shows a code",
        'if (!deviceKeyAdd?.key) throw new RequestError("NOT_FOUND", t("Log in again."));',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/console/service-worker/keep-push.ts",
    ["test/console/service-worker.test.ts"],
    [
      [
        "a worker does not wait until a push is kept",
        "    await keepPush(push);",
        "    void keepPush(push);",
      ],
    ],
  ),
  ...inFile(
    "src/console/service-worker/push.ts",
    ["test/console/service-worker.test.ts"],
    [
      [
        "a worker does not wait until a push is shown",
        "event.waitUntil(\n    self.registration.showNotification",
        "void (\n    self.registration.showNotification",
      ],
      [
        "a worker does not wait until windows are its own",
        "event.waitUntil(self.clients.claim())",
        "void self.clients.claim()",
      ],
    ],
  ),
  ...inFile(
    "src/console/service-worker/page.ts",
    ["test/console/service-worker.test.ts"],
    [
      [
        "a worker skips the waiting before the page is kept",
        "event.waitUntil(keepPage().then(() => self.skipWaiting()));",
        "event.waitUntil(Promise.all([self.skipWaiting(), keepPage()]));",
      ],
      [
        "a worker does not wait until the page is kept",
        "event.waitUntil(keepPage().then(() => self.skipWaiting()));",
        "void keepPage().then(() => self.skipWaiting());",
      ],
      [
        "a worker does not wait until old pages are forgotten",
        "event.waitUntil(keepPage().then(forgetOldPages))",
        "void keepPage().then(forgetOldPages)",
      ],
      [
        "only one old page is forgotten",
        "await Promise.all(old.map((name) => caches.delete(name)));",
        "if (old[0]) await caches.delete(old[0]);",
      ],
      [
        "that old pages are forgotten is not waited for",
        "await Promise.all(old.map",
        "void Promise.all(old.map",
      ],
      ["an address with a mark is not the page's", '  address.hash = "";\n', ""],
      [
        "an older page comes before the worker's own",
        "    (await caches.match(address, { cacheName: CACHE })) ??\n",
        "",
      ],
      ["any message of a page forgets old pages", 'if (event.data === "keep") event', "event"],
    ],
  ),
];
