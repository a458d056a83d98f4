import { inFile } from "../fault.ts";

const START = ["test/http/start.test.ts"];
const WORKER = ["test/delivery/worker.test.ts"];

/** Faults in how a process starts, says what it does, and learns that it should end. */
export const faults = [
  ...inFile(
    "src/process/run.ts",
    ["test/process/run.test.ts"],
    [
      ["a start that failed has succeeded", "process.exit(1);", "process.exit(0);"],
      ["a process that is done goes on", "process.exit(code ?? 0)", "code"],
      ["nobody learns why a start failed", "log(describe(error));", ""],
      ["a mistake in a setting is told with a stack", "error instanceof ConfigError\n", "false\n"],
    ],
  ),
  ...inFile(
    "src/process/signals.ts",
    ["test/process/signals.test.ts"],
    [
      [
        "a service that has heard its end is killed",
        '      parentPort?.postMessage("heard");\n',
        "",
      ],
      [
        "one of several hosts is killed though it has heard",
        '      tellParent({ kind: "heard" });\n',
        "",
      ],
      ["Ctrl-C kills a worker", '["SIGTERM", "SIGINT"] as const', '["SIGTERM"] as const'],
      [
        "a host is not told that another one takes its place",
        "onParent(",
        "((..._: unknown[]) => {})(",
      ],
    ],
  ),
  ...inFile("src/service-thread.ts", START, [
    ["Grafast runs with the checks of a development", 'import "./process/graphile-env.ts";\n', ""],
    ["the log has events of any level", "openLog(config.observation.logLevel)", 'openLog("debug")'],
    ["the log does not say where the metrics are", "metrics: service.metricsUrl,", ""],
    ["the log does not say where the service is", "url: service.url,", ""],
  ]),
  ...inFile("src/live/watch-silence.ts", WORKER, [
    ["a worker notices a silent database, and does nothing", "log, cutOff", "log, () => {}"],
  ]),
  ...inFile("src/worker.ts", WORKER, [
    [
      "a worker waits for good for a silent database",
      "  started.defer(await watchSilence(database, log));\n",
      "",
    ],
    [
      "a worker has no metrics",
      "await serveMetrics(metricsPort, database",
      "await serveMetrics(undefined, database",
    ],
    [
      "a worker does not tell whether providers take pushes",
      "database, undefined, channels.push.status)",
      "database)",
    ],
    ["a worker pushes to who was erased before a restore", "  await erasures.start();\n", ""],
    ["a worker witnesses nothing", "config.audit.checkpoints, await", "[], await"],
    ["a worker mails nothing", "openMail(config.mail, log)", "openMail(undefined, log)"],
    [
      "a worker lists no erasures",
      "publication, witness, erasures, mail }",
      "publication, witness, mail }",
    ],
  ]),
  ...inFile(
    "src/process/http-server.ts",
    ["test/http/slow-clients.test.ts"],
    [
      [
        "a head takes as long as a body",
        "headersTimeout: Math.min(timeouts.headers, timeouts.request)",
        "headersTimeout: timeouts.request",
      ],
      [
        "a request that is never answered keeps its connection",
        "  server.timeout = timeouts.request + timeouts.statement;\n",
        "",
      ],
      [
        "a statement that takes its time has no answer",
        "timeouts.request + timeouts.statement",
        "timeouts.request",
      ],
      ["KEEP_ALIVE_TIMEOUT changes nothing", "    keepAliveTimeout: timeouts.keepAlive,\n", ""],
      [
        "every error of a port is a port in use",
        'if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/process/http-server.ts",
    ["test/http/shutdown.test.ts"],
    [
      [
        "a stop cuts off who sent two requests at once",
        "if (requests.get(socket) === request) requests",
        "requests",
      ],
      [
        "a stop cuts off websockets as half-sent requests",
        '  server.on("upgrade", (_request, socket) => requests.delete(socket));\n',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/server.ts",
    ["test/embedded/busy-shutdown.test.ts"],
    [["a busy service ends with its embedded database open", "    await closeEmbedded();\n", ""]],
  ),
  ...inFile("src/server.ts", START, [
    ["a rolling restart ends one host alone", 'process.on("SIGUSR2"', 'process.on("SIGWINCH"'],
  ]),
  ...inFile(
    "src/server.ts",
    ["test/hosts/hosts.test.ts"],
    [
      [
        "several hosts that cannot start exit with 0",
        'log(cannotStart("The service")(error));\n    process.exit(1);',
        'log(cannotStart("The service")(error));\n    process.exit();',
      ],
      [
        "nobody is told why several hosts cannot start",
        'log(cannotStart("The service")(error));\n',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/service.ts",
    ["test/http/service.test.ts"],
    [
      [
        "a pooler that drops the timeout of requests is not noticed",
        "  await requireHostSessions(database);\n",
        "",
      ],
      [
        "a host without jobs says whether pushes go out",
        "config.runsJobs ? channels.push.status : undefined",
        "channels.push.status",
      ],
    ],
  ),
  ...inFile(
    "src/service.ts",
    ["test/metrics/metrics.test.ts"],
    [
      [
        "a host does not tell whether providers take pushes",
        "database, replica, pushStatus)",
        "database, replica)",
      ],
    ],
  ),
];
