import { t } from "../words/translate.ts";
import { FormDialog } from "./form.tsx";

/** Asks before something that all administrators use is removed. */
export function AskRemoval(props: {
  name: string;
  remove: () => Promise<void>;
  onClose: () => void;
}) {
  const { name, remove, onClose } = props;
  return (
    <FormDialog
      title={t("Remove “{name}”?", { name })}
      action={t("Remove it")}
      cancel={t("Keep it")}
      isDanger
      submit={() => remove().then(onClose)}
      onClose={onClose}
    >
      <p>{t("It is gone for all administrators then. Nothing that was published changes.")}</p>
    </FormDialog>
  );
}
