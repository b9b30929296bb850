import type { Analytics, AnalyticsDay } from "@attestory/query-api/api-schema";
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
  signInComparison,
  signInPoints,
  signInTable,
  totalOf,
} from "./figures.ts";
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

type FiguresProps = { figures: Analytics };

/** `before`: the days of the range before; null if they are not known. */
type ComparedProps = FiguresProps & { before: readonly AnalyticsDay[] | null };

/** The charts of a range of days. */
export function Figures({ figures, before }: ComparedProps) {
  return (
    <div className={figureGrid}>
      <SignIns figures={figures} before={before} />
      <ActiveUsers figures={figures} />
      <Failures figures={figures} />
      <Adoption figures={figures} />
      <Applications figures={figures} />
    </div>
  );
}

const daysText = (count: number) => (count === 1 ? "day" : `${count} days`);
const during = ({ from, to }: Analytics) => `from ${longDay(from)} to ${longDay(to)}`;
const fileOf = (what: string, { from, to }: Analytics) => `${what}-${from}-${to}`;

function SignIns({ figures, before }: ComparedProps) {
  const [signIns, signUps] = [totalOf(figures.days, "signIns"), totalOf(figures.days, "signUps")];
  const [today] = useState(() => lastDays(1, new Date()).to);
  const comparison = before && signInComparison(figures.days, before, today);
  const series = signInSeries(before !== null);
  return (
    <FigureCard
      wide
      title="Sign-ins and sign-ups"
      about={before ? `A day, against the ${daysText(before.length)} before` : "A day"}
      file={fileOf("sign-ins", figures)}
      table={signInTable(figures, before)}
      empty={signIns + signUps === 0 ? "No sign-ins in these days" : null}
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
        <Legend series={series} of="lines" />
      </div>
      <LineFigure
        label={`Line chart of sign-ins and sign-ups a day ${during(figures)}${before ? ", with the days before" : ""}`}
        points={signInPoints(figures, before)}
        series={series}
      />
    </FigureCard>
  );
}

function ActiveUsers({ figures }: FiguresProps) {
  const isEmpty = figures.days.every(({ activeUsers }) => activeUsers === 0);
  return (
    <FigureCard
      title="Active users"
      about="Distinct people a day, week and month"
      file={fileOf("active-users", figures)}
      table={activeTable(figures)}
      empty={isEmpty ? "Nobody was active in these days" : null}
    >
      <Legend series={activeSeries} of="lines" />
      <LineFigure
        label={`Line chart of distinct active users by day, week and month ${during(figures)}`}
        points={activePoints(figures)}
        series={activeSeries}
      />
    </FigureCard>
  );
}

function Failures({ figures }: FiguresProps) {
  const points = failurePoints(figures);
  const isEmpty = points.every((point) => failureSeries.every(({ name }) => point[name] === 0));
  const period = areByWeek(figures) ? "week" : "day";
  return (
    <FigureCard
      title="Failures"
      about={`A ${period}, by reason`}
      file={fileOf("failures", figures)}
      table={failureTable(figures)}
      empty={isEmpty ? "No failures in these days" : null}
    >
      <Legend series={failureSeries} of="bars" />
      <Suspense fallback={<PlotSkeleton />}>
        <StackedBars
          label={`Stacked bars of failures a ${period}, by reason, ${during(figures)}`}
          points={points}
          series={failureSeries}
        />
      </Suspense>
    </FigureCard>
  );
}

function Adoption({ figures }: FiguresProps) {
  const last = figures.days.at(-1)?.twoFactor ?? { users: 0, accounts: 0 };
  return (
    <FigureCard
      title="Two-factor adoption"
      about="Percent of the verified accounts"
      file={fileOf("two-factor", figures)}
      table={adoptionTable(figures)}
      empty={last.accounts === 0 ? "No accounts yet" : null}
    >
      <p className="text-sm text-muted">
        {last.users.toLocaleString("en")} of {last.accounts.toLocaleString("en")} on the last day
      </p>
      <LineFigure
        label={`Line chart of the share of accounts with two-factor authentication ${during(figures)}`}
        points={adoptionPoints(figures)}
        series={adoptionSeries}
        unit=" %"
      />
    </FigureCard>
  );
}

function Applications({ figures }: FiguresProps) {
  const totals = applicationTotals(figures);
  return (
    <FigureCard
      title="Applications"
      about="Tokens for users, and first consents"
      file={fileOf("applications", figures)}
      table={applicationTable(figures)}
      empty={totals.length === 0 ? "No application got a token in these days" : null}
    >
      <ApplicationBars totals={totals} />
    </FigureCard>
  );
}
