import { Dialog } from "../../components/dialog.tsx";
import { QrCode } from "../../components/qr-code.tsx";
import { people } from "../../words/numbers.ts";
import { moment } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

/** An invitation that was just made. */
export interface Made {
  name: string;
  places: number;
  expiresAt: number;
  link: string;
}

/** The link of an invitation and its code, which is printed as a poster. It can be shown only now. */
export function Poster({ made, onClose }: { made: Made; onClose: () => void }) {
  const { name, places, expiresAt, link } = made;
  return (
    <Dialog label={t("Invitation {name}", { name })} onClose={onClose} isWide>
      <div class="poster">
        <h2>{t("Be warned where you are")}</h2>
        <p>{t("Scan this code with your phone, and follow what it says.")}</p>
        <QrCode text={link} label={t("Code to join")} />
        <p class="poster-link">{link}</p>
        <p>
          {t("For {people}, until {time}", { people: people(places), time: moment(expiresAt) })}
        </p>
      </div>
      <p class="hint">
        {t("The link cannot be shown again. Copy it or print it now, or make another one later.")}
      </p>
      <div class="actions">
        <button type="button" class="primary" onClick={() => window.print()}>
          {t("Print as a poster")}
        </button>
        <button type="button" onClick={() => void navigator.clipboard?.writeText(link)}>
          {t("Copy the link")}
        </button>
        <button type="button" onClick={onClose}>
          {t("Close")}
        </button>
      </div>
    </Dialog>
  );
}
