import {
  type CellStateFragment,
  CellsDocument,
  type LevelAlert,
  type ProgressFragment,
} from "../api/operations.ts";
import { request } from "../api/request.ts";
import { loaded } from "./loaded.ts";

/** The cells of this service, and whether they answer. */
export const cells = loaded(
  async (signal) => (await request(CellsDocument, {}, { signal })).cells ?? [],
);

/** The state of a cell; undefined while it is not known. */
export const cellOf = (name: string): CellStateFragment | undefined =>
  cells.data.value?.find((cell) => cell.name === name);

type Figure = "users" | "usersPushed" | "usersWaiting" | "usersFailed" | "usersSeen";

/** What has become of an alert in one cell, all levels together. */
export type CellSum = Record<Figure, number> & {
  cell: string;
  isComplete: boolean;
  /** True if the cell has the alert's present version. */
  isPresent: boolean;
};

/** Sums up the levels of each cell. */
export function sumsByCell({
  cells: rows,
  version,
}: Pick<ProgressFragment, "version" | "cells">): CellSum[] {
  const names = [...new Set(rows?.map(({ cell }) => cell))];
  return names.map((cell) => {
    const levels = rows?.filter((row) => row.cell === cell) ?? [];
    const sum = (field: Figure) => levels.reduce((total, row) => total + row[field], 0);
    return {
      cell,
      users: sum("users"),
      usersPushed: sum("usersPushed"),
      usersWaiting: sum("usersWaiting"),
      usersFailed: sum("usersFailed"),
      usersSeen: sum("usersSeen"),
      isComplete: levels.every((row) => row.isComplete),
      isPresent: levels.every((row) => row.version === version),
    };
  });
}

interface Told {
  cells: readonly { level?: LevelAlert | null; users: number }[] | null;
}

/** Returns how many people the cells have told, at one level or in all. */
export const toldInCells = ({ cells: rows }: Told, level?: LevelAlert): number =>
  rows?.reduce((sum, row) => sum + (level && row.level !== level ? 0 : row.users), 0) ?? 0;

/** Returns how many people were told, here and in the cells. */
export const toldEverywhere = (alert: Told & { reachedUsers: number }): number =>
  alert.reachedUsers + toldInCells(alert);
