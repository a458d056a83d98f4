import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { addressOfToken } from "../../src/delivery/push/alert-mail.ts";
import { makeEmail } from "../../src/delivery/push/email.ts";
import type { Outcome, Push } from "../../src/delivery/push/provider.ts";
import { makeSeal } from "../../src/people/seal.ts";
import { readConfig } from "../../src/settings/config.ts";
import { secretKey } from "../../src/settings/token-keys.ts";
import { type Fault, type MailServer, startMailServer } from "../mail/server.ts";
import { LATE, pushTo } from "./helpers/push.ts";

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());

const seal = makeSeal([secretKey("a secret of thirty-two characters")]);

/** Sends pushes through a provider of its own. Returns their outcomes, and the mails that the server took. */
async function send(pushes: Push[], faults: Fault[] = [], env: NodeJS.ProcessEnv = {}) {
  const { push } = readConfig({
    MAIL_URL: server.url,
    MAIL_FROM: "alerts@town.example",
    PUBLIC_URL: "https://alerts.example/",
    ORGANISATION_NAME: 'Town "of" <Water>, Example',
    ALERT_MAIL: "true",
    ...env,
  });
  if (!push.email) throw new Error("Email is off.");
  const provider = makeEmail(push.email, seal);
  server.mails.length = 0;
  server.faults.push(...faults);
  const outcomes = await provider.send(pushes);
  await provider.close?.();
  server.faults.length = 0;
  return { outcomes, mails: [...server.mails] };
}

const to = (given: Partial<Push> = {}) => pushTo("email:ada@example.org", given);
/** The value of a header, unfolded. */
const header = (headers: string, name: string) =>
  headers.replaceAll(/\r\n\s+/g, " ").match(new RegExp(`^${name}: (.*)$`, "mi"))?.[1];

test("a mail has the text twice, names the alert's first mail, and says how to stop it", async () => {
  const push = to({ title: "Flood <1>", text: "Leave & take\nthe cat.", level: "ONE" });
  const { outcomes, mails } = await send([push, { ...push, kind: "UPDATE", notificationId: 9 }]);
  expect(outcomes).toEqual([{ state: "accepted" }, { state: "accepted" }]);
  const [first, second] = mails.sort((one) => (/notification-9@/.test(one.headers) ? 1 : -1));
  const { from, to: recipients, headers = "", body = "" } = first ?? {};
  expect([from, recipients]).toEqual(["alerts@town.example", ["ada@example.org"]]);
  expect(header(headers, "From")).toBe('"Town \\"of\\" <Water>, Example" <alerts@town.example>');
  expect(header(headers, "Subject")).toBe("Flood <1>");
  expect(header(headers, "Message-ID")).toBe(
    `<notification-${push.notificationId}@alerts.example>`,
  );
  expect(header(headers, "References")).toBe("<alert-7@alerts.example>");
  expect(header(headers, "In-Reply-To")).toBeUndefined();
  expect(header(second?.headers ?? "", "In-Reply-To")).toBe("<alert-7@alerts.example>");
  expect(header(headers, "Auto-Submitted")).toBe("auto-generated");
  expect(header(headers, "List-Id")).toBe("<alerts.alerts.example>");
  expect(header(headers, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  const [, token = ""] =
    header(headers, "List-Unsubscribe")?.match(
      /^<https:\/\/alerts\.example\/unsubscribe\/([\w-]+)\?lang=en>$/,
    ) ?? [];
  expect(addressOfToken(seal, token)).toBe("ada@example.org");
  expect(addressOfToken(seal, `${token.slice(0, -3)}abc`)).toBeUndefined();
  expect(addressOfToken(seal, "nothing")).toBeUndefined();
  expect(body).toContain("Leave & take\r\nthe cat.");
  expect(body).toContain("Leave &#38; take\r\nthe cat.</p>");
  expect(body).toContain("https://alerts.example/#/alerts/7");
});

test("no text becomes a header, and a mail has the direction of its language", async () => {
  const { mails } = await send([
    to({ title: "Flood\r\nBcc: eve@example.org", text: "x", language: "ar-LB" }),
  ]);
  expect(mails[0]?.to).toEqual(["ada@example.org"]);
  expect(mails[0]?.headers).not.toMatch(/^bcc/im);
  const html = Buffer.from(
    mails[0]?.body.split("text/html").at(-1)?.split("\r\n\r\n")[1] ?? "",
    "base64",
  );
  expect(String(html) + mails[0]?.body).toContain('lang="ar-LB" dir="rtl"');
});

test("a mail is not sent after its alert has ended", async () => {
  expect(await send([to({ endsAt: performance.now() - 1 })])).toEqual({
    outcomes: [LATE],
    mails: [],
  });
});

test.each<[name: string, fault: Fault, outcome: Partial<Outcome>]>([
  [
    "an unknown address",
    { at: "RCPT TO", code: 550, text: "5.1.1 ada@example.org?" },
    { state: "dead" },
  ],
  [
    "a policy",
    { at: "RCPT TO", code: 554, text: "5.7.1 Relay denied" },
    { state: "failed", everyone: true },
  ],
  ["a full mailbox", { at: "RCPT TO", code: 452 }, { state: "retry", everyone: false }],
  ["a server that goes away", { at: "RCPT TO", code: 421 }, { state: "retry", everyone: true }],
  ["a refused sender", { at: "MAIL FROM", code: 550 }, { state: "retry", everyone: true }],
  ["a refused text", { at: "DATA", code: 554 }, { state: "failed" }],
  [
    "a connection that ends inside a mail",
    { at: "middle of DATA" },
    { state: "retry", everyone: false },
  ],
])("%s", async (_name, fault, outcome) => {
  const { outcomes } = await send([to()], [fault]);
  expect(outcomes).toEqual([{ why: expect.stringMatching(/^the mail server: .+/), ...outcome }]);
  expect(JSON.stringify(outcomes)).not.toContain("ada@");
});

test("a server that cannot be reached, or does not know the password, takes no mail of anyone", async () => {
  const closed = createServer().listen(0);
  const { port } = closed.address() as { port: number };
  await new Promise((resolve) => closed.close(resolve));
  const nowhere = await send([to()], [], { MAIL_URL: `smtp://127.0.0.1:${port}` });
  expect(nowhere.outcomes).toMatchObject([{ state: "retry", everyone: true }]);
  const strict = await startMailServer({ user: "alerts" });
  const { outcomes } = await send([to()], [], {
    MAIL_URL: strict.url.replace("//", "//alerts:no@"),
  });
  await strict.stop();
  expect(outcomes).toMatchObject([{ state: "retry", everyone: true }]);
});

test("mails go out at the rate that is set", async () => {
  const began = performance.now();
  const { mails } = await send(
    Array.from({ length: 5 }, () => to()),
    [],
    { ALERT_MAIL_PER_SECOND: "2" },
  );
  expect(mails).toHaveLength(5);
  expect(performance.now() - began).toBeGreaterThan(1500);
});
