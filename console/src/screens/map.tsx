import { effect, untracked, useComputed, useSignalEffect } from "@preact/signals";
import type { MapLayerMouseEvent, Subscription } from "maplibre-gl";
import { useEffect } from "preact/hooks";
import { Panel } from "../components/panel.tsx";
import { PlaceSearch } from "../components/place-search.tsx";
import { Problem } from "../components/problem.tsx";
import { StatusBadge } from "../components/status-badge.tsx";
import { Title } from "../components/title.tsx";
import { MapView } from "../map/map-view.tsx";
import { PACE_LOOKS } from "../map/position-looks.ts";
import { showAreas } from "../map/show-areas.ts";
import { sharedMap } from "../map/the-map.ts";
import { ALERT_LAYERS, alertZones } from "../map/zone-layers.ts";
import { activeAlerts, alerts, followAlerts, titleOf, zonesOf } from "../state/alert-list.ts";
import { toldEverywhere } from "../state/cells.ts";
import { hostSettings } from "../state/host-settings.ts";
import { now } from "../state/now.ts";
import {
  followPositions,
  positionCount,
  positionsChanged,
  positionsProblem,
} from "../state/positions.ts";
import { addressOf, goTo } from "../state/route.ts";
import { PACE_NAMES, type Pace } from "../words/activities.ts";
import { relativeTime } from "../words/time.ts";
import { t } from "../words/translate.ts";

/** The time that people and alerts wait for the map. */
const MAP_TIMEOUT_MS = 10_000;

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

/** Handles clicks: zooms in on a cluster; opens an alert, unless people are above it. */
function useClicks(): void {
  useEffect(() => {
    const open = ({ features, point, target }: MapLayerMouseEvent) => {
      if (target.queryRenderedFeatures(point, { layers: ["clusters", "people"] }).length > 0)
        return;
      const id = features?.[0]?.properties.alertId;
      if (id) goTo({ screen: "alert", id });
    };
    const zoomIn = ({ lngLat, target }: MapLayerMouseEvent) => {
      target.easeTo({ center: lngLat, zoom: target.getZoom() + 2 });
    };
    const clicks: Subscription[] = [];
    let isGone = false;
    sharedMap().then((map) => {
      if (isGone) return;
      clicks.push(map.on("click", ALERT_LAYERS, open), map.on("click", "clusters", zoomIn));
    }, console.error);
    return () => {
      isGone = true;
      for (const click of clicks) click.unsubscribe();
    };
  }, []);
}

function Legend() {
  return (
    <ul class="legend" aria-label={t("How people move")}>
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
  const active = activeAlerts.value;
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
      <Problem text={alerts.error.value} retry={() => void alerts.load()} />
      <ul class="cards">
        {active.map((alert) => (
          <li key={alert.id}>
            <a href={addressOf({ screen: "alert", id: alert.id })}>{titleOf(alert)}</a>{" "}
            <StatusBadge status={alert.status} />
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

/** Shows people and active alerts on the live map. */
export function MapScreen() {
  useFollowing();
  useZones();
  useClicks();

  return (
    <main class="stage">
      <MapView label={t("People and active alerts. Arrow keys move the map, plus and minus zoom.")}>
        <PlaceSearch />
      </MapView>
      <Panel label={t("People and alerts")}>
        <Title text={t("Map")} />
        <Problem text={positionsProblem.value} />
        <PeopleCount />
        <Legend />
        <ActiveAlerts />
      </Panel>
    </main>
  );
}
