import { useEffect } from "preact/hooks";
import { MailServerDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { loaded } from "../state/loaded.ts";
import { providerState } from "../words/push.ts";
import { t } from "../words/translate.ts";

const mailServer = loaded(
  async (signal) => (await request(MailServerDocument, {}, { signal })).mailServer,
);

/** Says in a line whether mails go out now. */
export function MailReadiness() {
  useEffect(() => void mailServer.load(), []);
  const server = mailServer.data.value;
  if (!server) return null;
  return (
    <p class="hint">
      {t("Mail: {state}", { state: providerState({ provider: "mail", ...server }) })}
    </p>
  );
}
