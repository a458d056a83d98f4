import { useState } from "preact/hooks";
import { LastPositionOnlyDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { FormDialog } from "../../components/form.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { t } from "../../words/translate.ts";

/** Shows and changes whether a history of the user's positions is kept. */
export function MyPositions(props: { id: number; isLastOnly: boolean; onChange: () => void }) {
  const { id, isLastOnly, onChange } = props;
  const [isAsking, setAsking] = useState(false);
  async function keep(lastPositionOnly: boolean): Promise<void> {
    await request(LastPositionOnlyDocument, { id, lastPositionOnly });
    setAsking(false);
    onChange();
  }
  const { run, isBusy, problem } = useAction(keep);
  return (
    <section aria-labelledby="positions">
      <h2 id="positions">{t("My positions")}</h2>
      <p>
        {isLastOnly
          ? t("Only my last position is kept: where I was before, nobody can see.")
          : t("My last position is kept, and a history of those before it.")}{" "}
        <span class="hint">
          {t("If the service keeps nobody’s history, it keeps none of mine either.")}
        </span>
      </p>
      <Problem text={problem} />
      {isLastOnly ? (
        <button type="button" disabled={isBusy} onClick={() => void run(false)}>
          {t("Keep a history from now on")}
        </button>
      ) : (
        <button type="button" onClick={() => setAsking(true)}>
          {t("Keep only my last position…")}
        </button>
      )}
      {isAsking && (
        <FormDialog
          title={t("Keep only my last position?")}
          action={t("Delete my history")}
          isDanger
          submit={() => keep(true)}
          onClose={() => setAsking(false)}
        >
          <p>
            {t(
              "All my earlier positions are deleted, and no new history is kept. That cannot be undone. Alerts reach me as before.",
            )}
          </p>
        </FormDialog>
      )}
    </section>
  );
}
