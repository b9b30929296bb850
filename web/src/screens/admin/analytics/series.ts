/** One figure of a chart. `dash`: of its line, so that colour does not speak alone. */
export interface Series {
  name: string;
  colour: string;
  dash?: string;
}

/** `hasBefore`: the sign-ins of the range before are shown too. */
export const signInSeries = (hasBefore: boolean): readonly Series[] => [
  { name: "Sign-ins", colour: "var(--chart-1)" },
  ...(hasBefore ? [{ name: "Sign-ins before", colour: "var(--chart-5)", dash: "4 3" }] : []),
  { name: "Sign-ups", colour: "var(--chart-2)", dash: "7 3" },
];

export const activeSeries: readonly Series[] = [
  { name: "Month", colour: "var(--chart-3)", dash: "2 3" },
  { name: "Week", colour: "var(--chart-2)", dash: "7 3" },
  { name: "Day", colour: "var(--chart-1)" },
];

/** By the names of `failureGroups`. */
export const failureSeries: readonly Series[] = [
  { name: "Password", colour: "var(--chart-1)" },
  { name: "Code", colour: "var(--chart-2)" },
  { name: "Stopped", colour: "var(--chart-3)" },
  { name: "Hardware key", colour: "var(--chart-4)" },
];

export const adoptionSeries: readonly Series[] = [{ name: "With 2FA", colour: "var(--chart-1)" }];
