import { useRead } from "../../api.ts";
import { Card } from "../../parts/card.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { AdminProblem } from "./admin-problem.tsx";
import { pointsOf, tileDetails } from "./tile-figures.ts";

const figure = new Intl.NumberFormat("en");

/** The last 30 days, today included. Undefined until they have arrived; the tiles do without them if they cannot be read. */
const useLastDays = () => useRead("analytics", ["/api/admin/analytics"], { revalidateOnMount: true }).data?.days;

/** How many there are of what, and how that changed. */
export function StatTiles() {
  const { data, error, mutate } = useRead("adminStats", ["/api/admin/stats"], { revalidateOnMount: true });
  const days = useLastDays();
  if (!data && error) {
    return (
      <Card>
        <AdminProblem title="The figures could not be loaded" error={error} onRetry={() => void mutate()} />
      </Card>
    );
  }
  const stats = data?.stats;
  const { totalUsers, twoFactorUsers, dailyLogins } = tileDetails({ stats, days });
  return (
    <section aria-label="Figures" aria-busy={!stats || undefined}>
      <dl className="grid grid-cols-2 rounded-md border border-line bg-surface md:grid-cols-4">
        <Tile name="Total Users" value={stats?.totalUsers} {...totalUsers} />
        <Tile name="2FA Enabled" value={stats?.twoFactorUsers} {...twoFactorUsers} />
        <Tile name="Applications" value={stats?.applications} about="active or suspended" line={null} />
        <Tile name="Daily Logins" value={stats?.dailyLogins} {...dailyLogins} />
      </dl>
    </section>
  );
}

type TileProps = { name: string; value: number | undefined; about: string; line: readonly number[] | null };

function Tile({ name, value, about, line }: TileProps) {
  return (
    <div className="min-w-0 border-line p-4 not-first:border-l max-md:nth-3:border-l-0 max-md:nth-[n+3]:border-t sm:p-6">
      <dt className="text-sm font-medium text-muted">{name}</dt>
      <dd>
        {value === undefined ? (
          <Skeleton className="my-1.5 h-6 w-20" />
        ) : (
          <span className="block text-2xl font-semibold tracking-tight tabular-nums">{figure.format(value)}</span>
        )}
        {/* Two lines high where the tiles are narrow, so that nothing moves when a longer text arrives. */}
        <span className="block min-h-[2lh] text-xs text-subtle min-[1200px]:min-h-[1lh]">{about}</span>
        <Sparkline line={line} />
      </dd>
    </div>
  );
}

const size = { width: 132, height: 30 };

/** How the figure changed, day by day. It has its place also before it is there. */
function Sparkline({ line }: { line: readonly number[] | null }) {
  return (
    <svg
      aria-hidden="true"
      className="mt-2 block h-8 w-full overflow-visible"
      preserveAspectRatio="none"
      viewBox={`0 -1 ${size.width} ${size.height + 2}`}
    >
      {line && (
        <polyline
          points={pointsOf(line, size)}
          fill="none"
          stroke="var(--chart-1)"
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
