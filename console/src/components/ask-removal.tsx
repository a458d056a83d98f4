import { done } from "../state/notice.ts";
import { t } from "../words/translate.ts";
import { FormDialog } from "./form.tsx";

/** Asks before something is removed for all colleagues, or says what else happens. */
export function AskRemoval(props: {
  name: string;
  remove: () => Promise<void>;
  /** What happens, if it is not gone for all colleagues. */
  result?: string | undefined;
  onClose: () => void;
}) {
  const { name, remove, onClose } = props;
  return (
    <FormDialog
      title={t("Remove “{name}”?", { name })}
      action={t("Remove it")}
      cancel={t("Keep it")}
      isDanger
      submit={async () => {
        await remove();
        onClose();
        done(t("Removed: {name}", { name }));
      }}
      onClose={onClose}
    >
      <p>
        {props.result ??
          t("It is gone for your colleagues too then. Nothing that was published changes.")}
      </p>
    </FormDialog>
  );
}
