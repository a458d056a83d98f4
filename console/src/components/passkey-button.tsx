import "../words/console-refusals.ts";
import { type PasskeyAnswer, showPasskey } from "../api/passkeys.ts";
import { t } from "../words/translate.ts";
import { Problem } from "./problem.tsx";
import { useAction } from "./use-action.ts";

/**
 * A button to show a passkey; nothing where the browser has none.
 * @param props.ticket At a login: that of the password, or "" without one.
 */
export function PasskeyButton(props: {
  ticket?: string;
  use: (answer: PasskeyAnswer) => Promise<unknown>;
}) {
  const { ticket, use } = props;
  const { run, isBusy, problem } = useAction(async () => {
    await use(await showPasskey(ticket));
  });
  if (!globalThis.PublicKeyCredential) return null;
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void run()}>
        {t("Use a passkey")}
      </button>
      <Problem text={problem} />
    </>
  );
}
