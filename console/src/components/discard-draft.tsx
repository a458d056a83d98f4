import { t } from "../words/translate.ts";
import { Dialog } from "./dialog.tsx";

/** Asks before a draft is discarded, because it cannot be restored. */
export function DiscardDraft(props: {
  discard: () => void;
  onClose: () => void;
  /** True if the other administrators keep it. */
  isShared?: boolean;
}) {
  const { discard, onClose, isShared } = props;
  return (
    <Dialog label={t("Discard this draft?")} onClose={onClose}>
      <h2>{t("Discard this draft?")}</h2>
      <p>
        {isShared
          ? t("This browser forgets it. The other administrators keep the shared draft.")
          : t("Its area and its texts are gone then. Nothing that was published changes.")}
      </p>
      <div class="actions">
        <button
          type="button"
          class="danger"
          onClick={() => {
            discard();
            onClose();
          }}
        >
          {t("Discard it")}
        </button>
        <button type="button" onClick={onClose}>
          {t("Keep it")}
        </button>
      </div>
    </Dialog>
  );
}
