import { LEVELS, PLACES } from "../words/levels.ts";
import { LevelBadge } from "./level-badge.tsx";

/** Says what the colours of the zones mean. */
export const ZoneLegend = () => (
  <>
    {LEVELS.map((level) => (
      <span key={level}>
        <LevelBadge level={level} /> {PLACES[level]}{" "}
      </span>
    ))}
  </>
);
