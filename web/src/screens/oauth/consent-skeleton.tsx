import { CardBody } from "../../parts/card.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";

/** Takes the place of the request until it is loaded. */
export const ConsentSkeleton = () => (
  <div role="status" aria-label="Loading the request">
    <h1 className="sr-only">Authorize an application</h1>
    <CardBody>
      <div className="grid justify-items-center gap-3">
        <Skeleton shape="box" className="h-12 w-32" />
        <Skeleton className="mt-1 h-4.5 w-4/5" />
        <Skeleton className="h-3 w-3/5" />
      </div>
      <div className="mt-8 grid gap-4">
        <Skeleton shape="box" className="h-14 w-full" />
        <Skeleton className="h-3 w-2/5" />
        <Skeleton className="h-3 w-11/12" />
        <Skeleton className="h-3 w-4/5" />
        <Skeleton className="h-3 w-5/6" />
      </div>
    </CardBody>
    <div className="grid grid-cols-2 gap-3 border-t border-line bg-sunken p-4 sm:px-6">
      <Skeleton shape="box" className="h-control" />
      <Skeleton shape="box" className="h-control" />
    </div>
  </div>
);
