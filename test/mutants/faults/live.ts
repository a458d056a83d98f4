import { inFile } from "../fault.ts";

/** Faults in what subscribers follow. */
export const faults = [
  ...inFile(
    "src/live/alert-progress.ts",
    ["test/live/alert-feeds.test.ts"],
    [
      ["an alert can be followed once", "this.#followed.delete(id);", ""],
      [
        "the first subscriber who leaves an alert ends it for all",
        "if (followed.feeds.size > 0) return;",
        "",
      ],
      [
        "each subscriber of an alert polls",
        "this.#followed.get(id) ?? this.#follow(id)",
        "this.#follow(id)",
      ],
      ["an alert that did not change is told", "lastProgress = progress;\n        void", "void"],
    ],
  ),
  ...inFile(
    "src/live/batch-reader.ts",
    ["test/live/batch-reader.test.ts"],
    [
      [
        "a round trip takes a read longer than it should",
        "Math.floor(count / part)",
        "Math.ceil(count / part)",
      ],
      [
        "subscribers take the connections of publications",
        "if (this.#lanes < LANES) {",
        "if (true as boolean) {",
      ],
      ["one statement that waits holds up all subscribers", "const LANES = 2;", "const LANES = 1;"],
      [
        "each subscriber reads alone",
        "setImmediate(() => void this.#work());",
        "void this.#work();",
      ],
      [
        "subscribers get the events of others",
        "resolve(results[place] as",
        "resolve(results[0] as",
      ],
    ],
  ),
  ...inFile(
    "src/live/feed.ts",
    ["test/live/feed.test.ts"],
    [
      [
        "a feed rests for as long as it has been there",
        "    this.#taken = performance.now();\n",
        "",
      ],
      ["a feed that has ended rests", "rest > 0 && !this.isEnded", "rest > 0"],
      [
        "the oldest event of a key waits",
        "this.#waiting.set(this.#keyOf(event), event);",
        "const key = this.#keyOf(event);\n    if (!this.#waiting.has(key)) this.#waiting.set(key, event);",
      ],
      ["who has left reads what waits", "this.#waiting.clear();", ""],
      [
        "a feed ends twice",
        "if (this.isEnded) return;\n    this.isEnded = true;",
        "this.isEnded = true;",
      ],
      [
        "the end of a feed is not told",
        "this.#onEnd(this);\n    this.#wake();",
        "this.#onEnd(this);",
      ],
    ],
  ),
  ...inFile(
    "src/live/index.ts",
    [
      "test/live/live.test.ts",
      "test/live/connection.test.ts",
      "test/live/last-position-changed.test.ts",
    ],
    [
      ["who lost their session keeps their subscriptions", "Number(payload))", "payload as never)"],
      ["notifications of a restored database are lost", "notifications.forget();", ""],
      [
        "positions that are gone stay on the map",
        "last_positions_gone: (payload) => positions.hearGone(payload),",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/live/listener.ts",
    ["test/live/listen.test.ts", "test/live/listener.test.ts"],
    [
      ["a database that shuts down is not missed", 'client.on("end", markLost);', ""],
      ["a busy process takes its connection for a dead one", "setImmediate(judge);", "judge();"],
      [
        "each stop of a host warns",
        "connection.close();\n      if (signal.aborted) return;",
        "connection.close();",
      ],
      [
        "attempts to connect stay open",
        "} catch {\n        client.end().catch(() => {});",
        "} catch {",
      ],
      [
        "a connection that was lost stays open",
        "clearInterval(checkTimer);\n    client.end().catch(() => {});",
        "clearInterval(checkTimer);",
      ],
      [
        "a database that is silent before it listens is waited for",
        "await Promise.race([listening, unanswered]);",
        "await listening;",
      ],
      ["a silent connection is waited for", 'cutOff(client, "the database is silent");', ""],
      [
        "a connection that never listened is checked for ever",
        "    close();\n    throw error;",
        "    throw error;",
      ],
    ],
  ),
  ...inFile(
    "src/live/listener.ts",
    ["test/live/listen.test.ts"],
    [["one channel is heard", "names.map(", "names.slice(0, 1).map("]],
  ),
  ...inFile(
    "src/live/notifications.ts",
    ["test/live/notification-feeds.test.ts"],
    [
      ["announcements are read for nobody", "if (this.#feeds.size === 0) return;", ""],
      [
        "what a cluster's worker nodes commit after the announcement is not told",
        "if (!this.#isCluster) return;",
        "return;",
      ],
      [
        "a slow commit of a worker node is not waited for",
        "const LATER = [100, 1000, 10_000];",
        "const LATER = [100, 1000];",
      ],
      [
        "what a worker node commits soon is told a second later",
        "const LATER = [100, 1000, 10_000];",
        "const LATER = [1000, 10_000];",
      ],
      ["one server is asked again for what it said", "if (!this.#isCluster) return;", ""],
      [
        "each announcement takes a connection",
        "if (!this.#isReading) void this.#read();",
        "void this.#read();",
      ],
      ["a second burst of notifications is not told", "}\n    this.#isReading = false;", "}"],
      [
        "all recipients of a large alert are read",
        "idCount > this.#feeds.size ? [...this.#feeds.keys()] : null",
        "null",
      ],
      [
        "few notifications are asked for with all subscribers",
        "idCount > this.#feeds.size ? [...this.#feeds.keys()] : null",
        "[...this.#feeds.keys()]",
      ],
      [
        "what was announced before a subscription is never told",
        "!feeds || !this.#passedOn.add(id)",
        "!this.#passedOn.add(id) || !feeds",
      ],
      [
        "a notification that is announced again a second later is told twice",
        "REPEAT_WINDOW = 60_000",
        "REPEAT_WINDOW = 60",
      ],
      [
        "one of a user's phones hears",
        "for (const feed of feeds) feed.push({ id });",
        "for (const feed of [...feeds].slice(0, 1)) feed.push({ id });",
      ],
      [
        "the second announcement of a burst is lost",
        "announcements.map(({ last }) => last)",
        "announcements.map(() => announcements[0]?.last)",
      ],
    ],
  ),
  ...inFile(
    "src/live/positions.ts",
    ["test/live/position-feeds.test.ts"],
    [
      [
        "a poll reads on from the last row, whatever its id",
        "if (BigInt(id) > greatest) greatest",
        "greatest",
      ],
      ["positions are polled no more after an error", "    this.#log = log;\n", ""],
      [
        "changes of positions are not told",
        "for (const feed of this.#changeFeeds) feed.push({ userId });\n        if",
        "if",
      ],
      ["a position without history is told as history", "if (createdAt === null) continue;", ""],
      ["positions are polled for nobody", "this.#polling?.ending.abort();", ""],
      [
        "who follows changes is cut off with who follows history",
        "this.#historyFeeds.size + this.#changeFeeds.size > 0",
        "this.#historyFeeds.size > 0",
      ],
      [
        "who follows history is cut off with who follows changes",
        "this.#historyFeeds.size + this.#changeFeeds.size > 0",
        "this.#changeFeeds.size > 0",
      ],
      [
        "one user of an announcement is gone",
        "for (const userId of JSON.parse(payload)) {",
        "for (const userId of JSON.parse(payload).slice(0, 1)) {",
      ],
      ["positions before the subscription are told", "BigInt(rows[0]?.id ?? 0)", "BigInt(0)"],
    ],
  ),
  ...inFile(
    "src/live/listener.ts",
    ["test/live/listen.test.ts"],
    [
      [
        "a check of the connection that fails is taken for silence",
        "      hasAnswered = true;\n    }, markLost);",
        "      hasAnswered = true;\n    }, () => {});",
      ],
    ],
  ),
];
