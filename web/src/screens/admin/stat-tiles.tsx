import { useRead } from "../../api.ts";
import { Card } from "../../parts/card.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { AdminProblem } from "./admin-problem.tsx";

const figure = new Intl.NumberFormat("en");

/** How many there are of what. */
export function StatTiles() {
  const { data, error, mutate } = useRead("adminStats", ["/api/admin/stats"], { revalidateOnMount: true });
  if (!data && error) {
    return (
      <Card>
        <AdminProblem title="The figures could not be loaded" error={error} onRetry={() => void mutate()} />
      </Card>
    );
  }
  const stats = data?.stats;
  const share = stats && stats.totalUsers > 0 ? Math.round((100 * stats.twoFactorUsers) / stats.totalUsers) : null;
  return (
    <section aria-label="Figures" aria-busy={!stats || undefined}>
      <dl className="grid grid-cols-2 rounded-md border border-line bg-surface md:grid-cols-4">
        <Tile name="Total Users" value={stats?.totalUsers} about="with the ones not verified yet" />
        <Tile
          name="2FA Enabled"
          value={stats?.twoFactorUsers}
          about={share === null ? "of all users" : `${share} % of all users`}
        />
        <Tile name="Applications" value={stats?.applications} about="also the suspended ones" />
        <Tile name="Daily Logins" value={stats?.dailyLogins} about="since 00:00 UTC" />
      </dl>
    </section>
  );
}

function Tile({ name, value, about }: { name: string; value: number | undefined; about: string }) {
  return (
    <div className="border-line p-4 not-first:border-l max-md:nth-3:border-l-0 max-md:nth-[n+3]:border-t sm:p-6">
      <dt className="text-sm font-medium text-muted">{name}</dt>
      <dd>
        {value === undefined ? (
          <Skeleton className="my-1.5 h-6 w-20" />
        ) : (
          <span className="block text-2xl font-semibold tracking-tight tabular-nums">{figure.format(value)}</span>
        )}
        <span className="block text-xs text-subtle">{about}</span>
      </dd>
    </div>
  );
}
