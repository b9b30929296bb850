import { applications } from "@attestory/projections/read-models/applications.ts";
import { consents } from "@attestory/projections/read-models/consents.ts";
import { everyAccount, users } from "@attestory/projections/read-models/users.ts";
import type { Place, ReadStore } from "@attestory/projections/store/read-store.ts";
import type { Page } from "../handling/paging.ts";
import { isNamed, type NamedUser } from "../handling/query-route.ts";

type Store = Pick<ReadStore, "list" | "getMany">;

/** A user whom a key may see. `scopes`: what the user allowed the applications of its owner; "all" if every field may be seen. */
export interface VisibleUser {
  user: NamedUser;
  scopes: ReadonlySet<string> | "all";
}

/** One part of what a key may see. Each part is sorted by the user's id. */
interface Sighting {
  userId: string;
  scopes: readonly string[] | "all";
}

/** More than a user may have. */
const mostApplications = 100;
/** Behind every document of the same user, whatever its key. */
const behindUser = (userId: string): Place => ({ order: userId, key: "~" });

const listing = (index: string, value: string, { limit, cursor }: Page) =>
  ({ index, value, direction: "ascending", limit: limit + 1, ...(cursor && { after: cursor }) }) as const;

async function accounts(store: Store, part: ReturnType<typeof listing>): Promise<Sighting[]> {
  const listed = await store.list(users, part);
  return listed.map(({ document }) => ({ userId: document.id, scopes: "all" }));
}

/** The users who allow the applications of this user something. A suspended application shows none. */
async function consenting(store: Store, ownerId: string, page: Page): Promise<Sighting[]> {
  const owned = { index: "owner", value: ownerId, direction: "ascending", limit: mostApplications } as const;
  const active = (await store.list(applications, owned)).filter(({ document }) => document.isActive);
  const parts = active.map(({ document }) => store.list(consents, listing("application", document.id, page)));
  return (await Promise.all(parts)).flat().map(({ document: { userId, scopes } }) => ({ userId, scopes }));
}

/**
 * Case T14: the users who granted access to the applications of the key's owner, and those whom the owner's keys created; for the key of
 * an admin every user. Sorted by id. `places` has one more than the page if there is a next one.
 */
export async function visibleUsers(
  store: Store,
  owner: { id: string; isAdmin: boolean },
  page: Page,
): Promise<{ users: VisibleUser[]; places: Place[] }> {
  const views = owner.isAdmin
    ? await accounts(store, listing("all", everyAccount, page))
    : (
        await Promise.all([accounts(store, listing("createdBy", owner.id, page)), consenting(store, owner.id, page)])
      ).flat();
  const ids = [...new Set(views.map(({ userId }) => userId))].sort().slice(0, page.limit + 1);
  const shown = ids.slice(0, page.limit);
  const found = await store.getMany(users, shown);
  const visible = shown.flatMap((id): VisibleUser[] => {
    const user = found.get(id);
    return user && isNamed(user) ? [{ user, scopes: scopesOf(views, id) }] : [];
  });
  return { users: visible, places: ids.map(behindUser) };
}

function scopesOf(views: readonly Sighting[], userId: string): VisibleUser["scopes"] {
  const own = views.filter((sighting) => sighting.userId === userId).map(({ scopes }) => scopes);
  return own.includes("all") ? "all" : new Set(own.flat());
}
