import { inFile } from "../fault.ts";

/** Faults in the jobs, and in what runs them. */
export const faults = [
  ...inFile(
    "src/jobs/audit.ts",
    ["test/jobs/tasks.test.ts"],
    [
      [
        "ten thousand entries of the log are chained a minute",
        "if ((rows as { chained: number }[])[0]?.chained !== CHUNK) return;",
        "return;",
      ],
      [
        "a checkpoint leaves out the entries that wait",
        "await chain(query as Query);\n    const",
        "const",
      ],
      [
        "a log without entries has a checkpoint",
        "if (rows[0]) await witness(rows[0]);",
        "await witness(rows[0] as never);",
      ],
    ],
  ),
  ...inFile(
    "src/jobs/audit.ts",
    ["test/commands/audit.test.ts"],
    [["a checkpoint is of the first place", "order by place desc", "order by place"]],
  ),
  ...inFile(
    "src/jobs/figures.ts",
    ["test/jobs/tasks.test.ts"],
    [
      [
        "figures are counted one step an hour",
        "if (!rows[0]?.more || abortSignal?.aborted) return;",
        "return;",
      ],
      ["a count holds up the end of its host", " || abortSignal?.aborted", ""],
    ],
  ),
  ...inFile(
    "src/jobs/heartbeat.ts",
    ["test/jobs/beats.test.ts"],
    [
      [
        "one pool of a process is alive",
        "heartbeatQuery([...this.#pools])",
        "heartbeatQuery([...this.#pools].slice(0, 1))",
      ],
      ["no pool is alive", "this.#pools.add(poolId);", ""],
      [
        "a heart beats after its process has ended its jobs",
        "if (signal.aborted) return;\n      if",
        "if",
      ],
    ],
  ),
  ...inFile(
    "src/jobs/heartbeat.ts",
    ["test/jobs/heartbeat.test.ts"],
    [
      [
        "the first jobs of a pool that dies at once stay locked",
        "client.query(heartbeatQuery([workerPool.id]))",
        'client.query("select 1")',
      ],
    ],
  ),
  ...inFile(
    "src/jobs/index.ts",
    ["test/jobs/crontab.test.ts"],
    [
      ["nobody counts figures", "        ...FIGURES,\n", ""],
      ["nobody chains the audit log", "        ...makeAuditTasks(witness),\n", ""],
      ["entries of the log are never chained", "* * * * * chain_audit\n", ""],
      [
        "checkpoints come once a day",
        "*/10 * * * * checkpoint_audit",
        "10 0 * * * checkpoint_audit",
      ],
      ["erasures wait for a day", "* * * * * list_erasures", "0 0 * * * list_erasures"],
      ["sessions are never purged", "40 3 * * * purge_sessions ?fill=2d\n", ""],
      ["failed log-ins are never purged", "40 3 * * * purge_logins ?fill=2d\n", ""],
      ["entries of the log are never purged", "50 3 * * * purge_audit ?fill=2d\n", ""],
      [
        "last positions are never purged",
        "0 4 * * * purge_last_positions ?fill=2d&jobKey=purge_last_positions\n",
        "",
      ],
      [
        "a purge of pushes takes the place of one of last positions",
        "jobKey=purge_deliveries",
        "jobKey=purge_last_positions",
      ],
      ["speeches are never purged", "30 4 * * * purge_speeches ?fill=2d\n", ""],
      ["both workers count", "count_versions ?queue=figures&", "count_versions ?"],
      [
        "a night without workers keeps places",
        "purge_notification_places ?fill=2d&",
        "purge_notification_places ?",
      ],
      [
        "the job of sessions purges log-ins",
        "purge_sessions: upkeep.purgeSessions",
        "purge_sessions: upkeep.purgeLogins",
      ],
      ["erasures that wait are never listed", "await erasures?.list()", "undefined"],
      ["nothing is purged", "{ concurrency: 2, tasks: RETENTION },", ""],
      ["nobody is pushed to", "...channels.lanes,", ""],
      [
        "mails that were asked for before the server was set are never sent",
        'if (mail.sender) await owner.query("select app_private.begin_mail()");',
        "",
      ],
      ["mails wait for a server that is not set", "if (mail.sender) await", "await"],
      [
        "the lanes of a failed start run on",
        "} catch (error) {\n    await stop();",
        "} catch (error) {",
      ],
    ],
  ),
  ...inFile(
    "src/jobs/lane.ts",
    ["test/jobs/heartbeat.test.ts", "test/jobs/lane.test.ts"],
    [
      ["a lane's jobs are released while they run", "heartbeat.add(poolId);", ""],
      ["a lane runs one job at once", "concurrency: lane.concurrency", "concurrency: 1"],
      [
        "the end of a process does not wait for its jobs",
        "}\n    await worker?.ended;\n  }",
        "}\n  }",
      ],
    ],
  ),
  ...inFile(
    "src/jobs/lane.ts",
    ["test/jobs/lane.test.ts"],
    [
      ["the log does not say that jobs failed", 'logProblems(log, "jobs")', 'logProblems(log, "")'],
      [
        "Prometheus does not see the first failure",
        'for (const outcome of ["ok", "error"]) jobRuns.inc({ task, outcome }, 0);',
        "",
      ],
      ["jobs that fail count as done", 'count("error")', 'count("ok")'],
    ],
  ),
  ...inFile(
    "src/jobs/publish-alert.ts",
    ["test/jobs/runs.test.ts"],
    [
      ["an alert that changes is published twice at once", " and key is not null", ""],
      ["a publication is never left to the next job", "rows[0]?.is_newest === true", "true"],
    ],
  ),
  ...inFile(
    "src/jobs/publish-held.ts",
    ["test/jobs/tasks.test.ts"],
    [["a failed publication counts as done", "[id]);", "[id]).catch(() => {});"]],
  ),
  ...inFile(
    "src/jobs/retention.ts",
    ["test/jobs/retention.test.ts"],
    [
      ["a purge takes one step a night", "if (!rows[0]?.done) return;", "return;"],
      [
        "a purge holds up the end of its host",
        "abortSignal.throwIfAborted();\n    const { rows }",
        "const { rows }",
      ],
      [
        "a walk through all users holds up the end of its host",
        "abortSignal.throwIfAborted();\n    const answer",
        "const answer",
      ],
      ["a walk through all users takes one step", "answer.rows[0]?.next ?? null", "null"],
      [
        "a report that runs leaves a position behind",
        'await helpers.query("select app_private.drain_reports($1)", [userId === null ? null : [userId]]);',
        "",
      ],
      [
        "a setting for everyone forgets nobody's history",
        "if (userId === null) await purgePositions(payload, helpers);",
        "if (userId === null) return;",
      ],
      [
        "a user's history is kept",
        'else await inSteps(helpers, "app_private.forget_history($1)", [userId]);',
        "",
      ],
      [
        "the job of last positions purges speeches",
        '"app_private.purge_last_positions"',
        '"app_private.purge_position_hashes"',
      ],
    ],
  ),
  ...inFile(
    "src/jobs/retention.ts",
    ["test/jobs/tasks.test.ts"],
    [
      ["a walk begins again", "[\n      from,\n    ]", "[\n      0,\n    ]"],
      [
        "kept positions are never blurred",
        'await inSteps(helpers, "app_private.coarsen_positions()");',
        "",
      ],
      [
        "hashes of positions are kept",
        'await throughAll(helpers, "app_private.purge_position_hashes");',
        "",
      ],
      [
        "empty partitions stay",
        'await helpers.query("select app_private.drop_position_partitions()");',
        "",
      ],
      [
        "places of notifications are kept",
        'await inSteps(helpers, "app_private.purge_notification_places()")',
        "undefined",
      ],
    ],
  ),
  ...inFile(
    "src/jobs/send-mail.ts",
    ["test/jobs/tasks.test.ts"],
    [
      ["a host that sends no mails fails those of others", "if (!sender) return;", ""],
      ["half a character is noted of a mail that fails", "storable(told", "String(told"],
      [
        "a mail to nobody is tried again and again",
        "if (!link) return;",
        'if (!link) throw new Error("Nobody has this email.");',
      ],
      ["the secret of a link is shown to operators", '.replaceAll(link.token, "…")', ""],
      ["a secret that comes twice is shown to operators", ".replaceAll(link", ".replace(link"],
      ["the log has the email of a mail that failed", '.replaceAll(EMAIL, "…")', ""],
      ["an email in quotes is in the log", '"[^"]*"|', ""],
      ["a mail server's whole page is kept", ".slice(0, LONGEST_REASON)", ""],
      ["/readyz does not know that mails fail", "await query(NOTE, [why]);", ""],
      ["a mail that failed is never sent", "throw new Error(why);", "return;"],
      ["mails fail for ever after one did", "await query(NOTE, [null]);", ""],
      [
        "a refused address is tried again",
        'if (outcome === "refused address") logger.warn("A mail server refused an address for good.");',
        'if (outcome === "refused address") throw new Error("refused");',
      ],
      [
        "each kind of mail has the link of a password",
        "query<{ address: string; token: string }>(LINKS[job.kind]",
        "query<{ address: string; token: string }>(LINKS.password",
      ],
    ],
  ),
  ...inFile(
    "src/jobs/worker-pool.ts",
    ["test/jobs/worker-pool.test.ts"],
    [
      ["a broken connection of the jobs is used again", "release(destroy);", "release();"],
      ["why the database is away is not known", ", { cause: error }", ""],
    ],
  ),
  ...inFile(
    "src/jobs/index.ts",
    ["test/jobs/crontab.test.ts"],
    [
      ["a heart beats on after its process has ended its jobs", "    heartbeat.stop();\n", ""],
      [
        "a process that ends is dead before its last job is done",
        "await Promise.all(running.map((lane) => lane.stop()));\n    heartbeat.stop();",
        "heartbeat.stop();\n    await Promise.all(running.map((lane) => lane.stop()));",
      ],
    ],
  ),
  ...inFile(
    "src/jobs/index.ts",
    ["test/jobs/runs.test.ts"],
    [
      [
        "what is held waits for two seconds more",
        "concurrency: 1, pollInterval: 500,",
        "concurrency: 1,",
      ],
      [
        "one publication runs at once",
        "{ concurrency: 6, tasks: { publish_alert",
        "{ concurrency: 1, tasks: { publish_alert",
      ],
      ["mails are never sent", "makeSendMail(mail) }", "makeSendMail({ sender: undefined }) }"],
      [
        "expired alerts never end",
        "end_expired_alerts: upkeep.endExpiredAlerts",
        "end_expired_alerts: upkeep.compactAlertReach",
      ],
      [
        "partitions are never made",
        "make_position_partitions: upkeep.makePositionPartitions",
        "make_position_partitions: upkeep.purgeSessions",
      ],
    ],
  ),
  ...inFile(
    "src/jobs/upkeep.ts",
    ["test/jobs/runs.test.ts"],
    [
      [
        "upkeep that failed counts as done",
        "for (const sql of statements) await client.query(sql);",
        "for (const sql of statements) client.query(sql).catch(() => {});",
      ],
      [
        "failed log-ins are purged as sessions",
        'purgeLogins = call("select app_private.purge_logins()")',
        'purgeLogins = call("select app_private.purge_sessions()")',
      ],
    ],
  ),
  ...inFile(
    "src/jobs/lane.ts",
    ["test/jobs/runs.test.ts"],
    [
      ["jobs of the second lost worker stay locked", "      poolId = next.poolId;\n", ""],
      [
        "the crontab of a lost worker runs on",
        "worker?.runner.stop().catch(() => {});",
        "if (signal.aborted) worker?.runner.stop().catch(() => {});",
      ],
      [
        "a lane whose database starts slowly ends",
        "return undefined;\n      });",
        "throw error;\n      });",
      ],
      ["graphile-worker takes the signals", "noHandleSignals: true,", ""],
      [
        "outcomes that cannot be written end the process",
        "worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },",
        "",
      ],
      [
        "a lane looks for jobs every two seconds",
        "...(lane.pollInterval ? { pollInterval: lane.pollInterval } : {}),",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/jobs/speak-alert.ts",
    ["test/speech/speak-alert.test.ts"],
    [
      [
        "an engine speaks on while its worker ends",
        "engine.speak(text, language, abortSignal)",
        "engine.speak(text, language, new AbortController().signal)",
      ],
      [
        "a new encoding makes no new files",
        "${engine.voiceFor(language)} ${MP3_FORMAT}",
        "${engine.voiceFor(language)}",
      ],
    ],
  ),
];
