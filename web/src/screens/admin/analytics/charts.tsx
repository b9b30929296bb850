import type { ReactNode } from "react";
import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { shortDay } from "./day-range.ts";
import type { Point } from "./figures.ts";
import type { Series } from "./series.ts";

/** This file and Recharts are loaded with the first chart. */

type ChartProps = {
  /** For screen readers: what is shown. The figures are in the table. */
  label: string;
  points: readonly Point[];
  series: readonly Series[];
  unit?: string;
};

const words = { fontSize: 11, fill: "var(--subtle)" };
const margin = { top: 8, right: 4, bottom: 0, left: 0 };
const compact = new Intl.NumberFormat("en", { notation: "compact" });
const axisWidth = 44;

const ticks = (unit: string) => (figure: number) => `${compact.format(figure)}${unit}`;

const frame = (unit: string) => (
  <>
    <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
    <XAxis dataKey="day" tickFormatter={shortDay} tick={words} tickLine={false} stroke="var(--line)" minTickGap={24} />
    <YAxis
      tickFormatter={ticks(unit)}
      // What has no unit is counted.
      allowDecimals={unit !== ""}
      tick={words}
      tickLine={false}
      axisLine={false}
      width={axisWidth}
    />
    <Tooltip
      isAnimationActive={false}
      labelFormatter={(day) => shortDay(String(day))}
      formatter={(figure) => `${Number(figure).toLocaleString("en")}${unit}`}
      contentStyle={{ background: "var(--raised)", border: "1px solid var(--line)", borderRadius: 6, fontSize: 12 }}
      itemStyle={{ color: "var(--text)" }}
      cursor={{ stroke: "var(--line-strong)", fill: "var(--hover)" }}
    />
  </>
);

/** Clips a tooltip that stays where it was shown when the window becomes narrower. */
const Plot = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="img" aria-label={label} className="h-42 overflow-x-clip sm:h-50">
    {children}
  </div>
);

/** A line for each series. */
export const Lines = ({ label, points, series, unit = "" }: ChartProps) => (
  <Plot label={label}>
    <ResponsiveContainer>
      <LineChart data={[...points]} margin={margin} accessibilityLayer={false}>
        {frame(unit)}
        {series.map(({ name, colour, dash = "none" }) => (
          <Line
            key={name}
            dataKey={name}
            stroke={colour}
            strokeDasharray={dash}
            strokeWidth={1.75}
            dot={points.length === 1}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  </Plot>
);

/** A bar for each point, with the series on top of each other. */
export const StackedBars = ({ label, points, series, unit = "" }: ChartProps) => (
  <Plot label={label}>
    <ResponsiveContainer>
      <BarChart data={[...points]} margin={margin} accessibilityLayer={false}>
        {frame(unit)}
        {series.map(({ name, colour }) => (
          <Bar key={name} dataKey={name} stackId="all" fill={colour} isAnimationActive={false} />
        ))}
      </BarChart>
    </ResponsiveContainer>
  </Plot>
);
