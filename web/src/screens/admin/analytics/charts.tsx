import type { ReactNode } from "react";
import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { axisTo, axisWords, percentAxis } from "./axis.ts";
import { shortDay } from "./day-range.ts";
import type { Point } from "./figures.ts";
import type { Series } from "./series.ts";
import { barsOf, linesOf, unfinishedDash } from "./unfinished.ts";

/** This file and Recharts are loaded with the first chart. */

type ChartProps = {
  /** For screen readers: what is shown. The figures are in the table. */
  label: string;
  points: readonly Point[];
  series: readonly Series[];
  /** The figures are shares, not counts. */
  inPercent?: boolean;
};

const words = { fontSize: 11, fill: "var(--subtle)" };
const margin = { top: 8, right: 4, bottom: 0, left: 0 };
const axisWidth = 44;

/** `highest`: of what is shown. */
function frame(highest: number, inPercent: boolean) {
  const axis = inPercent ? percentAxis : axisTo(highest);
  const unit = inPercent ? " %" : "";
  const written = axisWords(axis);
  return (
    <>
      <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
      <XAxis
        dataKey="day"
        tickFormatter={shortDay}
        tick={words}
        tickLine={false}
        stroke="var(--line)"
        minTickGap={24}
      />
      <YAxis
        ticks={[...axis]}
        domain={[0, axis.at(-1) ?? 0]}
        interval={0}
        tickFormatter={(figure) => `${written(figure)}${unit}`}
        tick={words}
        tickLine={false}
        axisLine={false}
        width={axisWidth}
      />
      <Tooltip
        isAnimationActive={false}
        labelFormatter={(day) => shortDay(String(day))}
        formatter={(figure) => `${Number(figure).toLocaleString("en")}${unit}`}
        // The two lines of a series meet in a point.
        payloadUniqBy={({ name }) => name}
        contentStyle={{ background: "var(--raised)", border: "1px solid var(--line)", borderRadius: 6, fontSize: 12 }}
        itemStyle={{ color: "var(--text)" }}
        cursor={{ stroke: "var(--line-strong)", fill: "var(--hover)" }}
      />
    </>
  );
}

const figuresOf = (point: Point, series: readonly Series[]) => series.map(({ name }) => Number(point[name]));

/** Clips a tooltip that stays where it was shown when the window becomes narrower. */
const Plot = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="img" aria-label={label} className="h-42 overflow-x-clip sm:h-50">
    {children}
  </div>
);

/** A line for each series; dashed from where its period is not over. */
export function Lines({ label, points, series, inPercent = false }: ChartProps) {
  const highest = Math.max(...points.flatMap((point) => figuresOf(point, series)));
  return (
    <Plot label={label}>
      <ResponsiveContainer>
        <LineChart data={[...points]} margin={margin} accessibilityLayer={false}>
          {frame(highest, inPercent)}
          {series.flatMap((one) => {
            const { name, colour, dash = "none" } = one;
            const look = { name, stroke: colour, strokeWidth: 1.75, dot: false, isAnimationActive: false };
            const [over, unfinished] = linesOf(points, one);
            return [
              <Line key={name} dataKey={over} strokeDasharray={dash} {...look} />,
              unfinished && (
                <Line key={`${name}, not over`} dataKey={unfinished} strokeDasharray={unfinishedDash} {...look} />
              ),
            ];
          })}
        </LineChart>
      </ResponsiveContainer>
    </Plot>
  );
}

/** A bar for each point, with the series on top of each other; pale where the period is not over. */
export function StackedBars({ label, points, series }: ChartProps) {
  const highest = Math.max(...points.map((point) => figuresOf(point, series).reduce((sum, one) => sum + one, 0)));
  return (
    <Plot label={label}>
      <ResponsiveContainer>
        <BarChart data={[...points]} margin={margin} accessibilityLayer={false}>
          {frame(highest, false)}
          {series.flatMap((one) => {
            const { name, colour } = one;
            const look = { name, stackId: "all", isAnimationActive: false };
            const [over, unfinished] = barsOf(points, one);
            return [
              <Bar key={name} dataKey={over} fill={colour} {...look} />,
              unfinished && (
                <Bar
                  key={`${name}, not over`}
                  dataKey={unfinished}
                  fill={colour}
                  fillOpacity={0.3}
                  stroke={colour}
                  strokeDasharray={unfinishedDash}
                  {...look}
                />
              ),
            ];
          })}
        </BarChart>
      </ResponsiveContainer>
    </Plot>
  );
}
