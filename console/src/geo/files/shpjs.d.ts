declare module "shpjs" {
  import type { FeatureCollection, Geometry } from "geojson";

  type Row = Record<string, unknown>;

  /** Reads the geometries of a .shp file. With a .prj file, they become degrees of WGS 84. */
  export function parseShp(shp: DataView, prj?: string): (Geometry | null)[];
  /** Reads the rows of a .dbf file, in the encoding that its .cpg file names. */
  export function parseDbf(dbf: DataView, cpg?: string): Row[];
  export function combine(parts: [(Geometry | null)[], Row[]?]): FeatureCollection;
}
