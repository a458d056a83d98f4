import { effect, untracked, useComputed, useSignalEffect } from "@preact/signals";
import type { MapLayerMouseEvent, Subscription } from "maplibre-gl";
import { useEffect, useState } from "preact/hooks";
import { type AlertStatus, AuthorityEditDocument, DrillsDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { lights } from "../components/channel-lights.tsx";
import { LoadState } from "../components/load-state.tsx";
import { NameDialog } from "../components/name-dialog.tsx";
import { Panel } from "../components/panel.tsx";
import { PlaceSearch } from "../components/place-search.tsx";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { MapView } from "../map/map-view.tsx";
import { PACE_LOOKS } from "../map/position-looks.ts";
import { showAreas } from "../map/show-areas.ts";
import { sharedMap } from "../map/the-map.ts";
import { ALERT_LAYERS, alertZones } from "../map/zone-layers.ts";
import { activeAlerts, alerts, followAlerts, titleOf, zonesOf } from "../state/alert-list.ts";
import { toldEverywhere } from "../state/cells.ts";
import { hostSettings } from "../state/host-settings.ts";
import { loaded } from "../state/loaded.ts";
import { now } from "../state/now.ts";
import {
  followPositions,
  positionCount,
  positions,
  positionsChanged,
  positionsProblem,
} from "../state/positions.ts";
import { may, mine } from "../state/rights.ts";
import { addressOf, goTo } from "../state/route.ts";
import { storedSignal } from "../state/stored.ts";
import { training } from "../state/training.ts";
import { PACE_NAMES, type Pace } from "../words/activities.ts";
import { STATUS_NAMES } from "../words/alert-words.ts";
import { relativeTime } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { UNNAMED } from "../words/unnamed.ts";

/** How many exercises and tests were published. */
const drills = loaded(async (signal) => {
  const { exercises, tests } = await request(DrillsDocument, {}, { signal });
  return (exercises?.total ?? 0) + (tests?.total ?? 0);
});
const isHidden = storedSignal("first-steps-hidden", false);

/** Its code would take time from the map. */
const beginExercise = async () =>
  (await import("./templates/begin-with.ts")).beginAlert({ status: "EXERCISE" });

/** Asks whether the service is for one authority, whose name is then the answer, or for several. */
function OneOrSeveral() {
  const [name, setName] = useState<string>();
  const organisation = hostSettings.value?.organisation?.name ?? "";
  return (
    <>
      {t("Is this service for one authority or for several?")}{" "}
      <button type="button" class="plain" onClick={() => setName(organisation)}>
        {t("For one…")}
      </button>{" "}
      <a href={addressOf({ screen: "authorities" })}>{t("For several")}</a>
      {name !== undefined && (
        <NameDialog
          title={t("Who warns?")}
          placeholder={t("City of Bologna")}
          hint={t("People read it above each alert.")}
          name={name}
          onInput={setName}
          action={t("Save")}
          save={async () => {
            await request(AuthorityEditDocument, { id: 1, input: { name: name.trim() } });
            await training.load();
          }}
          onClose={() => setName(undefined)}
        />
      )}
    </>
  );
}

/** Lists what is to be done before the first real alert, until all of it is done or this browser hides it. */
function FirstSteps() {
  useEffect(() => void (isHidden.peek() || drills.load()), []);
  const total = drills.data.value;
  const managed = mine("MANAGER");
  const service = managed.find(({ id }) => id === 1);
  const isDecided = managed.length > 1 || !UNNAMED.test(service?.name ?? "");
  const steps = [
    [t("Administrator"), true],
    ...(service
      ? [[isDecided ? t("One authority, or several") : <OneOrSeveral />, isDecided] as const]
      : []),
    [
      <a href={addressOf({ screen: "invitations" })}>{t("Invite people")}</a>,
      positionCount.value > 0,
    ],
    ...lights().map(([name, state]) => [name, state === "ON"] as const),
    [
      <button type="button" class="plain" onClick={() => void beginExercise()}>
        {t("Publish an exercise")}
      </button>,
      (total ?? 0) > 0,
    ],
  ] as const;
  const isKnown =
    total !== undefined &&
    positionsChanged.value > 0 &&
    lights().every(([, state]) => state !== undefined);
  if (isHidden.value || !isKnown || steps.every(([, isDone]) => isDone)) return null;
  return (
    <section class="first-steps" aria-labelledby="first-steps">
      <div class="headed">
        <h2 id="first-steps">{t("First steps")}</h2>
        <button type="button" class="plain" onClick={() => (isHidden.value = true)}>
          {t("Hide")}
        </button>
      </div>
      <ol class="plain-list">
        {steps.map(([text, isDone], at) => (
          <li key={at} class={isDone ? "step done" : "step"}>
            {text} {isDone && <span class="unseen">{t("done|step")}</span>}
          </li>
        ))}
      </ol>
      <p class="hint">{t("Your operator turns on pushes, mail and streets by settings.")}</p>
    </section>
  );
}

/** The time that people and alerts wait for the map. */
const MAP_TIMEOUT_MS = 10_000;

/** A zoom that shows the town around a few people. */
const PEOPLE_ZOOM = 12;

const isReal = ({ status }: { status: AlertStatus }) => status === "ACTUAL";

/** Shows the zones of active alerts. Redraws them only when an alert starts, ends or changes. */
function useZones(): void {
  const versions = useComputed(() =>
    activeAlerts.value.map(({ id, version }) => `${id} ${version}`).join(),
  );
  useSignalEffect(() => {
    void versions.value;
    alertZones.value = activeAlerts.peek().flatMap(zonesOf);
  });
}

/** Fits the map once, to live alerts, or else to people, when there are some. */
function useFit(): void {
  useEffect(() => {
    const stop = effect(() => {
      if (!alerts.data.value) return;
      const live = activeAlerts.value.filter(isReal).flatMap(zonesOf);
      if (live.length > 0) void showAreas(live.map(({ geometry }) => geometry));
      else if (positionsChanged.value > 0 && positions.size > 0) {
        const places = [...positions.values()].map(({ longitude, latitude }) => [
          longitude,
          latitude,
        ]);
        void showAreas([{ type: "Polygon", coordinates: [places] }], PEOPLE_ZOOM);
      } else return;
      queueMicrotask(() => stop());
    });
    return stop;
  }, []);
}

/** Handles clicks: zooms in on a cluster; opens an alert, unless people are above it. */
function useClicks(): void {
  useEffect(() => {
    const openAlert = ({ features }: MapLayerMouseEvent) => {
      const id = features?.[0]?.properties.alertId;
      if (id) goTo({ screen: "alert", id });
    };
    const open = (event: MapLayerMouseEvent) => {
      const above = { layers: ["clusters", "people"] };
      if (event.target.queryRenderedFeatures(event.point, above).length === 0) openAlert(event);
    };
    const zoomIn = ({ lngLat, target }: MapLayerMouseEvent) => {
      target.easeTo({ center: lngLat, zoom: target.getZoom() + 2 });
    };
    const clicks: Subscription[] = [];
    let isGone = false;
    sharedMap().then((map) => {
      if (isGone) return;
      clicks.push(
        map.on("click", ALERT_LAYERS, open),
        map.on("click", "clusters", zoomIn),
        map.on("click", "pins", openAlert),
      );
    }, console.error);
    return () => {
      isGone = true;
      for (const click of clicks) click.unsubscribe();
    };
  }, []);
}

function Legend() {
  return (
    <details>
      <summary>{t("How people move")}</summary>
      <ul class="legend">
        {(Object.keys(PACE_NAMES) as Pace[]).map((pace) => (
          <li key={pace}>
            <span class={`dot pace-${pace}`} aria-hidden="true">
              {PACE_LOOKS[pace].letter}
            </span>{" "}
            {PACE_NAMES[pace]}
          </li>
        ))}
        <li class="hint">{t("Paler: an hour old; palest: a day")}</li>
      </ul>
    </details>
  );
}

/** A separate component, so that a new person does not render the alerts again. */
function PeopleCount() {
  const size = positionCount.value;
  const isKnown = positionsChanged.value > 0;
  return (
    <p class="figures" aria-busy={!isKnown}>
      {size === 0
        ? isKnown && t("Nobody has reported a position yet.")
        : t("{number, plural, one {# person has} other {# people have}} reported where they are.", {
            number: size,
          })}
    </p>
  );
}

function ActiveAlerts() {
  // Drills are below, however new they are.
  const active = activeAlerts.value.toSorted((a, b) => Number(isReal(b)) - Number(isReal(a)));
  return (
    <section aria-labelledby="active">
      <div class="headed">
        <h2 id="active">
          {alerts.data.value && active.length === 0 ? t("No active alert") : t("Active alerts")}
        </h2>
        {active.length > 1 && (
          <button
            type="button"
            class="plain"
            onClick={() => void showAreas(active.flatMap(zonesOf).map(({ geometry }) => geometry))}
          >
            {t("Show all")}
          </button>
        )}
      </div>
      <LoadState of={alerts} />
      <ul class="cards">
        {active.map((alert) => (
          <li key={alert.id} class={isReal(alert) ? "card live" : "card"}>
            <a dir="auto" href={addressOf({ screen: "alert", id: alert.id })}>
              {titleOf(alert)}
            </a>{" "}
            <span class={isReal(alert) ? "badge state-ACTIVE real" : "badge state-ACTIVE"}>
              {STATUS_NAMES[alert.status][0]}
            </span>
            <p class="hint figures">
              {t("{people, number} in the zones · ends {when}", {
                people: toldEverywhere(alert),
                when: relativeTime(alert.expiresAt, now.value),
              })}{" "}
              <button
                type="button"
                class="plain"
                aria-label={t("Show alert id {id} on the map", { id: alert.id })}
                onClick={() => void showAreas(zonesOf(alert).map(({ geometry }) => geometry))}
              >
                {t("Show")}
              </button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Follows alerts and people once the map is drawn, because loading them would take network and processor time from it.
 * They do not wait for a map from another server, which may not answer.
 */
function useFollowing(): void {
  useEffect(() => {
    let stops: (() => void)[] | undefined;
    const start = () => {
      stops ??= [followAlerts(), followPositions()];
    };
    sharedMap().then(start, start);
    // The code that joins zones across the 180th meridian.
    const joinZones = () => import("../geo/unite.ts").catch(console.warn);
    sharedMap().then(joinZones, joinZones);
    const timer = setTimeout(start, MAP_TIMEOUT_MS);
    const ignoreSettings = effect(() => {
      if (hostSettings.value?.map?.kind === "style") untracked(start);
    });
    return () => {
      clearTimeout(timer);
      ignoreSettings();
      for (const stop of stops ?? []) stop();
      // Keeps `start` from following anything after the screen has gone.
      stops = [];
      alertZones.value = [];
    };
  }, []);
}

/** The first screen: what happens now. Shows active alerts and people, in lists and on the live map. */
export function MapScreen() {
  useFollowing();
  useFit();
  useZones();
  useClicks();

  return (
    <main class="stage">
      <MapView label={t("People and active alerts. Arrow keys move the map, plus and minus zoom.")}>
        <PlaceSearch />
      </MapView>
      <Panel label={t("People and alerts")}>
        <Title text={t("Situation")} />
        <ActiveAlerts />
        {may("MANAGER") && <FirstSteps />}
        <h2>{t("People")}</h2>
        <Problem text={positionsProblem.value} />
        <PeopleCount />
        <Legend />
      </Panel>
    </main>
  );
}
