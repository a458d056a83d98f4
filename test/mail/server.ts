import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A mail that the server took. */
export interface TakenMail {
  from: string;
  to: string[];
  headers: string;
  body: string;
}

/** How the server fails. */
export type Fault =
  | { at: "MAIL FROM" | "RCPT TO" | "DATA"; code: number; text?: string }
  /** Closes the connection in the middle of the mail, or after it, before it says that it took it. */
  | { at: "middle of DATA" | "end of DATA" };

const decoded = (body: string) =>
  body
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/((?:=[\dA-F]{2})+)/g, (bytes) =>
      Buffer.from(bytes.replaceAll("=", ""), "hex").toString(),
    );

/** Starts a mail server on this machine that speaks SMTP, and fails if it is told to. */
export async function startMailServer(options: { offersTls?: boolean; user?: string } = {}) {
  const mails: TakenMail[] = [];
  const faults: Fault[] = [];
  let sessions = 0;
  const faultAt = (at: Fault["at"]) => (faults[0]?.at === at ? faults.shift() : undefined);
  const refusal = (fault: Fault) =>
    Object.assign(new Error(("text" in fault && fault.text) || "Not now."), {
      responseCode: "code" in fault ? fault.code : 421,
    });

  const server = new SMTPServer({
    authOptional: !options.user,
    ...(!options.offersTls && { disabledCommands: ["STARTTLS"] }),
    allowInsecureAuth: true,
    logger: false,
    onConnect(_session, done) {
      sessions += 1;
      done();
    },
    onAuth({ username, password }, _session, done) {
      const isRight = username === options.user && password === "p@ss/word";
      done(isRight ? null : new Error("Wrong."), isRight ? { user: username } : undefined);
    },
    onMailFrom(_address, _session, done) {
      const fault = faultAt("MAIL FROM");
      done(fault ? refusal(fault) : null);
    },
    onRcptTo(_address, _session, done) {
      const fault = faultAt("RCPT TO");
      done(fault ? refusal(fault) : null);
    },
    onData(stream, { envelope }, done) {
      const closes = faultAt("middle of DATA") ?? faultAt("end of DATA");
      if (closes?.at === "middle of DATA") {
        for (const one of server.connections) one.close();
        stream.resume();
        return;
      }
      text(stream).then((mail) => {
        const fault = faultAt("DATA");
        if (fault) return done(refusal(fault));
        const [headers = "", ...body] = mail.split("\r\n\r\n");
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : "",
          to: envelope.rcptTo.map(({ address }) => address),
          headers,
          body: decoded(body.join("\r\n\r\n")),
        });
        if (closes) for (const one of server.connections) one.close();
        else done();
      }, done);
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    host: "127.0.0.1",
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    faults,
    sessions: () => sessions,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
