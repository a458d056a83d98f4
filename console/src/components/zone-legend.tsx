import { LEVELS, PLACES } from "../words/levels.ts";
import { LevelBadge } from "./badges.tsx";

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
