import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:net";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import nodemailer from "nodemailer";
import { writeMail } from "../../src/mail/texts.ts";
import { channelState, channelStateText } from "../../src/ops/channel-state.ts";
import { readConfig } from "../../src/settings/config.ts";
import { type MailServer, startMailServer } from "./server.ts";

/** The options with which mail servers were contacted. */
const transports: object[] = [];
jest.unstable_mockModule("nodemailer", () => ({
  createTransport(options: object) {
    transports.push(options);
    return nodemailer.createTransport(options);
  },
}));
const { makeMailer } = await import("../../src/mail/mailer.ts");

const servers: MailServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function start(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(options);
  servers.push(server);
  return server;
}
const mailerFor = (url: string) => {
  const { mail } = readConfig({
    MAIL_URL: url,
    MAIL_FROM: "alerts@town.example",
    PUBLIC_URL: "https://alerts.example/",
  });
  if (!mail) throw new Error("Mail is off.");
  return makeMailer(mail);
};
const MAIL = writeMail("password", "https://alerts.example", "7.secret");

test("a mail is sent as plain text with its link, in all languages", async () => {
  const server = await start();
  expect(await mailerFor(server.url)("ada@example.org", MAIL)).toBe("sent");
  const [{ from, to, headers, body } = { from: "", to: [], headers: "", body: "" }] = server.mails;
  expect({ from, to }).toEqual({ from: "alerts@town.example", to: ["ada@example.org"] });
  expect(headers).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
  expect(body).toContain("https://alerts.example/join#password/7.secret\r\n");
  expect(body).toMatch(/Only the newest mail works.*Vale solo l'email più recente/s);
  expect(MAIL.text).toMatch(/your password stays as it is\..*la tua password resta com'è\./s);
});

test.each([
  [
    "verification",
    "Confirm your email / Conferma la tua email / Bestätigen Sie Ihre E-Mail / Confirme su correo",
    /within three days:.*entro tre giorni.*binnen drei Tagen.*en tres días/s,
  ],
  [
    "password",
    "Set a new password / Imposta una nuova password / Neues Passwort festlegen / Nueva contraseña",
    /within an hour\..*entro un'ora.*binnen einer Stunde.*en una hora/s,
  ],
] as const)(
  "a %s mail says how long its link works, and has the link once",
  (kind, subject, until) => {
    const mail = writeMail(kind, "https://alerts.example", "7.secret");
    expect(mail.subject).toBe(subject);
    expect(mail.text).toMatch(until);
    expect(mail.text).toMatch(/If it was not you, do nothing.*Altrimenti non fare nulla/s);
    const [, verb] = /\nhttps:\/\/alerts\.example\/join#(\w+)\/7\.secret\n/.exec(mail.text) ?? [];
    expect(verb).toBe(kind === "verification" ? "verify" : "password");
    expect(mail.text.split("7.secret")).toHaveLength(2);
  },
);

test.each(["a,b@example.org", "a<b>@example.org", '"a"@example.org', "a;b@example.org"])(
  "the address %s is used as one recipient and adds no header, or is refused",
  async (address) => {
    const server = await start();
    await mailerFor(server.url)(address, MAIL).catch(() => {});
    for (const { to, headers } of server.mails) {
      // The recipient is this address, not another one that is the end of it.
      expect(to.map((one) => one.replaceAll('"', ""))).toEqual([address.replaceAll('"', "")]);
      expect(headers.match(/^To:/gm)).toHaveLength(1);
      expect(headers).not.toMatch(/^(Cc|Bcc):/im);
    }
  },
);

describe("sending a mail", () => {
  test.each([421, 451, 452, 550, 554])(
    "fails if the server answers %i to the mail, and works the next time",
    async (code) => {
      const server = await start();
      server.faults.push({ at: "DATA", code });
      await expect(mailerFor(server.url)("ada@example.org", MAIL)).rejects.toThrow(String(code));
      expect(await mailerFor(server.url)("ada@example.org", MAIL)).toBe("sent");
    },
  );

  test("fails if the server refuses the address for now, and reports an address that is refused for good", async () => {
    const server = await start();
    server.faults.push({ at: "RCPT TO", code: 450 });
    await expect(mailerFor(server.url)("ada@example.org", MAIL)).rejects.toThrow("450");
    server.faults.push({ at: "RCPT TO", code: 550 });
    expect(await mailerFor(server.url)("ada@example.org", MAIL)).toBe("refused address");
    expect(server.mails).toEqual([]);
  });

  test.each(["middle of DATA", "end of DATA"] as const)(
    "fails if the server leaves in the %s",
    async (at) => {
      const server = await start();
      server.faults.push({ at });
      await expect(mailerFor(server.url)("ada@example.org", MAIL)).rejects.toThrow();
    },
  );

  test("fails if there is no server", async () => {
    const nobody = createServer();
    await new Promise<void>((resolve) => nobody.listen(0, "127.0.0.1", resolve));
    const { port } = nobody.address() as AddressInfo;
    await new Promise((resolve) => nobody.close(resolve));
    await expect(mailerFor(`smtp://127.0.0.1:${port}`)("ada@example.org", MAIL)).rejects.toThrow(
      "ECONNREFUSED",
    );
  });

  test("fails if the server says nothing for ten seconds", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const connected = once(silent, "connection");
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
    try {
      const sending = mailerFor(`smtp://127.0.0.1:${port}`)("ada@example.org", MAIL);
      let isOver = false;
      const over = sending.catch((error: Error) => {
        isOver = true;
        return error.message;
      });
      const [socket] = (await connected) as [Socket];
      const turn = () => new Promise((resolve) => setImmediate(resolve));
      // There are ten seconds to connect, and ten for the greeting.
      for (let second = 0; second < 20 && !isOver; second += 1) {
        for (let turns = 0; turns < 20; turns += 1) await turn();
        jest.advanceTimersByTime(1_000);
        await turn();
      }
      expect(isOver).toBe(true);
      expect(await over).toMatch(/greeting/i);
      socket.destroy();
    } finally {
      jest.useRealTimers();
      silent.close();
    }
  });

  test("fails without sending it if the server's certificate is not trusted", async () => {
    const server = await start({ offersTls: true, user: "alerts" });
    const url = server.url.replace("//", "//alerts:p%40ss%2Fword@");
    await expect(mailerFor(url)("ada@example.org", MAIL)).rejects.toThrow(/certificate/i);
    expect(server.mails).toEqual([]);
  });
});

test("sending a mail fails if its login would cross the network unencrypted", async () => {
  const server = await start({ user: "alerts" });
  // This address leads here too, but is not a name of this machine.
  const url = server.url.replace("//", "//alerts:p%40ss%2Fword@").replace("127.0.0.1", "0.0.0.0");
  await expect(mailerFor(url)("ada@example.org", MAIL)).rejects.toThrow(/STARTTLS|TLS/);
  expect(server.mails).toEqual([]);
});

test.each([
  ["smtp://u:p@mail.example.org", false, true],
  ["smtp://u:p@localhost.example.org", false, true],
  ["smtp://u:p@127.example.org", false, true],
  ["smtp://u:p@localhost", false, false],
  ["smtp://u:p@127.0.0.2", false, false],
  ["smtp://u:p@[::1]", false, false],
  ["smtp://mail.example.org", false, false],
  // This connection is encrypted from the beginning.
  ["smtps://u:p@mail.example.org", true, false],
])(
  "the connection to %s is encrypted from the start: %p, or before the password: %p",
  (url, secure, requireTLS) => {
    mailerFor(url);
    expect(transports.at(-1)).toMatchObject({ secure, requireTLS });
  },
);

test("a mail server is logged in to with the user and password of MAIL_URL", async () => {
  const server = await start({ user: "alerts" });
  const url = (password: string) => server.url.replace("//", `//alerts:${password}@`);
  expect(await mailerFor(url("p%40ss%2Fword"))("ada@example.org", MAIL)).toBe("sent");
  await expect(mailerFor(url("wrong"))("ada@example.org", MAIL)).rejects.toThrow("535");
});

test("the state of mail has the reason and the time of a failure, and its text only the time", () => {
  const failing = { since: "2026-01-02T03:04:05.678901+00:00", why: "535 of mail.example.org" };
  expect(channelState("on", failing)).toEqual({
    state: "FAILING",
    reason: failing.why,
    since: 1_767_323_045,
  });
  expect(channelState("on", null)).toEqual({ state: "ON", reason: null, since: null });
  expect(channelState("off: set MAIL_URL", failing)).toEqual({
    state: "OFF",
    reason: "set MAIL_URL",
    since: null,
  });
  expect(channelStateText("on", failing)).toBe("failing since 2026-01-02T03:04:05.678Z");
  expect(channelStateText("on", null)).toBe("on");
  expect(channelStateText("off: set MAIL_URL", failing)).toBe("off: set MAIL_URL");
});
