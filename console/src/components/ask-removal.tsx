import { t } from "../words/translate.ts";
import { Dialog } from "./dialog.tsx";
import { Problem } from "./problem.tsx";
import { useAction } from "./use-action.ts";

/** Asks before something that all administrators use is removed. */
export function AskRemoval(props: {
  name: string;
  remove: () => Promise<void>;
  onClose: () => void;
}) {
  const { name, onClose } = props;
  const { run, isBusy, problem } = useAction(async () => {
    await props.remove();
    onClose();
  });
  const title = t("Remove “{name}”?", { name });
  return (
    <Dialog label={title} onClose={onClose}>
      <h2>{title}</h2>
      <p>{t("It is gone for all administrators then. Nothing that was published changes.")}</p>
      <Problem text={problem} />
      <div class="actions">
        <button type="button" class="danger" disabled={isBusy} onClick={() => void run()}>
          {t("Remove it")}
        </button>
        <button type="button" onClick={onClose}>
          {t("Keep it")}
        </button>
      </div>
    </Dialog>
  );
}
