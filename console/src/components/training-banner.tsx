import { useEffect } from "preact/hooks";
import { route } from "../state/route.ts";
import { isTraining, training } from "../state/training.ts";
import { t } from "../words/translate.ts";

/** Says on every screen that a training user's alerts are exercises. */
export function TrainingBanner() {
  const to = route.value;
  useEffect(() => void training.load(), [to]);
  return (
    <p role="status" class={isTraining.value ? "training" : "unseen"}>
      {isTraining.value && (
        <>
          <strong>{t("Training.")}</strong>{" "}
          {t("Whatever you publish is an exercise: only testers get it.")}
        </>
      )}
    </p>
  );
}
