import { applications } from "@attestory/projections/read-models/applications.ts";
import { everyDay, type UsageDayDocument, usageDays } from "@attestory/projections/read-models/usage-days.ts";
import type { Place, ReadStore } from "@attestory/projections/store/read-store.ts";
import type { Analytics } from "./schema.ts";

const daysAtOnce = 500;

/** Every day until then on which something was counted, oldest first. */
export async function usageUntil(store: Pick<ReadStore, "list">, last: string): Promise<UsageDayDocument[]> {
  const days: UsageDayDocument[] = [];
  const part = { index: "all", value: everyDay, direction: "ascending", limit: daysAtOnce } as const;
  let after: Place | null = null;
  for (;;) {
    const listed: Awaited<ReturnType<typeof store.list<UsageDayDocument>>> = await store.list(usageDays, {
      ...part,
      ...(after && { after }),
    });
    days.push(...listed.map(({ document }) => document).filter(({ day }) => day <= last));
    after = listed.at(-1) ?? null;
    if (!after || listed.length < daysAtOnce || after.order >= last) return days;
  }
}

/** The applications with these ids, by name. Deleted ones have no name and come last. */
export async function namedApplications(
  store: Pick<ReadStore, "getMany">,
  ids: ReadonlySet<string>,
): Promise<Analytics["applications"]> {
  const found = await store.getMany(applications, [...ids]);
  const named = [...ids].map((id) => ({ id, name: found.get(id)?.name ?? null }));
  return named.toSorted((a, b) => order(a).localeCompare(order(b)));
}

const order = ({ id, name }: Analytics["applications"][number]) =>
  name === null ? `\u{10ffff}${id}` : `${name} ${id}`;
