import type { Analytics, AnalyticsDay } from "@attestory/query-api/analytics/schema.ts";
import { type ComponentProps, Suspense, useState } from "react";
import { onDemand } from "../../../on-demand.tsx";
import { ApplicationBars } from "./application-bars.tsx";
import { lastDays, longDay } from "./day-range.ts";
import { FigureCard } from "./figure-card.tsx";
import { figureGrid, PlotSkeleton } from "./figure-skeletons.tsx";
import {
  activePoints,
  activeTable,
  adoptionPoints,
  adoptionTable,
  applicationTable,
  applicationTotals,
  areByWeek,
  failurePoints,
  failureTable,
  mondayOf,
  signInComparison,
  signInPoints,
  signInTable,
  totalOf,
} from "./figures.ts";
import { insteadOfChart } from "./instead-of-chart.ts";
import { Legend } from "./legend.tsx";
import { activeSeries, adoptionSeries, failureSeries, signInSeries } from "./series.ts";

type Chart = Parameters<typeof import("./charts.tsx")["Lines"]>[0];
const Lines = onDemand<Chart>(() => import("./charts.tsx").then((file) => file.Lines));
const StackedBars = onDemand<Chart>(() => import("./charts.tsx").then((file) => file.StackedBars));

const LineFigure = (props: ComponentProps<typeof Lines>) => (
  <Suspense fallback={<PlotSkeleton />}>
    <Lines {...props} />
  </Suspense>
);

type FiguresProps = { figures: Analytics; today: string };

/** `before`: the days of the range before; null if they are not known. */
type ComparedProps = FiguresProps & { before: readonly AnalyticsDay[] | null };

/** The charts of a range of days. */
export function Figures({ figures, before }: Omit<ComparedProps, "today">) {
  const [today] = useState(() => lastDays(1, new Date()).to);
  return (
    <div className={figureGrid}>
      <SignIns figures={figures} before={before} today={today} />
      <ActiveUsers figures={figures} today={today} />
      <Failures figures={figures} today={today} />
      <Adoption figures={figures} />
      <Applications figures={figures} />
    </div>
  );
}

const daysText = (count: number) => (count === 1 ? "day" : `${count} days`);
const during = ({ from, to }: Analytics) => `from ${longDay(from)} to ${longDay(to)}`;
const fileOf = (what: string, { from, to }: Analytics) => `${what}-${from}-${to}`;

function SignIns({ figures, before, today }: ComparedProps) {
  const [signIns, signUps] = [totalOf(figures.days, "signIns"), totalOf(figures.days, "signUps")];
  const comparison = before && signInComparison(figures.days, before, today);
  const series = signInSeries(before !== null, today);
  const points = signInPoints(figures, before);
  return (
    <FigureCard
      wide
      title="Sign-ins and sign-ups"
      about={before ? `A day, against the ${daysText(before.length)} before` : "A day"}
      file={fileOf("sign-ins", figures)}
      table={signInTable(figures, before)}
      words={insteadOfChart({ points, series, period: "day", nothing: "No sign-ins in these days" })}
    >
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <p>
          <span className="text-xl font-semibold tracking-tight tabular-nums sm:text-2xl">
            {signIns.toLocaleString("en")}
          </span>
          <span className="ml-2.5 text-sm text-muted">
            {comparison ? `sign-ins, ${comparison}` : "sign-ins"}, {signUps.toLocaleString("en")} sign-ups
          </span>
        </p>
        <Legend points={points} series={series} of="lines" />
      </div>
      <LineFigure
        label={`Line chart of sign-ins and sign-ups a day ${during(figures)}${before ? ", with the days before" : ""}`}
        points={points}
        series={series}
      />
    </FigureCard>
  );
}

function ActiveUsers({ figures, today }: FiguresProps) {
  const series = activeSeries(today);
  const points = activePoints(figures);
  return (
    <FigureCard
      title="Active users"
      about="Distinct people a day, week and month"
      file={fileOf("active-users", figures)}
      table={activeTable(figures)}
      words={insteadOfChart({
        // Of days alone: a week has its figure on each of them.
        points: figures.days.map(({ day, activeUsers }) => ({ day, "Active users": activeUsers })),
        series: [{ name: "Active users" }],
        period: "day",
        nothing: "Nobody was active in these days",
      })}
    >
      <Legend points={points} series={series} of="lines" />
      <LineFigure
        label={`Line chart of distinct active users by day, week and month ${during(figures)}`}
        points={points}
        series={series}
      />
    </FigureCard>
  );
}

function Failures({ figures, today }: FiguresProps) {
  const points = failurePoints(figures);
  const period = areByWeek(figures) ? "week" : "day";
  const series = failureSeries(period === "week" ? mondayOf(today) : today);
  return (
    <FigureCard
      title="Failures"
      about={`A ${period}, by reason`}
      file={fileOf("failures", figures)}
      table={failureTable(figures)}
      words={insteadOfChart({ points, series, period, nothing: "No failures in these days" })}
    >
      <Legend points={points} series={series} of="bars" />
      <Suspense fallback={<PlotSkeleton />}>
        <StackedBars
          label={`Stacked bars of failures a ${period}, by reason, ${during(figures)}`}
          points={points}
          series={series}
        />
      </Suspense>
    </FigureCard>
  );
}

function Adoption({ figures }: Pick<FiguresProps, "figures">) {
  const last = figures.days.at(-1)?.twoFactor ?? { users: 0, accounts: 0 };
  return (
    <FigureCard
      title="Two-factor adoption"
      about="Percent of the verified accounts"
      file={fileOf("two-factor", figures)}
      table={adoptionTable(figures)}
      words={insteadOfChart({
        points: figures.days.map(({ day, twoFactor: { users, accounts } }) => ({
          day,
          "Users with 2FA": users,
          "Verified accounts": accounts,
        })),
        series: [{ name: "Users with 2FA" }, { name: "Verified accounts" }],
        period: "day",
        nothing: "No accounts yet",
      })}
    >
      <p className="text-sm text-muted">
        {last.users.toLocaleString("en")} of {last.accounts.toLocaleString("en")} on the last day
      </p>
      <LineFigure
        label={`Line chart of the share of accounts with two-factor authentication ${during(figures)}`}
        points={adoptionPoints(figures)}
        series={adoptionSeries}
        inPercent
      />
    </FigureCard>
  );
}

function Applications({ figures }: Pick<FiguresProps, "figures">) {
  const totals = applicationTotals(figures);
  return (
    <FigureCard
      title="Applications"
      about="Tokens for users, and first consents"
      file={fileOf("applications", figures)}
      table={applicationTable(figures)}
      words={
        totals.length === 0
          ? { title: "No application got a token in these days", text: "Choose a longer range." }
          : null
      }
    >
      <ApplicationBars totals={totals} />
    </FigureCard>
  );
}
