import { useEffect } from "preact/hooks";
import { Title } from "../components/title.tsx";
import { now } from "../state/now.ts";
import { t } from "../words/translate.ts";
import { AlertCard } from "./alert-card.tsx";
import { concernsOf, isJustOver } from "./concern.ts";
import { Freshness } from "./freshness.tsx";
import { askHere, here } from "./here.ts";
import { alerts, knownAt, told } from "./inbox.ts";
import { Reached } from "./reached.tsx";
import { ReportPlace } from "./report-place.tsx";

/** One sentence that answers the first question: am I affected? */
function answer(active: number): string {
  if (knownAt.value === undefined) return t("Not known yet");
  if (active === 0) return t("No alert concerns you");
  return t("{number, plural, one {An alert concerns you} other {# alerts concern you}}", {
    number: active,
  });
}

/** The first screen: am I affected, by which alert, and what shall I do. */
export function NowScreen() {
  const concerns = concernsOf(told.value, alerts.value, now.value);
  const active = concerns.filter(({ isActive }) => isActive);
  const over = concerns.filter((concern) => isJustOver(concern, now.value));
  const text = answer(active.length);
  const at = knownAt.value;
  // What the service says of a place changes with the alerts.
  useEffect(() => {
    if (at !== undefined && here.peek()) askHere().catch(console.warn);
  }, [at]);
  return (
    <>
      <div role="status" class={active.length > 0 ? "answer affected" : "answer"}>
        <Title text={t("Now")}>{text}</Title>
      </div>
      <Freshness />
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
