import { inFile } from "../fault.ts";

/** Faults in running several hosts on one machine. */
export const faults = [
  ...inFile(
    "src/hosts/host.ts",
    ["test/hosts/host.test.ts"],
    [
      [
        "a host that drains is killed",
        "watchEnd(reason, heard, drain, (why)",
        "watchEnd(reason, heard, 0, (why)",
      ],
      [
        "a host that has ended is told something",
        "if (!this.hasEnded) this.#worker",
        "this.#worker",
      ],
      ["a host that has ended is killed", "      if (this.hasEnded) return;\n", ""],
      [
        "a host whose process cannot begin never ends",
        "if (this.#worker.process.pid === undefined) resolve(error.message);",
        "void error;",
      ],
      [
        "an error of a process that runs is its end",
        "if (this.#worker.process.pid === undefined) resolve",
        "resolve",
      ],
      [
        "the last error of a host ends the parent",
        'this.#worker.on("error"',
        'this.#worker.once("error"',
      ],
    ],
  ),
  ...inFile(
    "src/hosts/hosts.ts",
    ["test/hosts/places.test.ts"],
    [
      [
        "a host that was replaced reads as one that died",
        "      if (!this.#isNeeded(host)) return;\n",
        "",
      ],
      [
        "the death of a host is no error",
        'another one starts.`, "error");',
        "another one starts.`);",
      ],
    ],
  ),
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
    "src/hosts/run-hosts.ts",
    ["test/hosts/hosts.test.ts"],
    [["a standby that is away does not lag", '    serialization: "advanced",\n', ""]],
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
  ...inFile(
    "src/hosts/hosts.ts",
    ["test/hosts/places.test.ts"],
    [
      ["hosts begin after a signal", "if (this.#isEnding) return;\n    const hosts", "const hosts"],
      ["two restarts run at once", "this.#restarting ??=", "this.#restarting ="],
      [
        "a restart goes on after a signal",
        "if (this.#isEnding) return;\n      const next",
        "const next",
      ],
      [
        "a host that is replaced drains",
        "this.#times.keepAlive);\n    }",
        "this.#times.drain);\n    }",
      ],
      [
        "hosts that fail are begun twice a second",
        "PAUSE * 2 ** failures, LONGEST_PAUSE",
        "PAUSE * 2 ** failures, PAUSE",
      ],
      [
        "the pause has no end",
        "Math.min(PAUSE * 2 ** failures, LONGEST_PAUSE)",
        "PAUSE * 2 ** failures",
      ],
      [
        "a host that ends with all others is replaced",
        "!this.#isEnding && this.#places",
        "this.#places",
      ],
      [
        "a host that served begins with a long pause",
        "host.hasServed ? 0 : failures + 1",
        "failures + 1",
      ],
      [
        "hosts that have ended still run",
        "void host.ended.then(() => this.#running.delete(host));",
        "",
      ],
      ["a host that was replaced is replaced again", "&& this.#places[host.number] === host", ""],
      [
        "the machine serves before all hosts do",
        "await Promise.all(hosts.map(({ serving }) => serving));",
        "",
      ],
      ["nothing is shared with a new host", "    this.#adopt(host);\n", ""],
      [
        "a host that cannot begin is given up",
        "      void this.#replace(host, failures + 1);\n",
        "",
      ],
      [
        "a host that cannot begin is tried twice a second",
        "void this.#replace(host, failures + 1)",
        "void this.#replace(host, failures)",
      ],
    ],
  ),
  ...inFile(
    "src/database/replica.ts",
    ["test/database/replica.test.ts"],
    [
      ["a standby that is behind has no age", "KEPT = 3_600_000", "KEPT = 3_600"],
      [
        "what a standby that is gone did not reach is kept for ever",
        "this.#ahead.filter((one) => one.at > at - KEPT), {",
        "this.#ahead, {",
      ],
      ["a standby is asked after its end", "this.#stopping.abort();\n", ""],
      [
        "connections to a standby stay",
        "await Promise.all([this.pool.end(), this.#options.watcher.end()]);",
        "await this.pool.end();",
      ],
    ],
  ),
  ...inFile(
    "src/database/open-replica.ts",
    ["test/database/open.test.ts"],
    [
      ["a standby is read as the owner", '"-c role=app_host -c jit=off"', '"-c jit=off"'],
      ["a standby that is gone is waited for", "connectionTimeoutMillis: PATIENCE,", ""],
      [
        "reads of a standby have no end",
        "      statement_timeout: timeouts.statement,\n      idle",
        "      idle",
      ],
      ["a standby has ten connections of each host", "max: poolSize,", "max: 3,"],
      ["an end of a standby is not noticed", "keepAlive: true,", ""],
      [
        "a report may be missed by a standby",
        "longestReport: timeouts.statement",
        "longestReport: 0",
      ],
    ],
  ),
  ...inFile(
    "src/database/public-pool.ts",
    ["test/database/public-pool.test.ts"],
    [
      [
        "public requests wait for a publication of minutes",
        "const timer = setTimeout(end, URGENT);",
        "const timer = undefined;",
      ],
      ["a publication goes ahead for 0.4 s", "URGENT = 500", "URGENT = 400"],
    ],
  ),
  ...inFile(
    "src/hosts/turns.ts",
    ["test/hosts/parent.test.ts"],
    [
      ["work that is refused runs", "if (await promise) throw this.#refusal();", "await promise;"],
      ["a turn is never over", 'tellParent({ kind: "turnOver", id });', ""],
      ["all turns have one id", "this.#last += 1;", ""],
      ["a queue is idle while work waits", "if (this.#open === 0) for", "for"],
      ["a queue that is idle is waited for", "if (this.#open > 0) await", "await"],
      [
        "work does not wait for its turn",
        "if (await promise) throw",
        "if (promise === undefined) throw",
      ],
    ],
  ),
  ...inFile(
    "src/hosts/quota-stores.ts",
    ["test/hosts/parent.test.ts"],
    [
      [
        "what others let their users take does not count",
        "stores.get(name)?.charge(key, count);",
        ";",
      ],
      ["what is taken is of one quota", "tell(name, key, count)", 'tell("requests", key, count)'],
      ["each use of a turn is a message", "if (taken.length > 1) return;", ""],
      [
        "a quota that another host has ends the process",
        "stores.get(name)?.charge",
        "(stores.get(name) as SharedBuckets).charge",
      ],
    ],
  ),
  ...inFile(
    "src/hosts/metrics.ts",
    ["test/hosts/parent.test.ts"],
    [
      [
        "hosts that start are asked for metrics",
        "[...hosts].filter(({ hasServed }) => hasServed)",
        "[...hosts]",
      ],
      ["a scrape waits for a host that has ended", "void host.ended.then(() => resolve([]));", ""],
      [
        "a scrape waits for ever",
        "const timer = setTimeout(() => resolve([]), PATIENCE);",
        "const timer = undefined;",
      ],
      ["a late answer is taken for that of a scrape", "if (message.id === id) resolve", "resolve"],
      ["each scrape leaves a listener", 'host.off("metrics", hear);', ""],
      ["each scrape leaves a timer", "clearTimeout(timer);", ""],
      ["a host that hangs reads as up", "metrics.length > 0 ? number : []", "number"],
      ["an empty place has no number in the metrics", "place <= places", "place < places"],
    ],
  ),
  ...inFile(
    "src/hosts/run-hosts.ts",
    ["test/hosts/hosts.test.ts"],
    [
      ["nobody learns which signal ends all hosts", "events(`${signal}: ending all hosts.`);", ""],
      [
        "programs do not read how many connections the hosts share",
        "{ hosts: config.hosts, connections: connections.all, metrics: metrics?.url }",
        "{ metrics: metrics?.url }",
      ],
    ],
  ),
];
