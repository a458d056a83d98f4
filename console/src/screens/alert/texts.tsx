import { hostUrl } from "../../api/host-url.ts";
import type { Alert } from "../../api/load-alert.ts";
import { LevelBadge } from "../../components/level-badge.tsx";
import { LEVEL_NAMES, LEVELS } from "../../words/levels.ts";
import { t } from "../../words/translate.ts";

/** Shows the text of each level, with its speech. */
export function Texts({ alert }: { alert: Alert }) {
  const texts = [alert.text1, alert.text2, alert.text3];
  const sounds = [alert.audioUrl1, alert.audioUrl2, alert.audioUrl3];
  return (
    <section aria-labelledby="texts">
      <h2 id="texts">{t("What they are told")}</h2>
      {alert.title && (
        <p dir="auto" lang={alert.language}>
          <strong>{alert.title}</strong>
        </p>
      )}
      {LEVELS.map((level, index) => {
        const sound = sounds[index];
        return (
          <div key={level} class="told-text">
            <LevelBadge level={level} />
            <p dir="auto" lang={alert.language}>
              {texts[index]}
            </p>
            {sound && (
              // biome-ignore lint/a11y/useMediaCaption: its words are the text above
              <audio
                controls
                preload="none"
                src={hostUrl(sound).href}
                aria-label={t("Text {level} as speech", { level: LEVEL_NAMES[level] })}
              />
            )}
          </div>
        );
      })}
    </section>
  );
}
