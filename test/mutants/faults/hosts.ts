import { inFile } from "../fault.ts";

/** Faults in several hosts of one machine. */
export const faults = [
  ...inFile(
    "src/limits/shared-buckets.ts",
    ["test/limits/shared-buckets.test.ts"],
    [
      ["hosts count by themselves", "this.#tell(key, untold);", ""],
      ["each request is told of", "if (untold < this.#enough) {", "if (false) {"],
      ["what is told is told again", "this.#untold.delete(key);", ""],
      ["a refusal is told of", "if (wait === 0) this.#note", "this.#note"],
    ],
  ),
  ...inFile(
    "src/hosts/turns.ts",
    ["test/hosts/turns.test.ts"],
    [
      ["a dead host keeps its turn", "for (const end of turns.values()) end();", ""],
      [
        "a dead host takes the turns that it waited for",
        "if (host.hasEnded) return Promise.resolve();",
        "",
      ],
      ["a host is not told of a refusal", "isRefused: true", "isRefused: false"],
    ],
  ),
  ...inFile(
    "src/hosts/share.ts",
    ["test/hosts/share.test.ts"],
    [
      ["jobs run in each host", "config.runsJobs && number === 1", "config.runsJobs"],
      ["a host may have one connection", "const LEAST = 2;", "const LEAST = 1;"],
      ["the remainder is lost", "(number <= whole % hosts ? 1 : 0)", "0"],
    ],
  ),
  ...inFile(
    "src/hosts/hosts.ts",
    ["test/hosts/hosts.test.ts"],
    [
      ["a host that died is not missed", "if (!this.#isNeeded(host)) return;", "return;"],
      [
        "an old host ends before the new one serves",
        "await next.serving;",
        'await this.#end(this.#places[number] as Host, "restart", 0);',
      ],
      ["old hosts stay", 'await this.#end(old, "restart", this.#times.keepAlive);', ""],
    ],
  ),
  ...inFile(
    "src/hosts/relay.ts",
    ["test/hosts/hosts.test.ts"],
    [["what is taken is not passed on", "other.tell(message)", "undefined"]],
  ),
  ...inFile(
    "src/process/http-server.ts",
    ["test/hosts/hosts.test.ts"],
    [
      [
        "a host that is replaced closes idle connections",
        "NetServer.prototype.close.call(server);",
        "server.close();",
      ],
    ],
  ),
  ...inFile(
    "src/log/open-log.ts",
    ["test/log/open-log.test.ts"],
    [["several processes mix their lines", "const PIPE_BUF = 4096;", "const PIPE_BUF = 16_384;"]],
  ),
  ...inFile(
    "src/database/primary-client.ts",
    ["test/crash/failover.test.ts"],
    [["a standby is taken for the database", 'parameterValue === "on"', 'parameterValue === ""']],
  ),
  ...inFile(
    "src/database/primary-client.ts",
    ["test/database/primary-client.test.ts"],
    [
      ["attempts to connect hang in a silence", "isSilent = true;", "isSilent = false;"],
      ["attempts to connect stay short", "      isSilent = false;\n", ""],
    ],
  ),
  ...inFile(
    "src/database/open.ts",
    ["test/database/open.test.ts"],
    [
      [
        "a login of the host's own may lead to a standby",
        "{ ...owner, connectionString: hostDatabaseUrl }",
        "{ connectionString: hostDatabaseUrl }",
      ],
    ],
  ),
  ...inFile(
    "src/database/open.ts",
    ["test/crash/failover.test.ts"],
    [
      [
        "requests wait for connections that are dead",
        'cutOff(client, "the database is silent");',
        "void client;",
      ],
    ],
  ),
];
