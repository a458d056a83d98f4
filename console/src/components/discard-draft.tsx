import { t } from "../words/translate.ts";
import { FormDialog } from "./form.tsx";

/** Asks before a draft is discarded, because it cannot be restored. */
export function DiscardDraft(props: {
  discard: () => void;
  onClose: () => void;
  /** True if the other administrators keep it. */
  isShared?: boolean;
}) {
  const { discard, onClose, isShared } = props;
  return (
    <FormDialog
      title={t("Discard this draft?")}
      action={t("Discard it")}
      cancel={t("Keep it")}
      isDanger
      submit={() => {
        discard();
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        {isShared
          ? t("This browser forgets it. The other administrators keep the shared draft.")
          : t("Its area and its texts are gone then. Nothing that was published changes.")}
      </p>
    </FormDialog>
  );
}
