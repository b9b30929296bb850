import { useState } from "react";
import { useLocation } from "wouter";
import { useRead } from "../../../api.ts";
import { useExactSearch } from "../../../exact-search.ts";
import { AdminHead } from "../admin-head.tsx";
import { AdminProblem } from "../admin-problem.tsx";
import { type DayRange, rangeIn } from "./day-range.ts";
import { FigureSkeletons } from "./figure-skeletons.tsx";
import { Figures } from "./figures-of-range.tsx";
import { RangeChooser } from "./range-chooser.tsx";

/** How the service is used, by day. The range is in the address. */
export function AnalyticsScreen() {
  const [now] = useState(() => new Date());
  const [path, navigate] = useLocation();
  const range = rangeIn(useExactSearch(), now);
  const choose = ({ from, to }: DayRange) => navigate(`${path}?from=${from}&to=${to}`);
  return (
    <>
      <AdminHead title="Analytics" actions={<RangeChooser range={range} now={now} onChange={choose} />}>
        Every figure is counted from the log. Days are those of UTC.
      </AdminHead>
      <Charts range={range} />
    </>
  );
}

function Charts({ range: { from, to } }: { range: DayRange }) {
  const { data, error, mutate } = useRead("analytics", [`/api/admin/analytics?from=${from}&to=${to}`], {
    revalidateOnMount: true,
    keepPreviousData: true,
  });
  if (error) {
    const retry = () => void mutate().catch(() => undefined);
    return <AdminProblem title="The figures could not be loaded" error={error} onRetry={retry} />;
  }
  return data ? <Figures figures={data} /> : <FigureSkeletons />;
}
