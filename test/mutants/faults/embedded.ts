import { inFile } from "../fault.ts";

/** Faults in the embedded database: its protocol, its clients and its directory. */
export const faults = [
  ...inFile(
    "src/database/embedded/fast-symbols.ts",
    ["test/embedded/fast-symbols.test.ts"],
    [
      [
        "the keys of all objects are listed once",
        'if (typeof value !== "object" || !Object.hasOwn(value, KNOWN_EXPORT)) return keysOf(value);',
        'if (typeof value !== "object") return keysOf(value);',
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/protocol.ts",
    ["test/embedded/protocol.test.ts"],
    [
      [
        "a text without an end is read",
        'if (zero < 0) throw new ProtocolError("invalid message format");',
        "",
      ],
      ["an error of the embedded database has no end", ", Buffer.from([0]));", ");"],
      [
        "names of statements are read in Latin 1",
        'bytes.toString("utf8", offset, end - 1), end',
        'bytes.toString("latin1", offset, end - 1), end',
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/backend-output.ts",
    ["test/embedded/protocol.test.ts"],
    [
      [
        "every answer to a Parse is hidden",
        "if (this.#hiddenParses === 0) return true;\n        this.#hiddenParses -= 1;",
        "if (this.#hiddenParses === 0) return true;",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/channels.ts",
    ["test/embedded/protocol.test.ts"],
    [
      [
        "a quoted channel is another one",
        "name.startsWith('\"') ? name : name.toLowerCase()",
        "name.toLowerCase()",
      ],
      ["DISCARD ALL in capitals is overlooked", "discard\\s+all\\b/i", "discard\\s+all\\b/"],
      ["a channel in a text is listened to", "(?:^|;)\\s*(un)?listen", "(un)?listen"],
      ["a dollar ends the name of a channel", "[a-z_][\\w$]*", "[a-z_]\\w*"],
    ],
  ),
  ...inFile(
    "src/database/embedded/settings.ts",
    ["test/embedded/protocol.test.ts"],
    [
      [
        "two spaces make another setting",
        'given.toLowerCase().replace(/\\s+/, " ")',
        "given.toLowerCase()",
      ],
      [
        "DISCARD ALL with a semicolon is overlooked",
        "discard\\s+all\\s*;?\\s*$/i",
        "discard\\s+all\\s*$/i",
      ],
      [
        "a setting changes those that the session began with",
        "const actual = new Map(current);",
        "const actual = current as Map<string, string>;",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/startup.ts",
    ["test/embedded/protocol.test.ts"],
    [
      [
        "a client that names no database is refused",
        'parameters.get("database") ?? user',
        'parameters.get("database") ?? ""',
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/startup-settings.ts",
    ["test/embedded/protocol.test.ts"],
    [
      [
        "a start-up parameter in capitals is never reset",
        "settings.set(name.toLowerCase(), setting(name, value));\n    }",
        "settings.set(name, setting(name, value));\n    }",
      ],
      [
        "only the first dash of an option is an underscore",
        'given.replaceAll("-", "_")',
        'given.replace("-", "_")',
      ],
      ["an option ends at its last equals sign", "([^=]+)=", "(.+)="],
    ],
  ),
  ...inFile(
    "src/database/embedded/statement-names.ts",
    ["test/embedded/protocol.test.ts"],
    [
      ["a name of umlauts is too long", "Buffer.byteLength(prefixed)", "prefixed.length"],
      [
        "a prepared DEALLOCATE names another statement",
        'message("P", backendName, deallocated, bytes.subarray(textEnd))',
        'message("P", backendName, bytes.subarray(textAt))',
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/client-session.ts",
    ["test/embedded/client-session.test.ts"],
    [
      ["a client that reads nothing has turns", " && !this.#stream.writableNeedDrain", ""],
      [
        "a client that reads again has no turn",
        'stream.on("drain", () => events.ready(this));',
        "",
      ],
      ["a connection that fails ends the embedded database", 'stream.on("error", () => {});', ""],
      ["each part of an answer is sent alone", "this.#stream.cork();", ""],
      ["a client that was refused runs its statements", "this.batches.length = 0;", ""],
      [
        "a client that has left is not read to its end",
        "    this.#stream.resume();\n    this.#events.ready(this);\n  }\n\n  #receive",
        "    this.#events.ready(this);\n  }\n\n  #receive",
      ],
      [
        "a named statement is taken for the unnamed one",
        "if (bytes[5] === 0) draft.unnamedParse = parse;",
        "draft.unnamedParse = parse;",
      ],
      [
        "a batch needs the unnamed statement that it makes",
        "bytes[endOfString(bytes, 5)] === 0 && !draft.unnamedParse",
        "bytes[endOfString(bytes, 5)] === 0",
      ],
      [
        "the call of a function breaks the protocol",
        '      case "F":\n        this.#finish("query", bytes);\n        break;\n',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/client-session.ts",
    ["test/embedded/protocol.test.ts"],
    [["a closed connection reads as a failed statement", '"FATAL", code', '"ERROR", code']],
  ),
  ...inFile(
    "src/database/embedded/multiplexer.ts",
    ["test/embedded/multiplexer.test.ts"],
    [
      [
        "who does not know the protocol yet is notified",
        "session.connected && session !== except",
        "session !== except",
      ],
      [
        "a client that comes too late is served",
        'if (this.#closed) session.end("57P03", "the embedded database is closing");',
        "",
      ],
      ["statements that wait run before the end", "session.batches.length = 0;", ""],
      ["the end does not wait for the running statement", "await this.#running;", ""],
      [
        "a client that left has turns for ever",
        "this.#sessions.has(session) && session.runnable",
        "session.runnable",
      ],
      ["only the first idle transaction is told", "      this.#idleWarning = undefined;\n", ""],
      [
        "each client that waits is told of",
        "this.#idleWarning ??= setTimeout",
        "this.#idleWarning = setTimeout",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/batch-runner.ts",
    ["test/embedded/multiplexer.test.ts"],
    [
      [
        "a COPY that waits for its data gives the backend away",
        'session.beginCopy(batch, output.firstCopyRequest);\n      return this.#status === "I";',
        "session.beginCopy(batch, output.firstCopyRequest);\n      return true;",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/batch-runner.ts",
    ["test/embedded/clients.test.ts"],
    [
      [
        "settings that were refused count as set",
        "session.refuse(output.error);\n      return false;",
        "session.refuse(output.error);\n      this.#settings = session.settings;\n      return false;",
      ],
      [
        "a simple query of another client drops an unnamed statement for good",
        "      this.#unnamedOwner = undefined;\n      session.unnamed = undefined;",
        "      session.unnamed = undefined;",
      ],
      [
        "a statement that is parsed again belongs to nobody",
        "} else if (batch.unnamedParse || replaced) {",
        "} else if (batch.unnamedParse) {",
      ],
      [
        "a change of settings drops an unnamed statement for good",
        "    this.#unnamedOwner = undefined;\n    const output = await this.#request([query(text)]);",
        "    const output = await this.#request([query(text)]);",
      ],
      [
        "who leaves in a batch takes another's unnamed statement along",
        "      this.#unnamedOwner = undefined;\n      if (this.#status",
        "      if (this.#status",
      ],
      [
        "a query that PostgreSQL skips ends the embedded database",
        "last === 0x51 && parts.length === 1",
        "last === 0x51",
      ],
      ["COPY in capitals takes no data", "\\bstdin\\b/i", "\\bstdin\\b/"],
    ],
  ),
  ...inFile(
    "src/database/embedded/port-stream.ts",
    ["test/embedded/port-stream.test.ts"],
    [
      ["a port's messages have any size", " && length < MESSAGE_SIZE", ""],
      [
        "what nobody reads is acknowledged",
        "if (this.push(bytes)) this.#acknowledge();",
        "this.push(bytes);\n      this.#acknowledge();",
      ],
      ["bytes are acknowledged twice", "    this.#received = 0;\n  }", "  }"],
      ["a port goes on after its end", "      this.#resume = undefined;\n", ""],
    ],
  ),
  ...inFile(
    "src/database/embedded/close-from-outside.ts",
    ["test/embedded/close-from-outside.test.ts"],
    [
      ["a thread that has no database waits for its end", "if (!isOpen) return;", ""],
      [
        "the end of another thread's database is not waited for",
        "await Promise.race([closed.promise, sleep(PATIENCE)]);",
        "",
      ],
      ["any message closes a database", '.data !== "close") return', '.data === "closed") return'],
    ],
  ),
  ...inFile(
    "src/database/embedded/data-directory.ts",
    ["test/embedded/data-directory.test.ts"],
    [
      ["a database that exists is made again", "if (existsSync(finished)) return false;", ""],
      [
        "a creation that failed counts as a database",
        "const unfinished = `${finished}.new`;",
        "const unfinished = finished;",
      ],
      [
        "the rest of a creation that failed stops the next",
        "rmSync(unfinished, { recursive: true, force: true });",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/socket-server.ts",
    ["test/embedded/socket-server.test.ts"],
    [
      ["a socket's path is counted in letters", "Buffer.byteLength(path) >", "path.length >"],
      ["a path of 103 bytes is too long", "> MAX_PATH", ">= MAX_PATH"],
      ["the socket of a killed process stays", "rmSync(path, { force: true });", ""],
      ["all directories share a socket", ".update(directory)", ""],
    ],
  ),
  ...inFile(
    "src/database/embedded/directory-lock.ts",
    ["test/embedded/lock.test.ts"],
    [
      [
        "a broken lock is taken for that of another process",
        "if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/client-session.ts",
    ["test/embedded/client-session.test.ts"],
    [
      [
        "a message that PostgreSQL does not know is passed over",
        "        throw new ProtocolError(`invalid frontend message type ${bytes[0]}`);",
        "        break;",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/close-from-outside.ts",
    ["test/embedded/close-from-outside.test.ts"],
    [
      [
        "a process waits for ever for a database that is busy",
        "Promise.race([closed.promise, sleep(PATIENCE)])",
        "closed.promise",
      ],
      [
        "a process waits for a minute for a database that is busy",
        "PATIENCE = 5_000",
        "PATIENCE = 60_000",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/index.ts",
    ["test/embedded/lock.test.ts"],
    [
      [
        "commands look for a socket where it is not",
        "await realpath(options.dataDir)",
        "options.dataDir",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/startup.ts",
    ["test/embedded/protocol.test.ts"],
    [
      [
        "a client is told a wrong name of the database",
        'the embedded one is named "postgres"`',
        'the embedded one is named "alerts"`',
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/worker.ts",
    ["test/embedded/lock.test.ts"],
    [
      ["the first start does not say why it takes ten seconds", "(about ten seconds) …", ""],
      [
        "the first start seems to take hours",
        "(performance.now() - began) / 1000",
        "performance.now() - began",
      ],
    ],
  ),
];
