import { AlertKind } from "./new-alert/alert-kind.tsx";
import { AlertTexts } from "./new-alert/alert-texts.tsx";
import { AlertZones } from "./new-alert/alert-zones.tsx";
import { DraftStage } from "./new-alert/draft-stage.tsx";
import { Publish } from "./new-alert/publish.tsx";

/** The screen for a new alert: draw the area, write the texts, publish. */
export function NewAlertScreen() {
  return (
    <DraftStage label="What to publish">
      <h1>New alert</h1>
      <AlertZones />
      <AlertTexts />
      <AlertKind />
      <Publish />
    </DraftStage>
  );
}
