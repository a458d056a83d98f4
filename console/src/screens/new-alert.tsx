import "../geo/unite.ts";
import { useEffect } from "preact/hooks";
import { Title } from "../components/title.tsx";
import { beginDraft, openDraft, reopenDraft } from "../state/draft.ts";
import { screenWatch } from "../state/route.ts";
import { t } from "../words/translate.ts";
import { AlertDetails, AlertKind } from "./new-alert/alert-kind.tsx";
import { AlertTexts } from "./new-alert/alert-texts.tsx";
import { DraftSaving } from "./new-alert/draft-saving.tsx";
import { DraftStage } from "./new-alert/draft-stage.tsx";
import { Publish } from "./new-alert/publish.tsx";

/** Goes on with this tab's draft, or begins one. */
async function begin(): Promise<void> {
  const isStill = screenWatch();
  if (!(await reopenDraft()) && isStill()) beginDraft();
}

/** The screen for a new alert: draw the area, write the texts, publish. */
export function NewAlertScreen() {
  const isOpen = openDraft.value !== undefined;
  useEffect(() => {
    if (!isOpen) void begin();
  }, [isOpen]);
  if (!isOpen) return <main class="page" aria-busy="true" />;
  return (
    <DraftStage label={t("What to publish")}>
      <Title text={t("New alert")} />
      <DraftSaving />
      <Publish>
        <AlertKind />
        <AlertTexts />
        <AlertDetails />
      </Publish>
    </DraftStage>
  );
}
