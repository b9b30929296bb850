import { Card } from "../../../parts/card.tsx";
import { Skeleton } from "../../../parts/skeleton.tsx";

export const figureGrid = "grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-[repeat(2,minmax(0,1fr))]";

/** The place of a plot whose code is still loading. */
export const PlotSkeleton = () => <Skeleton shape="box" className="h-42 w-full sm:h-50" />;

/** The cards while the figures are loading. */
export function FigureSkeletons() {
  return (
    <div role="status" aria-label="Loading the figures" className={figureGrid}>
      {["wide", "left", "right"].map((place) => (
        <div key={place} className={place === "wide" ? "md:col-span-2" : ""}>
          <Card>
            <div className="grid gap-4 px-4 py-5 sm:px-6">
              <Skeleton className="h-3 w-30" />
              <PlotSkeleton />
            </div>
          </Card>
        </div>
      ))}
    </div>
  );
}
