import { useEffect, useMemo, useState } from "preact/hooks";
import type { Alert } from "../../api/load-alert.ts";
import { AllClearReachDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { LevelBadge } from "../../components/badges.tsx";
import { FillIn } from "../../components/fill-in.tsx";
import { PublishDialog } from "../../components/publish-dialog.tsx";
import { PushPreview } from "../../components/push-preview.tsx";
import { TextEditor } from "../../components/text-editor.tsx";
import { useTemplate } from "../../components/use-template.ts";
import { MapPicture } from "../../map/map-picture.tsx";
import { alertZones } from "../../map/zone-layers.ts";
import { toldEverywhere, toldInCells } from "../../state/cells.ts";
import { loaded } from "../../state/loaded.ts";
import {
  endIn,
  fillPlaceholders,
  unfilled,
  type Values,
  valuesIn,
} from "../../state/placeholders.ts";
import { publishStep } from "../../state/publish-step.ts";
import { ringing } from "../../state/push.ts";
import { excessCharacters } from "../../state/text-length.ts";
import { languageName } from "../../words/languages.ts";
import { people } from "../../words/numbers.ts";
import { t } from "../../words/translate.ts";

const phonesOf = (id: number) =>
  loaded(
    async (signal) =>
      (await request(AllClearReachDocument, { id }, { signal })).alerts?.[0]?.allClearReach ?? [],
  );

/** Cancels an alert. Every recipient gets the all-clear. */
export function Cancel({ alert, onClose }: { alert: Alert; onClose: (isEnded: boolean) => void }) {
  const { id, status, language, delivery, templateId, received } = alert;
  const reached = toldEverywhere(alert);
  const [typed, setTyped] = useState(received?.msgType === "Cancel" ? received.text : "");
  const [filled, setFilled] = useState<Values>({});
  const [tries, setTries] = useState(0);
  const isLarge = reached > (publishStep.data.value?.confirmAbove ?? 0);
  // More people may be told while someone types the number, so it stays fixed until a try or until it must be typed.
  const told = useMemo(() => reached, [tries, isLarge]);
  const reach = useMemo(() => phonesOf(id), [id]);
  useEffect(() => void reach.load(), [reach]);
  const phones = reach.data.value;
  const template = useTemplate(templateId);
  useEffect(() => setTyped((text) => text || (template?.allClear ?? "")), [template]);
  const values = {
    ...endIn(alert.expiresAt, language),
    ...(template && valuesIn(template, alert)),
    ...filled,
  };
  const text = templateId === null ? typed : fillPlaceholders(typed, values);
  const lacking = templateId === null ? "" : unfilled([text]);
  return (
    <PublishDialog
      title={t("End the alert?")}
      status={status}
      action={t("End it now")}
      audience={
        reached > 0
          ? {
              inZones: told,
              due: told,
              phones: ringing(phones),
              providers: phones?.flatMap(({ providers }) => providers) ?? [],
            }
          : undefined
      }
      told={told}
      isIncomplete={text.trim() === "" || excessCharacters(text) > 0 || lacking !== ""}
      publish={async (send) => {
        await send({ alertId: id, allClear: text }).finally(() => setTries((count) => count + 1));
        onClose(true);
      }}
      onClose={() => onClose(false)}
    >
      <div class="confirm">
        <div>
          <p>{t("The all-clear goes to everyone who was in the zones, wherever they are now.")}</p>
          <TextEditor label={t("All-clear")} value={typed} onInput={setTyped} />
          {templateId !== null && (
            <FillIn
              texts={[typed]}
              values={values}
              onChange={(change) => setFilled({ ...filled, ...change })}
            />
          )}
          <PushPreview title={t("What they see")} status={status} language={language} text={text} />
        </div>
        <div>
          <MapPicture areas={alertZones.peek().map(({ geometry }) => geometry)} />
          <dl>
            <dt>{t("In the zones")}</dt>
            <dd>
              <ul class="plain-list">
                {delivery?.map(({ level, users }) => (
                  <li key={level}>
                    <LevelBadge level={level} /> {people(users + toldInCells(alert, level))}
                  </li>
                ))}
              </ul>
            </dd>
            <dt>{t("Language")}</dt>
            <dd>{languageName(language)}</dd>
          </dl>
        </div>
      </div>
    </PublishDialog>
  );
}
