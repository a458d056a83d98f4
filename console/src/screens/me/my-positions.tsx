import { useState } from "preact/hooks";
import { LastPositionOnlyDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { t } from "../../words/translate.ts";

/** Asks before the history of the user's positions is deleted. */
function KeepLastOnly(props: {
  onClose: () => void;
  onConfirm: () => void;
  isBusy: boolean;
  problem: string;
}) {
  const title = t("Keep only my last position?");
  return (
    <Dialog label={title} onClose={props.onClose}>
      <h2>{title}</h2>
      <p>
        {t(
          "All my earlier positions are deleted, and no new history is kept. That cannot be undone. Alerts reach me as before.",
        )}
      </p>
      <Problem text={props.problem} />
      <div class="actions">
        <button type="button" class="danger" disabled={props.isBusy} onClick={props.onConfirm}>
          {t("Delete my history")}
        </button>
        <button type="button" onClick={props.onClose}>
          {t("Cancel")}
        </button>
      </div>
    </Dialog>
  );
}

/** Shows and changes whether a history of the user's positions is kept. */
export function MyPositions(props: { id: number; isLastOnly: boolean; onChange: () => void }) {
  const { id, isLastOnly, onChange } = props;
  const [isAsking, setAsking] = useState(false);
  const { run, isBusy, problem } = useAction(async (lastPositionOnly: boolean) => {
    await request(LastPositionOnlyDocument, { id, lastPositionOnly });
    setAsking(false);
    onChange();
  });
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
      {!isAsking && <Problem text={problem} />}
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
        <KeepLastOnly
          onClose={() => setAsking(false)}
          onConfirm={() => void run(true)}
          isBusy={isBusy}
          problem={problem}
        />
      )}
    </section>
  );
}
