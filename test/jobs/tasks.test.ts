import { describe, expect, test } from "@jest/globals";
import type { Task } from "graphile-worker";
import { makeAuditTasks } from "../../src/audit/index.ts";
import { publishAlert, publishHeld } from "../../src/delivery/tasks/publish-alert.ts";
import { RETENTION } from "../../src/delivery/tasks/retention.ts";
import { UPKEEP } from "../../src/delivery/tasks/upkeep.ts";
import { makeSendMail } from "../../src/mail/send-mail.ts";
import type { MailText } from "../../src/mail/texts.ts";

/** Tests the tasks of jobs, with a database that answers as a test says. */

type Answer = (text: string, values: readonly unknown[]) => unknown[];

/** Runs a task. Returns its statements, with the values of those that have some, and its warnings. */
async function run(
  task: Task | undefined,
  payload: object,
  answer: Answer,
  ending = new AbortController(),
) {
  const asked: unknown[] = [];
  const warnings: string[] = [];
  const query = async (text: string, values: readonly unknown[] = []) => {
    const [name] = /app_private\.\w+/.exec(text) ?? [];
    asked.push(values.length > 0 ? [name, ...values] : name);
    return { rows: answer(text, values) };
  };
  const error: unknown = await Promise.resolve(
    task?.(
      payload as never,
      {
        query,
        withPgClient: (use: (client: object) => unknown) => use({ query }),
        abortSignal: ending.signal,
        logger: { warn: (line: string) => warnings.push(line) },
      } as never,
    ),
  ).catch((failure: unknown) => failure);
  return { asked, warnings, error: (error as Error | undefined)?.message };
}

const failing = (): never => {
  throw new Error("the database is away");
};

test.each([
  "make_position_partitions",
  "purge_sessions",
  "end_expired_alerts",
  "compact_alert_reach",
  "purge_logins",
] as const)("%s calls the database's function of that name", async (name) => {
  expect((await run(UPKEEP[name], {}, () => [])).asked).toEqual([`app_private.${name}`]);
});

test("check_notification_ids warns if too few ids are left", async () => {
  const { warnings } = await run(UPKEEP.check_notification_ids, {}, () => [{ last: 2 ** 31 }]);
  expect(warnings).toHaveLength(1);
});

describe("the audit log", () => {
  test("has all waiting entries chained, ten thousand in a transaction", async () => {
    const counts = [10_000, 10_000, 3, 10_000];
    const { asked } = await run(makeAuditTasks(async () => {}).chain_audit, {}, () => [
      { chained: counts.shift() },
    ]);
    expect(asked).toHaveLength(3);
  });

  test("has a checkpoint at the end of its chain once all is chained, and none while it is empty", async () => {
    const witnessed: unknown[] = [];
    const { checkpoint_audit } = makeAuditTasks(async (end) => void witnessed.push(end));
    for (const ends of [[{ place: 7, hash: "a" }], []]) {
      const { asked, error } = await run(checkpoint_audit, {}, (text) =>
        text.includes("chain_audit(") ? [{ chained: 0 }] : ends,
      );
      expect(asked).toEqual([["app_private.chain_audit", 10_000], "app_private.audit_chain"]);
      expect(error).toBeUndefined();
    }
    expect(witnessed).toStrictEqual([{ place: 7, hash: "a" }]);
  });
});

describe.each(["count_versions", "count_figures"])("%s", (name) => {
  const task = UPKEEP[name];

  test("goes on until nothing is left", async () => {
    let steps = 3;
    const { asked } = await run(task, {}, () => [{ isMore: --steps > 0 }]);
    expect(asked).toHaveLength(3);
  });

  test("leaves the rest to the next try if the worker ends", async () => {
    const ending = new AbortController();
    let steps = 0;
    const more = () => {
      steps += 1;
      if (steps === 2) ending.abort();
      return [{ isMore: steps < 10 }];
    };
    const { asked, error } = await run(task, {}, more, ending);
    expect(asked).toHaveLength(2);
    expect(error).toBe("This operation was aborted");
  });
});

test.each<[string, Task, object]>([
  ["of an alert", publishAlert, { alertId: 7 }],
  ["that was held", publishHeld, { id: 7 }],
])("a publication %s that fails is tried again", async (_which, task, payload) => {
  expect((await run(task, payload, failing)).error).toBe("the database is away");
});

describe("data that is kept for a limited time", () => {
  const none = () => [{ isMore: 0, next: null }];

  test.each([
    [
      "purge_positions",
      {},
      [
        ["app_private.purge_position_hashes", 0],
        "app_private.purge_positions",
        "app_private.drop_position_partitions",
      ],
    ],
    [
      "forget_history",
      { userId: 7 },
      [
        ["app_private.drain_reports", [7]],
        ["app_private.forget_history", 7],
      ],
    ],
    [
      "forget_history",
      { userId: null },
      [
        ["app_private.drain_reports", null],
        ["app_private.purge_position_hashes", 0],
        "app_private.purge_positions",
        "app_private.drop_position_partitions",
      ],
    ],
    ["purge_last_positions", {}, [["app_private.purge_last_positions", 0]]],
    ["purge_notification_places", {}, ["app_private.purge_notification_places"]],
    ["purge_deliveries", {}, ["app_private.purge_deliveries"]],
    ["purge_speeches", {}, ["app_private.purge_speeches"]],
    ["purge_audit", {}, ["app_private.purge_audit"]],
  ])("is purged by the task %s with %j", async (name, payload, statements) => {
    expect((await run(RETENTION[name], payload, none)).asked).toEqual(statements);
  });

  test("is purged from where the last step ended", async () => {
    const steps = [{ next: 7 }, { next: 9 }, { next: null }];
    const { asked } = await run(RETENTION.purge_last_positions, {}, () => [steps.shift()]);
    expect(asked).toEqual([0, 7, 9].map((from) => ["app_private.purge_last_positions", from]));
  });

  test("is purged step by step until nothing is left", async () => {
    const steps = [{ isMore: 5 }, { isMore: 5 }, { isMore: null }];
    const { asked } = await run(RETENTION.purge_speeches, {}, () => [steps.shift()]);
    expect(asked).toHaveLength(3);
  });
});

describe("a mail", () => {
  const link = { address: "ada@example.org", token: "7.secret" };
  const sent: [string, string][] = [];
  const sender = (send: () => Promise<"sent" | "refused address">) => ({
    publicUrl: "https://alerts.example",
    send: async (address: string, { text }: MailText) => {
      sent.push([address, /#(\S+)/.exec(text)?.[1] ?? ""]);
      return await send();
    },
  });
  const mailed = (
    send: () => Promise<"sent" | "refused address">,
    payload: object,
    links = [link],
  ) => run(makeSendMail(sender(send)), payload, (text) => (text.includes("make_") ? links : []));

  test.each([
    [{ kind: "verification", userId: 7 }, "app_private.make_verification_mail", 7, "verify"],
    [
      { kind: "password", email: "ada@example.org" },
      "app_private.make_password_mail",
      "ada@example.org",
      "password",
    ],
  ])("for %j has its own link, and its success is recorded", async (payload, name, whose, kind) => {
    sent.length = 0;
    const { asked, error } = await mailed(async () => "sent", payload);
    expect(asked).toEqual([
      [name, whose],
      ["app_private.note_mail_outcome", null],
    ]);
    expect(sent).toEqual([["ada@example.org", `${kind}/7.secret`]]);
    expect(error).toBeUndefined();
  });

  const password = { kind: "password", email: "ada@example.org" };

  test("is left to other hosts by a host that sends none", async () => {
    const { asked, error } = await run(makeSendMail(undefined), password, () => [link]);
    expect([asked, error]).toEqual([[], undefined]);
  });

  test("without a recipient is not sent, and is no failure", async () => {
    sent.length = 0;
    const { asked, error } = await mailed(async () => "sent", password, []);
    expect([asked.length, sent, error]).toEqual([1, [], undefined]);
  });

  test("that fails is tried again, and the recorded reason does not contain the secret of its link", async () => {
    const why = `refused ${link.token} and ${link.token} ${"x".repeat(1000)}`;
    const { asked, error } = await mailed(() => Promise.reject(new Error(why)), password);
    const told = `refused … and … ${"x".repeat(284)}`;
    expect(asked.slice(1)).toEqual([["app_private.note_mail_outcome", told]]);
    expect(error).toBe(told);
  });

  test("that fails has its reason recorded without the characters that the database cannot store", async () => {
    const why = `no\0 service ${"x".repeat(287)}\u{1f30a}`;
    const { asked, error } = await mailed(() => Promise.reject(new Error(why)), password);
    const told = `no service ${"x".repeat(287)}\ufffd`;
    expect(asked.slice(1)).toEqual([["app_private.note_mail_outcome", told]]);
    expect(error).toBe(told);
  });

  test.each([
    [
      "<Ada@Example.ORG>: Recipient address rejected: Domain not found",
      "<…>: Recipient address rejected: Domain not found",
    ],
    ["Sender alerts@town.example, to ada@example.org: greylisted", "Sender …, to …: greylisted"],
    ['"ada b"@example.org (later)', "… (later)"],
    ["connect ECONNREFUSED 127.0.0.1:25", "connect ECONNREFUSED 127.0.0.1:25"],
  ])("that fails with %j has its reason recorded without email addresses", async (why, told) => {
    const { asked, error } = await mailed(() => Promise.reject(new Error(why)), password);
    expect(asked.slice(1)).toEqual([["app_private.note_mail_outcome", told]]);
    expect(error).toBe(told);
  });

  test("to an address that is refused for good is not tried again", async () => {
    const { asked, error, warnings } = await mailed(async () => "refused address", password);
    expect(asked.slice(1)).toEqual([["app_private.note_mail_outcome", null]]);
    expect([error, warnings.length]).toEqual([undefined, 1]);
    expect(warnings.join()).not.toContain(link.address);
  });
});
