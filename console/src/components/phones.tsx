import type { AlertStatus } from "../api/operations.ts";
import { type Audience, channels, isSilent, pushProviders } from "../state/push.ts";
import { providerState } from "../words/push-words.ts";
import { t } from "../words/translate.ts";
import { useChannels } from "./channel-lights.tsx";

const ringsNone = (audience: Audience) => isSilent(audience) || audience.inZones === 0;

/** Says how many people are in the zones and how many phones will ring: in red if it is none. */
export function Ringing({ audience }: { audience: Audience }) {
  useChannels();
  const { inZones, phones } = audience;
  return (
    <strong class={ringsNone(audience) ? "figures none" : "figures"}>
      {phones === undefined
        ? t("{people, plural, one {# person} other {#}} in the zones", { people: inZones })
        : t(
            "{people, plural, one {# person} other {#}} in the zones · {phones, plural, one {# phone} other {# phones}} will ring",
            { people: inZones, phones },
          )}
    </strong>
  );
}

/** Says the same, and what to do if no phone will ring. */
export function Phones({ audience, status }: { audience: Audience; status: AlertStatus }) {
  const { inZones, phones, providers } = audience;
  const all = pushProviders.value ?? [];
  const off = all.filter(({ state }) => state !== "ON");
  const isAllOff = off.length === all.length;
  // Where nobody has a device, one channel that is on is enough for those who get one.
  const why = off.filter(({ provider }) =>
    providers.length > 0 ? providers.includes(provider) : isAllOff && inZones > 0,
  );
  const isNone = ringsNone(audience);
  const look = isNone ? "problem" : (phones ?? 0) < audience.due ? "odd" : "fine";
  return (
    <div class={`phones ${look}`}>
      <Ringing audience={audience} />
      {phones === undefined && channels.error.value && (
        <p>{t("How many phones will ring is not known now.")}</p>
      )}
      {why.map((provider) => (
        <p key={provider.provider}>{providerState(provider)}</p>
      ))}
      {isNone && why.length === 0 && (
        <p>
          {inZones > 0
            ? t(
                "They have no device, or quiet hours hold their pushes back: warn them in another way.",
              )
            : status === "ACTUAL"
              ? t("Nobody is in the zones now. Who comes in while it lasts is warned then.")
              : t("No tester is in the zones now. Under Users, tick who is a tester.")}
        </p>
      )}
    </div>
  );
}
