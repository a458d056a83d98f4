import { featureCollection, polygon } from "@turf/helpers";
import union from "@turf/union";
import { uniting } from "./union.ts";

uniting.value = (polygons) =>
  union(featureCollection(polygons.map((rings) => polygon(rings))))?.geometry;
