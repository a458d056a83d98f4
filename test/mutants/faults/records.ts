import { inFile } from "../fault.ts";

/** Faults in the audit log's files, the log, the metrics, and in the life of a process and of several hosts. */
export const faults = [
  ...inFile(
    "src/audit/chain-hash.ts",
    ["test/audit/verify.test.ts"],
    [
      ["a long entry is cut", "if (input.length < most) input = Buffer.allocUnsafe(2 * most);", ""],
      ["letters of three bytes are cut", "3 * text.length", "text.length"],
      ["the hash before is text", 'input.write(before, 0, "hex")', "input.write(before, 0)"],
    ],
  ),
  ...inFile(
    "src/audit/checkpoint.ts",
    ["test/audit/verify.test.ts"],
    [
      [
        "the moment of a checkpoint is not signed",
        "JSON.stringify([at, place, hash])",
        "JSON.stringify([place, hash])",
      ],
      [
        "the place of a checkpoint is not signed",
        "JSON.stringify([at, place, hash])",
        "JSON.stringify([at, hash])",
      ],
    ],
  ),
  ...inFile(
    "src/audit/checkpoint.ts",
    ["test/audit/witness.test.ts"],
    [
      [
        "a checkpoint without a signature is signed",
        "if (!key || !signature) return false;",
        "if (!key || !signature) return true;",
      ],
      ["a hash of a checkpoint may be any text", "!/^[0-9a-f]{64}$/.test(hash)", "false"],
      ["a line that is no checkpoint has another number", "push(index + 1)", "push(index)"],
      ["a line that is no checkpoint is passed over", "else unreadable.push(index + 1);", ""],
      ["an empty line is no checkpoint", 'if (line.trim() === "") continue;', ""],
    ],
  ),
  ...inFile(
    "src/audit/each-row.ts",
    ["test/audit/verify.test.ts"],
    [["a verification that fails hangs", '.on("error", reject)', '.on("error", () => {})']],
  ),
  ...inFile(
    "src/audit/export.ts",
    ["test/audit/verify.test.ts"],
    [
      ["a quotation mark ends a column", ".replaceAll('\"', '\"\"')", ""],
      ["the first moment left out is in", "e.created_at < coalesce", "e.created_at <= coalesce"],
      ["the first moment is left out", "e.created_at >= coalesce", "e.created_at > coalesce"],
      ["moments are in the zone of the server", " at time zone 'UTC'", ""],
      ["a missing value is the text null in CSV", '(cell ?? "")', "String(cell)"],
      ["a file of CSV has no heading", 'if (format === "csv") yield WRITERS.csv(COLUMNS);', ""],
      ["facts are a text in JSON", "facts: JSON.parse(String(entry.facts))", "facts: entry.facts"],
    ],
  ),
  ...inFile(
    "src/audit/key.ts",
    ["test/audit/witness.test.ts"],
    [
      [
        "a server's host makes a key of its own",
        "if (audit.privateKey || databaseUrl) return",
        "if (audit.privateKey) return",
      ],
    ],
  ),
  ...inFile(
    "src/audit/verify.ts",
    ["test/audit/verify.test.ts"],
    [
      [
        "an entry beside the chain passes",
        "for (const { id } of (await client.query<{ id: string }>(LOOSE)).rows) {",
        "for (const { id } of [] as { id: string }[]) {",
      ],
      [
        "an entry removed before it was chained passes",
        "for (const { id } of (await client.query<{ id: string }>(LOST)).rows) {",
        "for (const { id } of [] as { id: string }[]) {",
      ],
      [
        "an entry that waits is a fault",
        "\n    and not exists (select from app_private.audit_waiting w where w.entry_id = e.id)",
        "",
      ],
      ["a chain after a purge begins without a hash", 'purged?.hash ?? ""', '""'],
      [
        "the first of several checkpoints is the last",
        "most && most.place > one.place ? most : one",
        "most && most.place < one.place ? most : one",
      ],
      [
        "two hashes for a place pass",
        "?? checkpoint.hash) !== checkpoint.hash",
        "?? checkpoint.hash) === undefined",
      ],
      [
        "a checkpoint from before the retention is a fault",
        "if (Date.parse(checkpoint.at) < Date.now() - SHORTEST_RETENTION) continue;",
        "",
      ],
      [
        "one changed entry makes all after it faults",
        "hash = stored;\n  });",
        'hash = chainHash(hash, text ?? "");\n  });',
      ],
      [
        "a signature is not looked at without a key",
        "if (keys.length === 0 && !checkpoint.key)",
        "if (keys.length === 0)",
      ],
    ],
  ),
  ...inFile(
    "src/audit/witness.ts",
    ["test/audit/witness.test.ts"],
    [
      [
        "everyone on the machine reads checkpoints",
        "{ mode: 0o600, flush: true }",
        "{ flush: true }",
      ],
      ["a checkpoint goes on in a line that was cut short", "`\\n${line}`", "line"],
      ["a webhook leads elsewhere", 'redirect: "error",', ""],
      [
        "a checkpoint replaces the one before",
        "await appendFile(destination",
        'await (await import("node:fs/promises")).writeFile(destination',
      ],
      ["the address of a webhook is told", "${url.host} answered", "${url} answered"],
      [
        "the first destination that fails ends all",
        "await Promise.allSettled(\n",
        "await Promise.all(\n",
      ],
    ],
  ),
  ...inFile(
    "src/log/line-writer.ts",
    ["test/log/open-log.test.ts"],
    [
      [
        "the end of a process waits for no reader",
        "this.#rest.length > 0 && tries < TRIES",
        "false",
      ],
      [
        "the end of a process waits for a reader for two seconds",
        "tries < TRIES",
        "tries < 2 * TRIES",
      ],
      [
        "lines that nobody could read leave no room for others",
        "        this.#restLength = 0;\n",
        "",
      ],
      ["the end of a process waits for a reader who is gone", "        this.#rest = [];\n", ""],
      ["only the first event that waits is written in time", "    this.#timer = undefined;\n", ""],
      ["many events wait for their time", "this.#waiting.length >= ENOUGH", "false"],
      [
        "a slow reader ends the log",
        'if (codeOf(error) === "EAGAIN") this.#wait();',
        "if (false as boolean) this.#wait();",
      ],
      [
        "lines wait without end for a reader that does not read",
        " || this.#restLength >= MOST",
        "",
      ],
      ["half a line is written again", "else this.#rest[0] = first.subarray(written);", ""],
      [
        "a long line is lost",
        "if (length + bytes > this.#largest) {",
        "if (bytes > this.#largest) continue;\n      if (length + bytes > this.#largest) {",
      ],
      [
        "events wait until there are many",
        "else this.#wait();\n  }\n\n  /** Writes what",
        "}\n\n  /** Writes what",
      ],
      ["what was written still counts as waiting", "this.#restLength -= written;", ""],
      [
        "lines are written twice",
        "this.#waiting = [];\n    this.#add(lines);",
        "this.#add(lines);",
      ],
    ],
  ),
  ...inFile(
    "src/log/open-log.ts",
    ["test/log/open-log.test.ts"],
    [
      [
        "a second lasts for ever in the log",
        "if (at - millisecond !== second) {",
        "if (Number.isNaN(second)) {",
      ],
      ["a tenth of a second is a hundredth", 'padStart(3, "0")', 'padEnd(3, "0")'],
      [
        "a readable line leaves out what is zero, false or empty",
        "value === undefined ? [] :",
        "!value ? [] :",
      ],
      ["a readable line names no host", "`[${host}] `", '""'],
      ["a line of JSON without fields is broken", 'json === "{}" ? "}" :', 'json === "" ? "}" :'],
      [
        "a message with a quotation mark breaks its line",
        "JSON.stringify(message)",
        '`"${message}"`',
      ],
      ["a line does not name its host", '`,"host":${host}`', '""'],
      ["a terminal's line waits", "isTerminal || rank", "rank"],
    ],
  ),
  ...inFile(
    "src/log/request.ts",
    ["test/log/requests.test.ts"],
    [
      [
        "a trace is ignored",
        "(traceparent && TRACE.exec(String(traceparent))?.[1]) || newId()",
        "newId()",
      ],
      ["a trace of zeros is an id", "(?!0{32})", ""],
      ["two requests have one id", "made += 1;", ""],
      [
        "two processes make the same ids",
        'PROCESS = randomBytes(6).toString("base64url")',
        'PROCESS = "host"',
      ],
      ["an answer of 400 is ok", "status >= 400", "status > 400"],
      ["the log does not name PostgreSQL's process", "backend: this.backend,", ""],
    ],
  ),
  ...inFile(
    "src/metrics/database-state.ts",
    ["test/metrics/database-state.test.ts", "test/metrics/metrics.test.ts"],
    [
      ["each scrape of a second asks", "FRESH = 5_000", "FRESH = 0"],
      ["a state is shown for ever", "performance.now() - known.at < FRESH", "true"],
      ["a scrape fails with the database", ".catch(() => undefined)\n      .finally", ".finally"],
      ["complete publications run", " where p.completed_at is null", ""],
      ["a state that hangs is never asked for again", "asking = undefined;", ""],
    ],
  ),
  ...inFile(
    "src/metrics/requests.ts",
    ["test/metrics/metrics.test.ts"],
    [["requests are counted again at each scrape", "ended = [];\n  for", "for"]],
  ),
  ...inFile(
    "src/metrics/serve.ts",
    ["test/metrics/metrics.test.ts"],
    [["any path is the metrics", 'if (url !== "/metrics" || method !== "GET") {', "if (false) {"]],
  ),
  ...inFile(
    "src/process/http-server.ts",
    ["test/http/slow-clients.test.ts", "test/http/shutdown.test.ts", "test/http/drain.test.ts"],
    [
      [
        "a client sends for as long as it likes",
        "requestTimeout: timeouts.request,\n",
        "requestTimeout: 0,\n",
      ],
      [
        "a host takes any number of connections",
        "Object.assign(server, { maxConnections, dropMaxConnection: true })",
        "server",
      ],
      [
        "a stop breaks off a request that runs",
        "if (!request?.complete) socket.destroy();",
        "socket.destroy();",
      ],
      [
        "a stop has no end",
        "const deadline = setTimeout(() => server.closeAllConnections(), grace);",
        "const deadline = undefined;",
      ],
      ["a host does not drain", "if (milliseconds > 0) await sleep(milliseconds);", ""],
    ],
  ),
  ...inFile(
    "src/process/http-server.ts",
    ["test/http/hold-requests.test.ts"],
    [
      [
        "websockets that open too early are not held",
        '["request", "upgrade"] as const',
        '["request"] as const',
      ],
      ["requests that were held are lost", "for (const answer of held) answer();", ""],
      ["requests are held for ever", "for (const release of releases) release();", ""],
    ],
  ),
  ...inFile(
    "src/process/kept-secret.ts",
    ["test/process/kept-secret.test.ts", "test/auth/signing-keys.test.ts"],
    [
      [
        "a damaged secret's parser is quoted",
        "if (secret !== undefined) return secret;\n  } catch {",
        "if (secret !== undefined) return secret;\n  } catch (error) {\n    if (error) throw error;",
      ],
      ["a folder that is missing stops a start", "await mkdir(folder, { recursive: true });", ""],
    ],
  ),
  ...inFile(
    "src/process/log.ts",
    ["test/log/open-log.test.ts", "test/jobs/lane.test.ts"],
    [
      [
        "a library's errors are not logged",
        'if (level === "error") log(`${of}: ${message}`, "error");',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/process/welcome.ts",
    ["test/http/welcome.test.ts"],
    [
      [
        "a configured password is shown",
        "madeUpPassword ?? `'\"$ADMIN_PASSWORD\"'`",
        "madeUpPassword ?? process.env.ADMIN_PASSWORD",
      ],
    ],
  ),
  ...inFile(
    "src/hosts/share.ts",
    ["test/hosts/share.test.ts"],
    [
      [
        "each host has all connections of jobs",
        "runsJobs ? config.pools.jobs : WITHOUT_JOBS",
        "config.pools.jobs",
      ],
      ["connections beside the pools are not counted", " + OTHERS)", ")"],
      ["each host takes all clients", "maxConnections: part(config.maxConnections),", ""],
    ],
  ),
  ...inFile(
    "src/hosts/turns.ts",
    ["test/hosts/turns.test.ts"],
    [["a turn that is over is kept", "turns.get(id)?.();", ""]],
  ),
  ...inFile(
    "src/hosts/hosts.ts",
    ["test/hosts/hosts.test.ts"],
    [
      [
        "a start that fails leaves the place empty",
        "if (this.#isNeeded(host)) this.#keep(this.#begin(host.number), failures);",
        "",
      ],
      [
        "a machine whose host was killed ended well",
        "codes.every((code) => code === 0) ? 0 : 1",
        "codes.some((code) => code === 0) ? 0 : 1",
      ],
      [
        "a restart that failed is the last",
        ".finally(() => {\n        this.#restarting = undefined;\n      });",
        ";",
      ],
      [
        "hosts migrate at once",
        "welcome(await first.serving);",
        "void first.serving.then(welcome);",
      ],
    ],
  ),
  ...inFile(
    "src/hosts/host.ts",
    ["test/hosts/hosts.test.ts"],
    [
      ["a host that hangs is waited for", 'this.#worker.process.kill("SIGKILL");', ""],
      [
        "a host that ends before it serves is waited for",
        "throw new Error(`Host ${number} has ended before it served (${how}).`);",
        "return new Promise<never>(() => {});",
      ],
    ],
  ),
  ...inFile(
    "src/hosts/metrics.ts",
    ["test/hosts/hosts.test.ts"],
    [["metrics do not name their host", "registry.setDefaultLabels({ host: String(host) });", ";"]],
  ),
  ...inFile(
    "src/hosts/quota-stores.ts",
    ["test/hosts/hosts.test.ts"],
    [["what is taken is told twice", "taken = [];\n    });", "});"]],
  ),
  ...inFile(
    "src/audit/witness.ts",
    ["test/audit/witness.test.ts"],
    [
      [
        "a webhook that does not answer is waited for",
        "signal: AbortSignal.timeout(PATIENCE),",
        "",
      ],
      ["a webhook is waited for ten minutes", "PATIENCE = 10_000", "PATIENCE = 600_000"],
      [
        "a webhook does not know that it gets JSON",
        'headers: { "content-type": "application/json", ...authorization },',
        "headers: authorization,",
      ],
      ["a webhook does not know who sends", ", ...authorization }", " }"],
      ["the user of a webhook stays in its URL", '  url.username = "";\n', ""],
      ["the password of a webhook stays in its URL", '  url.password = "";\n', ""],
      ["a password is sent as its URL has it", "${decoded(password)}", "${password}"],
    ],
  ),
  ...inFile(
    "src/audit/witness.ts",
    ["test/audit/witness.test.ts"],
    [["a webhook that is encrypted is a file", "/^https?:/", "/^http:/"]],
  ),
  ...inFile(
    "src/audit/read-rows.ts",
    ["test/audit/verify.test.ts"],
    [
      [
        "a lost connection ends an export that reads slowly with a stack",
        "    next.catch(() => {});\n",
        "",
      ],
    ],
  ),
];
