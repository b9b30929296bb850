import { useState } from "react";
import { useLocation } from "wouter";
import { useRead } from "../../../api.ts";
import { useExactSearch } from "../../../exact-search.ts";
import { AdminHead } from "../admin-head.tsx";
import { AdminProblem } from "../admin-problem.tsx";
import { type DayRange, rangeBefore, rangeFault, rangeIn } from "./day-range.ts";
import { FigureSkeletons } from "./figure-skeletons.tsx";
import { daysBefore } from "./figures.ts";
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

const pathOf = ({ from, to }: DayRange) => `/api/admin/analytics?from=${from}&to=${to}`;

function Charts({ range }: { range: DayRange }) {
  const { data, error, mutate } = useRead("analytics", [pathOf(range)], {
    revalidateOnMount: true,
    keepPreviousData: true,
  });
  const before = useBefore(range);
  if (error) {
    const retry = () => void mutate().catch(() => undefined);
    return <AdminProblem title="The figures could not be loaded" error={error} onRetry={retry} />;
  }
  return data ? <Figures figures={data} before={daysBefore(data, before)} /> : <FigureSkeletons />;
}

/** The figures of as many days before. Undefined until they have arrived; the charts do without them if they cannot be read. */
function useBefore(range: DayRange) {
  const isRange = rangeFault(range) === null;
  const read = useRead("analytics", isRange ? [pathOf(rangeBefore(range))] : null, { revalidateOnMount: true });
  return read.data;
}
