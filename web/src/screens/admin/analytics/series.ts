import { mondayOf } from "./figures.ts";

/**
 * One figure of a chart. `dash`: of its line, so that colour does not speak alone. `unfinishedFrom`: the first day of the period that is
 * not over, if the figure still grows until then.
 */
export interface Series {
  name: string;
  colour: string;
  dash?: string;
  unfinishedFrom?: string;
}

/** `hasBefore`: the sign-ins of the range before are shown too. */
export const signInSeries = (hasBefore: boolean, today: string): readonly Series[] => [
  { name: "Sign-ins", colour: "var(--chart-1)", unfinishedFrom: today },
  ...(hasBefore ? [{ name: "Sign-ins before", colour: "var(--chart-5)", dash: "4 3" }] : []),
  { name: "Sign-ups", colour: "var(--chart-2)", dash: "7 3", unfinishedFrom: today },
];

export const activeSeries = (today: string): readonly Series[] => [
  { name: "Month", colour: "var(--chart-3)", dash: "2 3", unfinishedFrom: `${today.slice(0, 7)}-01` },
  { name: "Week", colour: "var(--chart-2)", dash: "7 3", unfinishedFrom: mondayOf(today) },
  { name: "Day", colour: "var(--chart-1)", unfinishedFrom: today },
];

const failureColours = [
  { name: "Password", colour: "var(--chart-1)" },
  { name: "Code", colour: "var(--chart-2)" },
  { name: "Stopped", colour: "var(--chart-3)" },
  { name: "Hardware key", colour: "var(--chart-4)" },
] as const;

/** By the names of `failureGroups`. `unfinishedFrom`: today, or the Monday of this week. */
export const failureSeries = (unfinishedFrom: string): readonly Series[] =>
  failureColours.map((series) => ({ ...series, unfinishedFrom }));

export const adoptionSeries: readonly Series[] = [{ name: "With 2FA", colour: "var(--chart-1)" }];
