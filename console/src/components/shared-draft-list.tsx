import { useEffect, useState } from "preact/hooks";
import { now } from "../state/now.ts";
import {
  openShared,
  otherEditor,
  removeShared,
  type SharedDraft,
  sharedDrafts,
} from "../state/shared-drafts.ts";
import { isTraining } from "../state/training.ts";
import { moment } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { AskRemoval } from "./ask-removal.tsx";
import { Problem } from "./problem.tsx";
import { useAction } from "./use-action.ts";

const LOAD_INTERVAL_MS = 10_000;

/** Lists the drafts that administrators share, or shows nothing if there are none. */
export function SharedDrafts() {
  const [asked, setAsked] = useState<SharedDraft>();
  useEffect(() => {
    const load = () => void sharedDrafts.load();
    load();
    const timer = setInterval(load, LOAD_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  const { run, isBusy, problem } = useAction(openShared);
  const all = sharedDrafts.data.value;
  const error = sharedDrafts.error.value;
  if (!all?.length) return error ? <Problem text={error} /> : null;
  return (
    <section aria-labelledby="shared-drafts">
      <h2 id="shared-drafts">{t("Shared drafts")}</h2>
      <Problem text={problem || error} />
      <ul class="cards">
        {all.map((shared) => {
          const { id, name, updatedAt, user } = shared;
          const editor = otherEditor(shared, now.value);
          return (
            <li key={id} class="user">
              <div>
                <strong>{name}</strong>{" "}
                {shared.isTraining && <span class="badge role">{t("In training")}</span>}
                <p class="hint">
                  {[
                    user
                      ? t("Changed {time} by {name}", { time: moment(updatedAt), name: user.name })
                      : t("Changed {time}", { time: moment(updatedAt) }),
                    editor && t("{name} works on it now", { name: editor }),
                  ]
                    .filter(Boolean)
                    .join(". ")}
                </p>
              </div>
              {(shared.isTraining || !isTraining.value) && (
                <div class="user-actions">
                  <button
                    type="button"
                    disabled={isBusy}
                    aria-label={t("Open {name}", { name })}
                    onClick={() => void run(id)}
                  >
                    {t("Open")}
                  </button>
                  <button
                    type="button"
                    aria-label={t("Remove {name}", { name })}
                    onClick={() => setAsked(shared)}
                  >
                    {t("Remove…")}
                  </button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {asked && (
        <AskRemoval
          name={asked.name}
          remove={() => removeShared(asked.id)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}
