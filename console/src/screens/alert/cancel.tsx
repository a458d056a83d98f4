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
import { listed, people } from "../../words/numbers.ts";
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
  const [translated, setTranslated] = useState<Values>({});
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
  const valuesFor = (tag: string) => ({
    ...endIn(alert.expiresAt, tag),
    ...(template && valuesIn(template, alert)),
    ...filled,
  });
  const fill = (words: string, tag: string) =>
    templateId === null ? words : fillPlaceholders(words, valuesFor(tag));
  const text = fill(typed, language);
  const others = alert.texts.map(({ language: tag }) => {
    const ofTemplate = template?.texts.find((one) => one.language === tag)?.allClear;
    const own = translated[tag] ?? ofTemplate ?? "";
    return { tag, name: languageName(tag), typed: own, text: fill(own, tag) };
  });
  const texts = [text, ...others.map((one) => one.text)];
  const lacking = templateId === null ? "" : unfilled(texts);
  const unwritten = others.filter((one) => !one.text.trim());
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
      isIncomplete={
        text.trim() === "" || texts.some((one) => excessCharacters(one) > 0) || lacking !== ""
      }
      publish={async (send) => {
        const allClearTexts = others
          .filter((one) => one.text.trim())
          .map((one) => ({ language: one.tag, allClear: one.text }));
        await send({
          alertId: id,
          allClear: text,
          ...(allClearTexts.length > 0 && { allClearTexts }),
        }).finally(() => setTries((count) => count + 1));
        onClose(true);
      }}
      onClose={() => onClose(false)}
    >
      <div class="confirm">
        <div>
          <p>{t("The all-clear goes to everyone who was in the zones, wherever they are now.")}</p>
          <TextEditor label={t("All-clear")} language={language} value={typed} onInput={setTyped} />
          {others.map((one) => (
            <TextEditor
              key={one.tag}
              label={t("All-clear in {language}", { language: one.name })}
              language={one.tag}
              value={one.typed}
              onInput={(value) => setTranslated({ ...translated, [one.tag]: value })}
            />
          ))}
          {unwritten.length > 0 && (
            <p class="hint attention">
              {t("Who reads {languages} gets it in {language}.", {
                languages: listed(unwritten.map((one) => one.name)),
                language: languageName(language),
              })}
            </p>
          )}
          {templateId !== null && (
            <FillIn
              texts={[typed, ...others.map((one) => one.typed)]}
              values={valuesFor(language)}
              onChange={(change) => setFilled({ ...filled, ...change })}
            />
          )}
          <PushPreview title={t("What they see")} status={status} language={language} text={text} />
          {others.map(
            (one) =>
              one.text.trim() && (
                <PushPreview
                  key={one.tag}
                  title={one.name}
                  status={status}
                  language={one.tag}
                  text={one.text}
                />
              ),
          )}
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
