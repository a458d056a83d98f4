import { useState } from "preact/hooks";
import type { AlertQuery } from "../../api/operations.ts";
import { LevelBadge } from "../../components/level-badge.tsx";
import { PublishDialog } from "../../components/publish-dialog.tsx";
import { PushPreview } from "../../components/push-preview.tsx";
import { PushReadiness } from "../../components/push-readiness.tsx";
import { TextEditor } from "../../components/text-editor.tsx";
import { MapPicture } from "../../map/map-picture.tsx";
import { alertZones } from "../../map/zone-layers.ts";
import { excess } from "../../state/text-length.ts";
import { languageName } from "../../words/languages.ts";
import { people } from "../../words/numbers.ts";

type Alert = NonNullable<AlertQuery["alerts"]>[number];

/** Cancels an alert. Every recipient gets the all-clear. */
export function Cancel({ alert, onClose }: { alert: Alert; onClose: (isEnded: boolean) => void }) {
  const { id, status, language, reachedUsers, delivery } = alert;
  const [text, setText] = useState("");
  return (
    <PublishDialog
      title={`End the alert, and tell ${people(reachedUsers)}?`}
      status={status}
      action="End it now"
      told={reachedUsers}
      isIncomplete={text.trim() === "" || excess(text) > 0}
      publish={async (send) => {
        await send({ alertId: id, allClear: text });
        onClose(true);
      }}
      onClose={() => onClose(false)}
    >
      <div class="confirm">
        <div>
          <p>The all-clear goes to everyone who was told, wherever they are now.</p>
          <TextEditor label="All-clear" value={text} onInput={setText} />
          <PushPreview title="What they see" text={text} />
        </div>
        <div>
          <MapPicture areas={alertZones.peek().map(({ geometry }) => geometry)} />
          <dl>
            <dt>Told</dt>
            <dd>
              <ul class="plain-list">
                {delivery?.map(({ level, users }) => (
                  <li key={level}>
                    <LevelBadge level={level} /> {people(users)}
                  </li>
                ))}
              </ul>
            </dd>
            <dt>Language</dt>
            <dd>{languageName(language)}</dd>
            <dt>Pushes</dt>
            <dd>
              <PushReadiness />
            </dd>
          </dl>
        </div>
      </div>
    </PublishDialog>
  );
}
