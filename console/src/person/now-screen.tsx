import { useEffect } from "preact/hooks";
import { Title } from "../components/title.tsx";
import { now } from "../state/now.ts";
import { t } from "../words/translate.ts";
import { AlertCard } from "./alert-card.tsx";
import { isJustOver } from "./concern.ts";
import { allConcerns, isFresh } from "./concerns.ts";
import { Freshness } from "./freshness.tsx";
import { askHere, here } from "./here.ts";
import { answers, knownAt } from "./inbox.ts";
import { isPlaceOld } from "./place-age.ts";
import { PushedCards } from "./pushed-cards.tsx";
import { Reached } from "./reached.tsx";
import { ReportPlace } from "./report-place.tsx";
import { usePushes } from "./use-pushes.ts";

/** Returns the answer to the first question: am I affected? */
function answer(active: number): string {
  if (knownAt.value === undefined) return t("Not known yet");
  if (active === 0) {
    if (!isFresh.value) return t("Not known now");
    // Without a recent position, an alert may concern the user but not find them.
    if (isPlaceOld.value) return t("Not known: report where you are");
    return isPlaceOld.value === false ? t("No alert concerns you") : t("Not known yet");
  }
  return t("{number, plural, one {An alert concerns you} other {# alerts concern you}}", {
    number: active,
  });
}

/** The first screen: am I affected, by which alert, and what should I do? */
export function NowScreen() {
  const concerns = allConcerns.value;
  const active = concerns.filter(({ isActive }) => isActive);
  const over = concerns.filter((concern) => isJustOver(concern, now.value));
  const text = answer(active.length);
  const said = answers.value;
  const pushes = usePushes();
  // The service's answer for a place changes with the alerts.
  useEffect(() => {
    if (said > 0 && here.peek()) askHere().catch(console.warn);
  }, [said]);
  // Scrolls to the top when an active alert has a new notification.
  const newest = Math.max(0, ...active.map(({ told: [last] }) => last?.id ?? 0));
  useEffect(() => {
    if (newest > 0) window.scrollTo(0, 0);
  }, [newest]);
  return (
    <>
      <div role="status" class={active.length > 0 ? "answer affected" : "answer"}>
        <Title text={t("Now|screen")}>{text}</Title>
      </div>
      <Freshness />
      <PushedCards pushes={pushes} />
      {active.map((concern) => (
        <AlertCard key={concern.alert.id} concern={concern} />
      ))}
      {over.map((concern) => (
        <AlertCard key={concern.alert.id} concern={concern} />
      ))}
      <Reached />
      <ReportPlace />
    </>
  );
}
