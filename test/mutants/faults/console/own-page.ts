import { inFile } from "../../fault.ts";

/** Faults in what a person's own page does besides its screens. */
export const faults = [
  ...inFile(
    "src/console/person/speech.ts",
    ["test/console/speech.test.ts"],
    [
      [
        "a kept speech is played from the network",
        "found ? URL.createObjectURL(await found.blob()) : url",
        "url",
      ],
      ["a speech is looked for in any cache", "{ cacheName: CACHE }", '{ cacheName: "" }'],
      [
        "an all-clear is spoken as the alert was",
        '  if (alert.state === "CANCELLED") return null;\n',
        "",
      ],
      [
        "a speech that came later is not played",
        "return now ? speechOf(now, level) : null;",
        "return null;",
      ],
      [
        "an alert that cannot be read again is silent",
        "await readAlert(alert.id).catch(() => undefined)",
        "await readAlert(alert.id)",
      ],
      ["two texts are spoken at once", "  last?.stop();\n", ""],
      ["a speech is played after a stop", "if (!signal.aborted) await play", "await play"],
      [
        "who has no voice is told nothing",
        'if (!("speechSynthesis" in window)) return reject(new Error("no voice"));',
        'if (!("speechSynthesis" in window)) return resolve();',
      ],
      ["the browser says a text in its own language", "    utterance.lang = language;\n", ""],
      ["a text that was said goes on for ever", "    utterance.onend = () => resolve();\n", ""],
      [
        "a voice that fails is silent",
        "utterance.onerror = ({ error }) => reject(new Error(error));",
        "utterance.onerror = () => resolve();",
      ],
      ["the browser's voice goes on after a stop", "      speechSynthesis.cancel();\n", ""],
      [
        "a stopped voice has not ended",
        "      speechSynthesis.cancel();\n      resolve();",
        "      speechSynthesis.cancel();",
      ],
      ["a speech that was played goes on for ever", "    audio.onended = () => resolve();\n", ""],
      [
        "a speech that fails is silent",
        'audio.onerror = () => reject(new Error("not played"));',
        "audio.onerror = () => resolve();",
      ],
      ["a speech goes on after a stop", "      audio.pause();\n", ""],
      [
        "a speech that the browser does not play is silent",
        "audio.play().catch(reject)",
        "audio.play().catch(console.warn)",
      ],
      [
        "a voice that was stopped early speaks",
        "    if (signal.aborted) return;\n    if (!path)",
        "    if (!path)",
      ],
      [
        "a failed speech is not said by the browser",
        '      console.warn("Not played:", error);\n      await speakByBrowser(text, alert.language, signal);',
        '      console.warn("Not played:", error);',
      ],
      [
        "a speech is made after the touch",
        "  const audio = new Audio();\n  const run = async () => {\n    const path = await pathOf(alert, level);",
        "  const run = async () => {\n    const path = await pathOf(alert, level);\n    const audio = new Audio();",
      ],
    ],
  ),
  ...inFile(
    "src/console/person/concern.ts",
    ["test/console/speech.test.ts"],
    [["the speech of level ONE is played at each", "TWO: alert.audioUrl2", "TWO: alert.audioUrl1"]],
  ),
  ...inFile(
    "src/console/person/here.ts",
    ["test/console/here.test.ts"],
    [
      ["a report without an answer holds up the next one", "{ input }, IN_TIME", "{ input }"],
      [
        "a place of which nothing is said holds up the next one",
        "longitude }, IN_TIME",
        "longitude }",
      ],
      ["a kept place replaces one that was reported", "here.value ??= await", "here.value = await"],
      [
        "what the service said counts for later versions",
        "  const versions = new Map([...alerts.peek()].map(([id, { version }]) => [id, version]));\n  const { activeAlertsAt } = await request(AlertsHereDocument, { latitude, longitude }, IN_TIME);",
        "  const { activeAlertsAt } = await request(AlertsHereDocument, { latitude, longitude }, IN_TIME);\n  const versions = new Map([...alerts.peek()].map(([id, { version }]) => [id, version]));",
      ],
      [
        "what is said of an earlier place is said of the next one",
        "  if (here.peek()?.takenAt !== place.takenAt) return;\n",
        "",
      ],
      [
        "a place that the browser had is reported",
        "timeout: 30_000, maximumAge: 0",
        "timeout: 30_000, maximumAge: 600_000",
      ],
      ["the browser looks for ever", "timeout: 30_000, ", ""],
      [
        "one report of a place is rough",
        "const LOOK = { enableHighAccuracy: true",
        "const LOOK = { enableHighAccuracy: false",
      ],
      [
        "a place is known when it is reported only",
        "  here.value = { latitude, longitude, accuracy, takenAt };\n",
        "",
      ],
      [
        "a place is kept when the service has answered only",
        "takenAt };\n  await keep(NAME, here.value).catch(console.warn);",
        "takenAt };",
      ],
      [
        "a place that waited is reported after a later one",
        "if (!isOutdated(position)) await",
        "await",
      ],
      [
        "a place that waited is reported after a later one where the clock is slow",
        "known <= serviceSeconds()",
        "known <= Date.now() / 1000",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/watch-place.ts",
    ["test/console/here.test.ts"],
    [
      ["an open page reports each step", "if (!isHeld) await", "await"],
      ["an open page reports each hour", "const PACE = 60_000;", "const PACE = 3_600_000;"],
      ["an open page does not report again what failed", "      waiting ??= position;\n", ""],
      [
        "an open page waits a minute after what failed",
        "      waiting ??= position;\n      isHeld = false;\n",
        "      waiting ??= position;\n",
      ],
      ["an open page forgets where a browser came to", "      void reportWaiting();\n", ""],
      ["an open page reports a place for ever", "    waiting = undefined;\n", ""],
      ["an open page does not say how a report went", "    note(error);\n", ""],
      [
        "an open page reports after it was stopped",
        "    clearTimeout(timer);\n    navigator",
        "    navigator",
      ],
      [
        "an open page does not say that it may not know its place",
        '    () => note(new RequestError("REFUSED", NOT_TOLD)),',
        "    () => {},",
      ],
      ["an open page is watched on", "    navigator.geolocation.clearWatch(watch);\n", ""],
      ["an open page reports roughly", "    { enableHighAccuracy: true },\n", ""],
    ],
  ),
  ...inFile(
    "src/console/person/reports.ts",
    ["test/console/here.test.ts"],
    [
      ["an open page reports unasked", "    if (!reports.value) return;\n", ""],
      ["an open page reports on after a stop", "      stop();\n", ""],
      [
        "why an open page did not report stays",
        '      stop();\n      reportTrouble.value = "";',
        "      stop();",
      ],
      ["why an open page did not report is not said", 'error ? messageOf(error) : ""', '""'],
    ],
  ),
  ...inFile(
    "src/console/person/follow-inbox.ts",
    ["test/console/follow-inbox.test.ts"],
    [
      ["the inbox is not read when the page opens", "  read();\n  const stop", "  const stop"],
      ["the inbox is not read when the live connection begins", "{}, read, read)", "{}, read)"],
      [
        "the inbox is not read from time to time",
        "  const timer = setInterval(readIfSeen, PACE);",
        "  const timer = 0;",
      ],
      ["the inbox is read while nobody sees the page", "if (!document.hidden) read();", "read();"],
      ["the clock of a page that comes into sight is old", "    tick();\n", ""],
      ["the inbox is not read when the service is back", "onReturn(read)", "onReturn(() => {})"],
      ["the inbox is not read at a push", "onPush(read)", "onPush(() => {})"],
      [
        "the inbox is not read when the page comes into sight",
        '  document.addEventListener("visibilitychange", readIfSeen);\n',
        "",
      ],
      [
        "the inbox is not read when the network is back",
        '  window.addEventListener("online", read);\n',
        "",
      ],
      ["the inbox is followed live after the end", "    stop();\n", ""],
      ["the inbox is read from time to time after the end", "    clearInterval(timer);\n", ""],
      ["the inbox is read at a return after the end", "    ignoreReturn();\n", ""],
      ["the inbox is read at a push after the end", "    ignorePushes();\n", ""],
      [
        "the inbox is read in sight after the end",
        '    document.removeEventListener("visibilitychange", readIfSeen);\n',
        "",
      ],
      [
        "the inbox is read online after the end",
        '    window.removeEventListener("online", read);\n',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/console/person/pushed.ts",
    ["test/console/follow-inbox.test.ts"],
    [["any message of the worker is a push", 'data === "pushed" && listener()', "listener()"]],
  ),
  ...inFile(
    "src/console/person/forget.ts",
    ["test/console/forget.test.ts"],
    [
      ["the place of a user stays for the next one", "  here.value = undefined;\n", ""],
      ["the zones of a user stay for the next one", "  zones.value = new Map();\n", ""],
      ["the reports of a user go on for the next one", "  reports.value = false;\n", ""],
      ["the inbox of a user stays for the next one", "  await emptyInbox();\n", ""],
      [
        "the caches of a user stay for the next one",
        '  if ("caches" in window) await emptyCaches();\n',
        "",
      ],
      [
        "a user is let in beside what another has loaded",
        "[keptOf.peek() ?? userId, loadedOf ?? userId]",
        "[keptOf.peek() ?? userId]",
      ],
      [
        "a user is let in beside what another has left",
        "[keptOf.peek() ?? userId, loadedOf ?? userId]",
        "[loadedOf ?? userId]",
      ],
      ["who is let in is not remembered", "    loadedOf = userId;\n", ""],
      [
        "the page loads again before all is forgotten",
        "void forgetPerson().finally(() => location.reload());",
        "location.reload();\n    void forgetPerson();",
      ],
      ["another user sees the page before it loads again", "  return isOwn;", "  return true;"],
    ],
  ),
  ...inFile(
    "src/console/person/caches.ts",
    ["test/console/forget.test.ts"],
    [
      ["the caches of other pages are emptied", ".filter((name) => name.startsWith(PREFIX))", ""],
      [
        "one cache of a user is emptied",
        "await Promise.all(names.map((name) => caches.delete(name)));",
        'await caches.delete(names[0] ?? "");',
      ],
    ],
  ),
  ...inFile(
    "src/console/person/log-out.ts",
    ["test/console/forget.test.ts"],
    [
      ["a logout leaves the pushes", "if (isOwnDevice()) await", "if (!isOwnDevice()) await"],
      [
        "there is no logout if pushes cannot be ended",
        "abandon(AbortSignal.timeout(PATIENCE)).catch(console.warn)",
        "abandon(AbortSignal.timeout(PATIENCE))",
      ],
      [
        "the session ends before the pushes",
        "  if (isOwnDevice()) await abandon(AbortSignal.timeout(PATIENCE)).catch(console.warn);\n  endSession();",
        "  endSession();\n  if (isOwnDevice()) await abandon(AbortSignal.timeout(PATIENCE)).catch(console.warn);",
      ],
      ["a logout leaves the page where it was", '  location.hash = "";\n', ""],
      ["a logout forgets nothing", "  await forgetPerson();\n", ""],
    ],
  ),
];
