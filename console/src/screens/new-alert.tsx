import "../geo/unite.ts";
import { useEffect } from "preact/hooks";
import { Title } from "../components/title.tsx";
import { beginDraft, draftPlace, openDraft } from "../state/draft.ts";
import { screenWatch } from "../state/route.ts";
import { t } from "../words/translate.ts";
import { AlertKind } from "./new-alert/alert-kind.tsx";
import { AlertTexts } from "./new-alert/alert-texts.tsx";
import { AlertZones } from "./new-alert/alert-zones.tsx";
import { Sharing } from "./new-alert/draft-sharing.tsx";
import { DraftStage } from "./new-alert/draft-stage.tsx";
import { KeptHere } from "./new-alert/kept-here.tsx";
import { OpenElsewhere } from "./new-alert/open-elsewhere.tsx";
import { Publish } from "./new-alert/publish.tsx";

/** Continues with this tab's draft, or begins one. */
async function begin(): Promise<void> {
  const isStill = screenWatch();
  if (!(await openDraft()) && isStill()) beginDraft();
}

/** The screen for a new alert: draw the area, write the texts, publish. */
export function NewAlertScreen() {
  useEffect(() => void begin(), []);
  switch (draftPlace.value) {
    case "nowhere":
      return <main class="page" aria-busy="true" />;
    case "elsewhere":
      return (
        <OpenElsewhere>
          <button type="button" onClick={() => beginDraft()}>
            {t("Begin another draft")}
          </button>
        </OpenElsewhere>
      );
    case "here":
      return (
        <DraftStage label={t("What to publish")}>
          <Title text={t("New alert")} />
          <KeptHere />
          <Sharing />
          <AlertZones />
          <AlertTexts />
          <AlertKind />
          <Publish />
        </DraftStage>
      );
  }
}
