import { inFile } from "../fault.ts";

/** Faults in what serves HTTP and websockets. */
export const faults = [
  ...inFile(
    "src/http/byte-range.ts",
    ["test/http/audio.test.ts"],
    [
      [
        "the last byte of a range is left out",
        "[range.start, range.end]",
        "[range.start, range.end - 1]",
      ],
      [
        "a range that begins at the first byte gets the whole file",
        "range && others.length === 0 ?",
        "range?.end && others.length === 0 ?",
      ],
      ["a part of several ranges is served", "others.length === 0", "true"],
      ["HEAD takes ranges", 'request.method !== "GET" || ', ""],
      [
        "an If-Range of another version is ignored",
        "condition !== undefined && condition !== etag",
        "false",
      ],
    ],
  ),
  ...inFile(
    "src/http/console/map-file.ts",
    ["test/http/map-file.test.ts"],
    [
      ["a longer file of the same time is the same", "${size}-${mtimeNs}", "${mtimeNs}"],
      ["a whole country is sent at once", "range === undefined || ", ""],
      ["readers ignore that the map was replaced", "const etag = `", "const etag = `W/"],
      [
        "a connection breaks after a copy is found valid",
        "    response.status(304).end();\n    return;\n",
        "    response.status(304).end();\n",
      ],
      [
        "a reader does not learn how much comes",
        '    "Content-Length": String(end + 1 - start),\n',
        "",
      ],
      ["a file that is gone is our fault", 'code === "ENOENT" &&', 'code === "EACCES" &&'],
      [
        "a client that leaves is our fault",
        'if (code !== "ERR_STREAM_PREMATURE_CLOSE") throw',
        "throw",
      ],
    ],
  ),
  ...inFile(
    "src/auth/tokens.ts",
    ["test/http/streets.test.ts"],
    [
      [
        "anyone can make the host search",
        "undefined : tokens.verify(token);\n}",
        "undefined : ({ userId: 0 } as never);\n}",
      ],
      [
        "who has no token can make the host search",
        "token === undefined ? undefined : tokens.verify(token);\n}",
        "token === undefined ? ({ userId: 0 } as never) : tokens.verify(token);\n}",
      ],
    ],
  ),
  ...inFile(
    "src/http/console/streets.ts",
    ["test/http/streets.test.ts"],
    [
      ["a question has no limit", "text.length > LONGEST", "false"],
      ["the longest question is refused", "text.length > LONGEST", "text.length >= LONGEST"],
      [
        "questions about streets have no quota",
        "await takeQuota(askingUser(userId), { reports: 0, others: 1 })",
        "0",
      ],
      ["who asks for too many streets is refused at once", "await holdRefusal();", ""],
    ],
  ),
  ...inFile(
    "src/streets/search.ts",
    ["test/http/streets.test.ts"],
    [
      [
        "a question that waits when the search closes is never answered",
        "for (const { answer } of waiting.values()) answer([]);",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/streets/names.ts",
    ["test/http/streets.test.ts"],
    [
      ["railways are streets", "feature.properties.kind === RAIL", "false"],
      ["a street is found at its end", "lengthOf(points) / 2", "lengthOf(points)"],
      ["a quarter is a place with streets", 'isInhabited ? "place" : "quarter"', '"place"'],
    ],
  ),
  ...inFile(
    "src/streets/names.ts",
    ["test/streets/names.test.ts"],
    [
      [
        "a house's street is sought farther in the north",
        " * Math.cos((at({ x: 0, y: 0 }).latitude * Math.PI) / 180)",
        "",
      ],
      ["a name on a tile's end comes twice", "point.x < extent", "point.x <= extent"],
      ["a name on a tile's beginning is lost", "point.y >= 0", "point.y > 0"],
    ],
  ),
  ...inFile(
    "src/graphql/fast-path/subscribe.ts",
    ["test/live/pace.test.ts"],
    [
      [
        "a feed on the fast path never rests",
        "void Promise.all(read).then(() => feed.settle());",
        "",
      ],
      [
        "a feed on the fast path rests before its events are read",
        "void Promise.all(read).then(() => feed.settle());",
        "feed.settle();",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/subscriptions/paced-results.ts",
    ["test/live/pace.test.ts"],
    [["the feed of a refused subscription stays", "gate.feed.cancel();", ""]],
  ),
  ...inFile(
    "src/http/websockets.ts",
    ["test/live/fault.test.ts"],
    [
      ["who has left keeps a place at an address", "      places.leave(connection);\n", ""],
      [
        "a session that cannot be checked keeps its connections and ends the host",
        ".catch(() => ({ rows: [] }))",
        "",
      ],
      [
        "the log does not tell of a connection that is opened",
        'log("websocket opened", "debug", { requestId: id });',
        "",
      ],
      [
        "a fault of the host is the client's",
        "connection.close(CloseCode.InternalServerError",
        "connection.close(CloseCode.BadRequest",
      ],
      [
        "a client reads what went wrong in the host",
        'CloseCode.InternalServerError, "Internal server error"',
        "CloseCode.InternalServerError, message",
      ],
    ],
  ),
  ...inFile(
    "src/http/websockets/places.ts",
    ["test/live/places.test.ts"],
    [
      ["one address may have all connections", "OF_AN_ADDRESS = 1 / 20", "OF_AN_ADDRESS = 1"],
      ["one place too few", "crowd.size <= most", "crowd.size < most"],
      [
        "phones count for their address",
        "if (identity) this.#move(connection",
        "if (!identity) this.#move(connection",
      ],
      [
        "a connection counts twice",
        "most: number): void {\n    this.leave(connection);",
        "most: number): void {",
      ],
      ["a connection that is closed has its place", "crowd?.delete(connection);", ""],
      [
        "the newest connection is closed",
        "const [oldest] = crowd as",
        "const [oldest] = [...crowd].reverse() as unknown as",
      ],
    ],
  ),
  ...inFile(
    "src/http/websockets/arrivals.ts",
    ["test/live/arrivals.test.ts"],
    [
      ["a message may take any time", "bytes > 0 && now - began > longest", "false"],
      ["each part of a message has all the time", "if (!underWay.has(connection)) began", "began"],
      ["who only answers pings is cut off", "read += CONTROL_HEADER + data.length;", ""],
      ["what pings hold counts as a message", "CONTROL_HEADER + data.length", "CONTROL_HEADER"],
      ["a complete message still counts", "      read = socket.bytesRead;\n", ""],
      ["strangers send as much as users", " && !connection.identity", " && false"],
      ["users send as little as strangers", " && !connection.identity", ""],
      [
        "clients together may send any number of parts",
        "if (total > MOST_UNDER_WAY)",
        "if (false)",
      ],
      ["the smallest message ends", "(b[1] > a[1] ? b : a)", "(b[1] < a[1] ? b : a)"],
      [
        "what a closed connection sent counts for ever",
        'websocket.once("close", () => note(connection, 0));',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/http/websockets.ts",
    ["test/live/websockets.test.ts"],
    [
      ["the log names a connection otherwise than its answer", "ids.set(request, id);", ""],
      ["the console is a stranger", 'origin.split("://")[1] === host', "false"],
      ["any page may connect", 'origin.split("://")[1] === host', "true"],
      [
        "nobody looks at what arrives",
        "    limitArrival(connection, socket, request.socket);\n",
        "",
      ],
      ["a message may come in any number of frames", "    maxFragments: MOST_FRAMES,\n", ""],
      [
        "any address may have all connections",
        "places.enter(connection, parts.clientAddress(request));",
        "parts.clientAddress(request);",
      ],
    ],
  ),
  ...inFile(
    "src/http/websockets/protocol.ts",
    ["test/live/fault.test.ts"],
    [
      [
        "any error of an event ends the connection",
        "masked?.errors?.some(passes)",
        "masked?.errors",
      ],
      [
        "the sounds of an ended operation are looked for in all later messages",
        "      extra.connection.sounds.delete(id);\n",
        "",
      ],
      [
        "a subscription that cannot begin ends the connection",
        "if (Symbol.asyncIterator in results) following",
        "following",
      ],
    ],
  ),
  ...inFile(
    "src/http/websockets/protocol.ts",
    ["test/live/connection-init.test.ts"],
    [
      [
        "all of the payload of connection_init is read at each operation",
        "      Object.assign(ctx, { connectionParams: kept });\n",
        "",
      ],
      [
        "a bad token is verified at each operation",
        "connection.identity ? { token } : {}",
        "{ token }",
      ],
    ],
  ),
  ...inFile(
    "src/http/websockets/protocol.ts",
    ["test/live/websockets.test.ts"],
    [["phones stay strangers", "      places.recognize(connection);\n", ""]],
  ),
  ...inFile(
    "src/http/audio.ts",
    ["test/http/audio.test.ts"],
    [
      ["an alert's id past 32 bits fails", "number < 2 ** 31 ? number : 0", "number"],
      ["the id 2^31 reaches the database", "number < 2 ** 31", "number <= 2 ** 31"],
      ["a token's answer may be kept by shared caches", "private, no-cache", "public, no-cache"],
      ["a token's answer does not vary by it", '.vary("Authorization")', ""],
      [
        "any v serves",
        "version !== null && v === found.version;",
        "version !== null && v !== undefined;",
      ],
    ],
  ),
  ...inFile(
    "src/http/audio.ts",
    ["test/http/audio-quota.test.ts"],
    [
      ["who guesses speech is refused at once", "await holdRefusal();", ""],
      ["a v that is right counts", "!identity || versions.isKnown(secret)", "!identity"],
      [
        "speech with a token costs nothing",
        "await takeQuota(asker, { reports: 0, others: 1 })",
        "0",
      ],
      [
        "what is found with a token is a guess without",
        "versions.note(secret, await ask())",
        "await ask()",
      ],
    ],
  ),
  ...inFile(
    "src/database/read-speech.ts",
    ["test/http/audio.test.ts"],
    [["slices overlap by a byte", "at += SLICE", "at += SLICE - 1"]],
  ),
  ...inFile(
    "src/http/unsent.ts",
    ["test/http/unsent.test.ts"],
    [
      [
        "what waits before its socket counts not at all",
        " + (held.get(socket) ?? 0), most",
        ", most",
      ],
      ["what waited before its socket counts anew", "(held.get(socket) ?? 0) + bytes", "bytes"],
      ["a host that has stopped still looks at its connections", "    clearInterval(timer);\n", ""],
      [
        "connections that a stopped host gets are looked at",
        '    server.off("connection", add);\n',
        "",
      ],
      [
        "a connection that is closed is ended again",
        'socket.once("close", () => sockets.delete(socket));',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/http/end-largest.ts",
    ["test/http/unsent.test.ts", "test/http/arriving.test.ts"],
    [
      ["the fastest clients are ended", "b.size - a.size", "a.size - b.size"],
      ["all are ended as soon as one is too much", "if (total <= most) break;", ""],
      ["what was ended counts on", "total -= size;", ""],
      ["nobody knows what was ended", "ended.push(one);", ""],
    ],
  ),
  ...inFile(
    "src/http/health.ts",
    ["test/http/health.test.ts"],
    [
      [
        "mail reads as on though its server takes none",
        "features.mail(failingMail)",
        "features.mail(null)",
      ],
      ["a database without its schemas does not answer", "3F|", ""],
      ["a host that stops says it is ready", "if (isEnding())", "if (false)"],
      ["each request checks the database", "checking ??=", "checking ="],
    ],
  ),
  ...inFile(
    "src/http/errors.ts",
    ["test/http/audio.test.ts", "test/http/errors.test.ts"],
    [
      ["a refusal may be cached", '.set("Cache-Control", "no-store")', ""],
      [
        "a malformed URL is our fault",
        "status >= 400 && status < 500",
        "status > 400 && status < 500",
      ],
    ],
  ),
  ...inFile(
    "src/http/websockets.ts",
    ["test/http/shutdown.test.ts"],
    [
      [
        "a client whose websocket was refused holds a shutdown",
        'socket.once("finish", () => socket.destroy());',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/service.ts",
    ["test/http/shutdown.test.ts", "test/http/drain.test.ts"],
    [
      ["the host does not know that it stops", "isEnding: () => isEnding", "isEnding: () => false"],
      [
        "the metrics are served after the service has stopped",
        "  started.defer(() => metrics?.close());\n",
        "",
      ],
      [
        "the host learns too late that it stops",
        "isEnding = true;\n    if (!isReplaced) await drainServer(server, config.drain);",
        "if (!isReplaced) await drainServer(server, config.drain);\n    isEnding = true;",
      ],
    ],
  ),
  ...inFile(
    "src/process/http-server.ts",
    ["test/http/shutdown.test.ts", "test/http/drain.test.ts"],
    [
      ["a drain keeps connections", "response.shouldKeepAlive = false;", ""],
      ["a half-sent request holds a shutdown", "if (!request?.complete) socket.destroy();", ""],
      [
        "a client that has sent nothing holds a shutdown",
        "if (!request?.complete)",
        "if (request && !request.complete)",
      ],
      ["requests that run are cut off with half-sent ones", "if (!request?.complete)", "if (true)"],
      [
        "a request that is never answered holds a shutdown",
        "() => server.closeAllConnections()",
        "() => {}",
      ],
      ["connections that become idle are kept", "() => server.closeIdleConnections()", "() => {}"],
      [
        "requests that run are cut off",
        "server.closeAllConnections(), grace",
        "server.closeAllConnections(), 0",
      ],
    ],
  ),
  ...inFile(
    "src/http/console/page-headers.ts",
    ["test/console/static.test.ts"],
    [
      ["no nosniff", '"X-Content-Type-Options": "nosniff",', ""],
      ["no opener policy", '"Cross-Origin-Opener-Policy": "same-origin",', ""],
      ["no referrer policy", '"Referrer-Policy": "same-origin",', ""],
    ],
  ),
  ...inFile(
    "src/http/console/built-files.ts",
    ["test/console/static.test.ts"],
    [["the page itself is cached for good", 'path.startsWith(join(directory, "assets"))', "true"]],
  ),
  ...inFile(
    "src/http/console.ts",
    ["test/console/static.test.ts"],
    [
      [
        "the settings are cached",
        'response.set("Cache-Control", "no-cache").json',
        "response.json",
      ],
      ["files have no policy", '.use("/console", headers)', '.get("/console/", headers)'],
    ],
  ),
  ...inFile(
    "src/http/console/content-security-policy.ts",
    ["test/console/static.test.ts"],
    [
      ["other sites may frame the console", "\"frame-ancestors 'none'\",", ""],
      ["forms may be sent anywhere", "\"form-action 'self'\",", ""],
      ["a base element may move all addresses", "\"base-uri 'none'\",", ""],
      ["the map's images are blocked", "blob:${origin}`", "blob:`"],
      [
        "the map's styles and tiles are blocked",
        "connect-src 'self'${origin}",
        "connect-src 'self'",
      ],
    ],
  ),
  ...inFile(
    "src/http/console/compressed-files.ts",
    ["test/console/static.test.ts"],
    [
      [
        "clients get an encoding that they do not take",
        "made.find((copy) => request.acceptsEncodings(copy))",
        "made[0]",
      ],
      ["brotli is never sent", 'br: ".br", ', ""],
      ["caches do not tell gzip from plain", 'response.vary("Accept-Encoding");', ""],
    ],
  ),
  ...inFile(
    "src/http/graphql.ts",
    ["test/api/get.test.ts", "test/api/clients.test.ts", "test/fast-path/answers.test.ts"],
    [
      ["answers to GET may be cached", 'response.setHeader("Cache-Control", "no-store")', "{}"],
      ["a length in characters is sent", "Buffer.byteLength(body)", "body.length"],
      [
        "bodies of any type take the short road",
        'JSON_TYPE.test(headers["content-type"] ?? "")',
        "true",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/requester.ts",
    ["test/fast-path/answers.test.ts"],
    [
      [
        "one who is not logged in gets the last user's rows",
        "bearerToken(request.headers.authorization)",
        "bearerToken((globalThis as any).last ??= request.headers.authorization)",
      ],
    ],
  ),
  ...inFile(
    "src/http/graphql/plain-json.ts",
    ["test/api/get.test.ts", "test/api/clients.test.ts"],
    [
      ["a browser's visit gets JSON", "!isVisit && ", ""],
      [
        "clients that take nothing else get plain JSON",
        "(!accept || TAKES_JSON.test(accept))",
        "true",
      ],
      ["clients without Accept get the other type", "!accept || ", ""],
    ],
  ),
  ...inFile(
    "src/http/app.ts",
    ["test/http/origins.test.ts", "test/http/audio.test.ts", "test/api/clients.test.ts"],
    [
      ["any origin may call", "origin: parts.config.allowedOrigins", 'origin: "*"'],
      ["Express names itself", 'app.disable("x-powered-by");', ""],
    ],
  ),
  ...inFile(
    "src/http/websockets.ts",
    [
      "test/live/websockets.test.ts",
      "test/live/tokens.test.ts",
      "test/live/shutdown.test.ts",
      "test/live/listener.test.ts",
    ],
    [
      ["any origin may connect", 'allowedOrigins === "*" || ', "true || "],
      ["clients without an origin may not connect", "origin === undefined || ", ""],
      [
        "a revoked token keeps its connection if it cannot be checked",
        '?? "app_anonymous") !==',
        '?? "app_user") !==',
      ],
      [
        "a revocation ends everyone's connections",
        "if (identity?.userId !== userId) continue;",
        "",
      ],
      [
        "new connections are taken while the host stops",
        'if (isClosing) refuse(socket, "503 Service Unavailable");\n    else if',
        "if",
      ],
      ["messages may have any size", "maxPayload: LARGEST_MESSAGE,", ""],
      ["any path takes websockets", 'request.url?.split("?")[0] !== PATH', "false"],
    ],
  ),
  ...inFile(
    "src/http/websockets/protocol.ts",
    ["test/live/websockets.test.ts", "test/live/shutdown.test.ts"],
    [
      [
        "a subscription counts as started before it is",
        "const results = await config.subscribe(args);",
        "settlers.get(args)?.();\n        const results = await config.subscribe(args);",
      ],
      [
        "a query does not wait for the subscriptions before it",
        "if (operation) await before;",
        "if (operation) void before;",
      ],
      [
        "the hundredth operation is refused",
        "length > MOST_OPERATIONS",
        "length >= MOST_OPERATIONS",
      ],
      [
        "a hundred and one operations run",
        "length > MOST_OPERATIONS",
        "length > MOST_OPERATIONS + 1",
      ],
      [
        "a user runs any number of operations",
        "places.operationsBeside(connection) > MOST_OF_A_USER",
        "false",
      ],
      [
        "the five hundredth operation of a user is refused",
        "operationsBeside(connection) > MOST_OF_A_USER",
        "operationsBeside(connection) >= MOST_OF_A_USER",
      ],
      [
        "a query does not wait for the subscription before it",
        "if (operation) await before;\n        else",
        "if (!operation)",
      ],
      ["running queries do not delay a shutdown", "connection.running.add(id);", ""],
      [
        "subscriptions delay a shutdown",
        "settlers.set(args, settle);\n        connection.running.delete(id);",
        "settlers.set(args, settle);",
      ],
      [
        "a refused operation delays a shutdown",
        "        else connection.running.delete(id);\n",
        "",
      ],
      [
        "a client that says nothing stays connected",
        "connectionInitWaitTimeout: INIT_TIMEOUT,",
        "connectionInitWaitTimeout: 0,",
      ],
    ],
  ),
  ...inFile(
    "src/http/websockets/connection.ts",
    ["test/live/connection.test.ts"],
    [
      [
        "a client that must go is waited for",
        "    this.#socket.close(code, reason);\n    this.#socket.terminate();",
        "    this.#socket.close(code, reason);",
      ],
      [
        "a client that must go is not told why",
        "    this.#socket.close(code, reason);\n    this.#socket.terminate();",
        "    this.#socket.terminate();",
      ],
      [
        "a large message is sent at once",
        "text.length > BUFFER_HIGH_WATER ?",
        "(false as boolean) ?",
      ],
      ["a large message is its first part", "at += PART", "at += part.length"],
      [
        "each part of a message is the first",
        "part.subarray(at, at + PART)",
        "part.subarray(0, PART)",
      ],
      [
        "who reads a large message is cut off as if silent",
        "        this.#isAlive = true;\n        resolve();",
        "        resolve();",
      ],
      ["messages in parts wait uncounted", "    hold(this.#below, length);\n", ""],
      ["a message behind parts waits uncounted", "    hold(this.#below, text.length);\n", ""],
      ["a message that was sent still waits", "    hold(this.#below, -text.length);\n", ""],
      ["a message that was sent in parts still waits", "      hold(this.#below, -length);\n", ""],
      [
        "a message overtakes one that is sent in parts after another",
        "if (this.#inParts === sending) this.#inParts",
        "this.#inParts",
      ],
      [
        "only the oldest sounds of a client are found",
        "if (!sounds.areIn(text)) continue;",
        "if (!sounds.areIn(text)) break;",
      ],
      ["sounds are sent again", "      this.sounds.delete(id);\n", ""],
      ["parts of a message are binary", "{ binary: false, fin }", "{ binary: true, fin }"],
      [
        "half a message stays",
        "        this.#socket.terminate();\n      }\n      hold",
        "      }\n      hold",
      ],
      [
        "a client that has left is closed again",
        "    if (this.#socket.readyState === WebSocket.CLOSED) return;\n",
        "",
      ],
      [
        "a client that breaks the protocol ends the end of its host",
        '(resolve) => this.#socket.once("close", () => resolve())',
        '(resolve, reject) => this.#socket.once("error", reject).once("close", () => resolve())',
      ],
      ["an operation waits only for the one before it", "before.then(() => promise)", "promise"],
      [
        "a connection holds each operation that it ever had",
        "before.then(() => promise)",
        "Promise.all([before, promise]) as never",
      ],
      ["a token of more than 24.8 days ends at once", "Math.min(left, LONGEST_TIMER)", "left"],
      [
        "a token of more than 24.8 days ends after them",
        "this.#expiry = setTimeout(() => this.#endAt(end)",
        "this.#expiry = setTimeout(() => this.#endAt(0)",
      ],
      ["an expired token keeps its connection", "if (left <= 0)", "if (left < -60_000)"],
      [
        "the end of a token cuts a message in two",
        "    if (this.#inParts) {\n",
        "    if (false as boolean) {\n",
      ],
      [
        "who takes a message slowly keeps an expired token",
        "this.#expiry = setTimeout(close, EXPIRY_GRACE);",
        "",
      ],
      ["a timer outlives its connection", "clearTimeout(this.#expiry);", ""],
      ["pings outlive their connection", "clearInterval(pingTimer);", ""],
      [
        "nobody is pinged",
        "setInterval(() => setImmediate(() => this.ping()), pingInterval)",
        "setInterval(() => {}, PING_INTERVAL)",
      ],
      ["parts of two messages mix", "await before;", ""],
      [
        "who takes small messages, and says nothing, stays",
        "send(text, () => resolve())",
        "send(text, () => void (this.#isAlive = true) || resolve())",
      ],
      ["a bit of a message is no sign of life", 'below.on("data",', 'socket.on("message",'],
      [
        "a client behind one large answer is cut off",
        " - (this.#pendingLengths[0] ?? 0) > BUFFER_LIMIT",
        " > BUFFER_LIMIT",
      ],
      ["a client that does not read is never cut off", "?? 0) > BUFFER_LIMIT", "?? 0) > Infinity"],
      [
        "sent messages stay counted",
        "this.#pendingTotal -= this.#pendingLengths.shift() ?? 0;",
        "",
      ],
      [
        "subscriptions do not wait for a slow client",
        "this.#pendingTotal <= BUFFER_HIGH_WATER ? Promise",
        "true ? Promise",
      ],
      [
        "subscriptions wait for each message",
        "this.#pendingTotal <= BUFFER_HIGH_WATER ? Promise",
        "false ? Promise",
      ],
      [
        "running operations are cut off",
        "while (this.running.size > 0 && performance.now() < end)",
        "while (false)",
      ],
      [
        "operations hold a shutdown without end",
        "this.running.size > 0 && performance.now() < end",
        "this.running.size > 0",
      ],
      [
        "a client that does not confirm a close holds a shutdown",
        "await Promise.race([closed, sleep(CLOSE_TIMEOUT, undefined, { ref: false })]);",
        "await closed;",
      ],
    ],
  ),
  ...inFile(
    "src/http/graphql.ts",
    ["test/api/bad-input.test.ts"],
    [
      [
        "a body of any size takes the short road",
        'Number(headers["content-length"]) <= LARGEST_BODY',
        'Number(headers["content-length"]) >= 0',
      ],
    ],
  ),
  ...inFile(
    "src/http/graphql.ts",
    ["test/http/graphql.test.ts"],
    [
      ["what is put is executed", '    method === "POST" &&\n', ""],
      [
        "a client gets JSON of a type that it does not take",
        '    headers.accept === "application/json" &&\n',
        "",
      ],
      ["a query in the address is passed over", "    url === PATH &&\n", ""],
      ["another encoding is read as UTF-8", "(?:; *charset=utf-8)?$/i", "/i"],
      ["an answer for later has the status 200", "retryAfter === undefined ? 200 : 503", "200"],
      [
        "an answer for later does not say when",
        '    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),\n',
        "",
      ],
      [
        "what grafserv does knows no request",
        "runFor(logged, () => grafserv(request, response));",
        "grafserv(request, response);",
      ],
      ["grafserv waits for a body that was read", "bodies.set(request, body);", ""],
      ["a fault of the short road is shown", "runFor(logged, () => maskError(fault))", "fault"],
      [
        "a fault of the short road is no error of the server",
        "send(response, headers, 500,",
        "send(response, headers, 200,",
      ],
    ],
  ),
  ...inFile(
    "src/http/app.ts",
    ["test/api/clients.test.ts"],
    [
      ["a preflight is asked again for each request", "maxAge: 86400,", ""],
      [
        "queries by GET are refused to other origins",
        'methods: ["GET", "POST"],',
        'methods: ["POST"],',
      ],
    ],
  ),
  ...inFile(
    "src/http/health.ts",
    ["test/http/health.test.ts"],
    [
      ["/readyz hides the state of features", "...(features && {", "...(false && {"],
      ["every error is of the schema", "/^(3F|42|P0)/.test(", "!/^(3F|42|P0)/.test("],
    ],
  ),
  ...inFile(
    "src/http/audio.ts",
    ["test/http/audio.test.ts"],
    [
      [
        "everyone may keep the speech of a wrong v",
        'if (hasVersion) {\n      response.set("Cache-Control", "public',
        'if (v !== undefined) {\n      response.set("Cache-Control", "public',
      ],
      ["a kept speech is sent again", "if (request.fresh)", "if (false)"],
      ["players are not told of ranges", '"Accept-Ranges": "bytes"', ""],
      [
        "a range outside the file does not say its size",
        'response.set("Content-Range", `bytes */${size}`);',
        "",
      ],
      [
        "a client that leaves is logged as an error",
        'if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;',
        "throw error;",
      ],
    ],
  ),
  ...inFile(
    "src/http/person.ts",
    ["test/http/person.test.ts"],
    [
      ["the person's page has no head", ' && request.method !== "HEAD"', ""],
      ["the person's page does not know the map", "pageHeaders(map)", "pageHeaders(undefined)"],
    ],
  ),
  ...inFile(
    "src/http/app.ts",
    ["test/http/person.test.ts"],
    [
      [
        "the person's page may not load the map",
        "app.use(personRouter(parts.config.map));",
        "app.use(personRouter(undefined));",
      ],
      ["the console does not learn of the map", "      parts.config.map,\n", "      undefined,\n"],
    ],
  ),
  ...inFile(
    "src/http/person-export.ts",
    ["test/http/person-export.test.ts"],
    [
      [
        "a download of another takes from the other's quota",
        "const caller = ticket.identity.userId;",
        "const caller = ticket.userId;",
      ],
      [
        "a download of another is named after who downloads",
        'filename="person-${ticket.userId}.json"',
        'filename="person-${caller}.json"',
      ],
      ["a used-up quota is told as another download", "wait > 0 ? BUSY : busy", "busy"],
      ["another download is told as a used-up quota", "wait > 0 ? BUSY : busy", "BUSY"],
    ],
  ),
  ...inFile(
    "src/http/graphql/plain-json.ts",
    ["test/http/graphql.test.ts"],
    [
      [
        "a client that takes any type of application gets no plain JSON",
        "|application\\/\\*/",
        "/",
      ],
      ["what a form sends is taken for a visit", 'method === "GET" && ', ""],
    ],
  ),
  ...inFile(
    "src/http/errors.ts",
    ["test/http/errors.test.ts"],
    [
      [
        "a path that is none is called malformed",
        "There is nothing at this URL.",
        "The URL is malformed.",
      ],
    ],
  ),
  ...inFile(
    "src/http/console/built-files.ts",
    ["test/console/static.test.ts"],
    [
      ["files with a hash are cached for a morning", "YEAR = 31_536_000", "YEAR = 31_536"],
      [
        "a folder without a page passes for a console",
        'existsSync(join(directory, "index.html"))',
        "existsSync(directory)",
      ],
    ],
  ),
];
