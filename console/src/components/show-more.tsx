import { t } from "../words/translate.ts";

/**
 * A button that loads more of a list. It stays enabled while it loads, because a disabled button would lose the
 * keyboard's focus.
 */
export function ShowMore({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) {
  return (
    <button type="button" aria-busy={isBusy} onClick={onClick}>
      {isBusy ? t("Asking…") : t("Show more")}
    </button>
  );
}
