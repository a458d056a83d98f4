import { inFile } from "../../fault.ts";

/** Faults in the console's requests, its session and its pushes. */
export const faults = [
  ...inFile(
    "src/console/api/send.ts",
    ["test/console/send.test.ts"],
    [
      ["a cancelled request makes the page offline", "    if (signal?.aborted) throw error;\n", ""],
      [
        "half an answer makes the page offline",
        "    if (options.signal?.aborted) throw error;\n",
        "",
      ],
      [
        "a database that is away goes unnoticed",
        "response.status === 503",
        "response.status === 500",
      ],
      ["the page stays offline after an answer", "  else serviceHasAnswered();\n", ""],
      ["a request waits without end", "AbortSignal.any([signal, late])", "signal"],
      ["a request with a time cannot be cancelled", "AbortSignal.any([signal, late])", "late"],
      ["a refusal is said in the API's words", "inWords(error.message)", "error.message"],
      [
        "a stranger sends an empty token",
        "token ? { Authorization",
        "token !== undefined ? { Authorization",
      ],
    ],
  ),
  ...inFile(
    "src/console/api/request.ts",
    ["test/console/renewal.test.ts"],
    [
      [
        "another user's token is used for one's request",
        "session.peek()?.userId === userId && ",
        "",
      ],
      ["a refused token asks for no login", "    sessionHasExpired(token);\n", ""],
      [
        "a stranger's refusal ends a session",
        "if (!token || !isRefused(error))",
        "if (!isRefused(error))",
      ],
      ["any refusal is one of the token", "if (!token || !isRefused(error))", "if (!token)"],
      ["a refused token is sent again", 'token: session.peek()?.token ?? ""', "token"],
      ["a given token is renewed", "options.token === undefined && ", ""],
    ],
  ),
  ...inFile(
    "src/console/api/renew-session.ts",
    ["test/console/renewal.test.ts"],
    [
      ["a token lasts for milliseconds", "expiresIn * 1000", "expiresIn"],
      [
        "two tabs renew one session",
        "latest !== undefined && latest?.token !== before?.token",
        "false",
      ],
      [
        "a renewal undoes a logout",
        "!sessionRefresh || session.peek() !== before",
        "!sessionRefresh",
      ],
      [
        "a renewal forgets the user",
        "{ ...before, ...tokensOf(sessionRefresh) }",
        "tokensOf(sessionRefresh) as Session",
      ],
      [
        "a renewal without an answer ends the session",
        '    if (!(error instanceof RequestError && error.code === "UNAUTHENTICATED")) throw error;\n',
        "",
      ],
      [
        "a session that cannot be renewed asks for no login",
        "    sessionHasEnded(before.token);\n",
        "",
      ],
      ["each request renews the session", "renewing ??= inOneTab", "renewing = inOneTab"],
      ["a session is renewed once only", "    renewing = undefined;\n", ""],
      ["a renewal that hangs holds up all tabs", "      IN_TIME,\n", "      {},\n"],
      ["a token is renewed after its end", "validUntil - MARGIN", "validUntil"],
      [
        "a request does not wait for the next token",
        "await renewSession();\n  return",
        "void renewSession();\n  return",
      ],
      [
        "all tabs renew at once",
        "navigator.locks ? navigator.locks.request(`${sessionName}.renewal`, run) : run()",
        "run()",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/session.ts",
    ["test/console/person-session.test.ts"],
    [
      [
        "a person's page shares names with the console",
        'sessionName === "session" ? name :',
        "sessionName ? name :",
      ],
      [
        "a page without a login says that it has ended",
        "session.value !== null && session.value.token",
        "session.value?.token",
      ],
    ],
  ),
  ...inFile(
    "src/console/state/session.ts",
    ["test/console/state.test.ts"],
    [
      [
        "a session that can be renewed ends with its token",
        "session.value?.refreshToken ? undefined : session.value?.token",
        "session.value?.token",
      ],
    ],
  ),
  ...inFile(
    "src/console/api/try-again.ts",
    ["test/console/live.test.ts"],
    [
      [
        "the pause between two connects has no end",
        "Math.min(FIRST_PAUSE * 2 ** tries, LONGEST_PAUSE)",
        "FIRST_PAUSE * 2 ** tries",
      ],
      ["the pause between two subscriptions does not grow", "      tries += 1;\n", ""],
      ["the pause after a subscription that worked is long", "      tries = 0;\n", ""],
      ["a screen that was left subscribes again", "    clearTimeout(timer);\n", ""],
    ],
  ),
  ...inFile(
    "src/console/api/subscribe.ts",
    ["test/console/live.test.ts"],
    [
      ["a live connection has no token", "connectionParams: { token }", "connectionParams: {}"],
      ["a refused token is tried again and again", "?.code === TOKEN_REFUSED;", "?.code === 0;"],
      [
        "a live connection that is refused asks for no login",
        "    if (code === TOKEN_REFUSED) sessionHasExpired(token);\n",
        "",
      ],
      ["a lost connection is live", "if (code !== CLOSED_BY_US) isLive.value = false;", ""],
      [
        "the end of a connection that the page closed is offline",
        "if (code !== CLOSED_BY_US) isLive",
        "isLive",
      ],
      ["a connection that is back stays lost", "    isLive.value = true;\n", ""],
      [
        "a close after the end is a lost connection",
        "    if (isOver) return;\n    if (code",
        "    if (code",
      ],
      [
        "the state is asked for before the subscription has begun",
        "next: begin",
        "complete: begin",
      ],
      [
        "an answer without data breaks a screen",
        "if (data) handle(data);",
        "handle(data as never);",
      ],
      ["a refused subscription is tried again", "if (isOver || isRefused)", "if (isOver)"],
      [
        "a subscription refused by its answer is tried again",
        "      else if (errors) fail(errors);\n",
        "",
      ],
      [
        "a subscription that has ended is live",
        "    isLive.value = false;\n    ended",
        "    ended",
      ],
      ["a subscription that has ended never comes back", "    ended();\n", ""],
      [
        "a subscription that is complete never comes back",
        "    complete,\n  });",
        "    complete() {},\n  });",
      ],
      [
        "an answer after a subscription's end is live",
        "    if (isOver) return;\n    isLive",
        "    isLive",
      ],
      [
        "a screen that was left holds its connection",
        "    void Promise.resolve(client.dispose()).catch(() => {});\n",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/console/api/watch-connection.ts",
    ["test/console/watch-connection.test.ts"],
    [
      ["a service that is back is noticed late", "isOffline.peek() ? SHORT_PAUSE : PAUSE", "PAUSE"],
      ["an ended session is asked for", "if (!isExpired.peek()) await", "await"],
      ["a check that hangs says nothing", "    if (late.aborted) serviceHasNotAnswered();\n", ""],
      ["checks go on after the end", "    if (isStopped) return;\n", ""],
      [
        "a browser that goes offline is not believed",
        "lose = () => {\n    serviceHasNotAnswered();",
        "lose = () => {",
      ],
    ],
  ),
  ...inFile(
    "src/console/api/load-host-settings.ts",
    ["test/console/host-settings.test.ts"],
    [
      ["the host's settings are asked for twice at once", "loading ??= load()", "loading = load()"],
      [
        "a page that was opened offline keeps a new service's defaults",
        "void loadHostSettings();\n  });",
        "});",
      ],
      [
        "the host's settings are asked for at each return",
        "if (!hostSettings.peek()?.alertDefaults) void",
        "void",
      ],
      ["the host's settings are asked for once only", "    loading = undefined;\n", ""],
    ],
  ),
  ...inFile(
    "src/console/api/log-out.ts",
    ["test/console/renewal.test.ts"],
    [["a logout leaves the session at the service", "if (token) request", "if (!token) request"]],
  ),
  ...inFile(
    "src/console/push/push-problem.ts",
    ["test/console/this-device.test.ts"],
    [
      ["a browser that was never asked is blocked", '=== "denied"', '!== "granted"'],
      ["a browser without pushes seems to take them", '"PushManager" in window && ', ""],
    ],
  ),
  ...inFile(
    "src/console/push/this-device.ts",
    ["test/console/this-device.test.ts"],
    [
      [
        "the subscription of another page counts",
        "if (registration?.scope !== SCOPE) return null;",
        "if (!registration) return null;",
      ],
      [
        "a subscription with an old key is on",
        "subscription && isMadeWith(subscription, publicKey)",
        "subscription",
      ],
      ["an unknown subscription is another's", "owner() !== null && subscription", "subscription"],
      [
        "a device that the service has removed cannot be turned off",
        'code !== "NOT_FOUND"',
        'code !== "FORBIDDEN"',
      ],
      [
        "the browser keeps a subscription that was removed",
        "  await subscription.unsubscribe();\n}\n\n/** Gets",
        "}\n\n/** Gets",
      ],
      [
        "a push service is waited for without end",
        "Promise.race([pushManager.subscribe(options), promise])",
        "pushManager.subscribe(options)",
      ],
      [
        "an old key stays",
        "  if (before && !isMadeWith(before, publicKey)) await removeSubscription(before);\n",
        "",
      ],
      [
        "pushes seem on without the service",
        "  await register(subscription);\n  setOwner",
        "  setOwner",
      ],
      [
        "a browser is whose it was in another tab",
        "  if (latest !== undefined) ownerId.value = latest;\n",
        "",
      ],
      [
        "an owner stays that another tab has written",
        "  owner();\n  ownerId.value",
        "  ownerId.value",
      ],
      [
        "a browser does not know whose device it is",
        "  setOwner(session.value?.userId ?? null);\n",
        "",
      ],
      [
        "a browser cannot be abandoned while the service is away",
        "removeSubscription(subscription, signal).catch(console.warn)",
        "removeSubscription(subscription, signal)",
      ],
      ["a worker that is replaced is waited for", ' || starting.state === "redundant"', ""],
    ],
  ),
  ...inFile(
    "src/console/push/keep-device.ts",
    ["test/console/this-device.test.ts"],
    [
      [
        "a login asks for permission to notify",
        '    if (Notification.permission !== "granted") return;\n',
        "",
      ],
      [
        "a device that the service has lost seems on for ever",
        'else if (deviceState.value === "on" && !isKnown) await registerAgain();',
        "",
      ],
      ["each new token registers the device again", "    isKnown = true;\n", ""],
      [
        "a page that could not register the device does not try again",
        "    // Lapsed:",
        "    isKnown = true;\n    // Lapsed:",
      ],
      [
        "a login takes over another user's device",
        "session.value && isOwnDevice()",
        "session.value",
      ],
    ],
  ),
  ...inFile(
    "src/console/service-worker/push.ts",
    ["test/console/service-worker.test.ts"],
    [
      [
        "a push that comes twice is shown twice",
        "tag: `notification-${data.notificationId}`",
        "tag: `notification-${Math.random()}`",
      ],
      ["an all-clear stays on the screen", ' && data.kind !== "ALL_CLEAR"', ""],
      ["each push stays on the screen", 'data.level === "ONE" && data.kind', "data.kind"],
      ["a click leaves the push there", "  event.notification.close();\n", ""],
      [
        "a click opens the alert in another page",
        "url.split(/[?#]/, 1)[0] === scope",
        "url.startsWith(scope)",
      ],
      [
        "a click opens nothing without a window",
        "return void (await self.clients.openWindow(address));",
        "return;",
      ],
    ],
  ),
  ...inFile(
    "src/console/service-worker/keep-push.ts",
    ["test/console/service-worker.test.ts"],
    [
      ["a push is not there without a network", "    await keepPush(push);\n", ""],
      [
        "an open page does not hear of a push",
        '    for (const client of await self.clients.matchAll()) client.postMessage("pushed");\n',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/console/service-worker/page.ts",
    ["test/console/service-worker.test.ts"],
    [
      ["a page is kept from the browser's older copies", '{ cache: "no-cache" }', "{}"],
      ["the present page is forgotten", " && name !== CACHE", ""],
      ["other caches are forgotten with old pages", "name.startsWith(`${PREFIX}page-`) && ", ""],
      [
        "an old page is forgotten before the new one is kept",
        "keepPage().then(forgetOldPages)",
        "forgetOldPages()",
      ],
      ["an open page loses the files of its version", "    (await caches.match(address)) ??\n", ""],
      ["a page with a question in its address is not kept", '  address.search = "";\n', ""],
      ["the worker answers for the API", "|| !ADDRESSES.has(address.href)", ""],
      ["a form is answered from the cache", 'request.method !== "GET" || ', ""],
    ],
  ),
];
