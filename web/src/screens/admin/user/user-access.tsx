import { useSWRConfig } from "swr";
import { Setting } from "../../../parts/setting.tsx";
import { useRereadPages } from "../../../use-pages.ts";
import { ApiKeys } from "../access/api-keys.tsx";
import { Applications } from "../access/applications.tsx";
import { Consents } from "../access/consents.tsx";

/** What may act for one user, and which applications are theirs. */
const kinds = [
  {
    path: "/api/admin/api-keys",
    title: "API keys",
    about: "Let programs of this user ask the service.",
    List: ApiKeys,
  },
  { path: "/api/admin/applications", title: "Applications", about: "Registered by this user.", List: Applications },
  { path: "/api/admin/consents", title: "Consents", about: "What this user allows applications.", List: Consents },
] as const;

/** Reads everything on a user's page again: what an admin does for an account also changes its sessions, keys and events. */
export function useRereadUser(id: string): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  const rereadPages = useRereadPages();
  const path = `/api/admin/users/${id}`;
  const isOfPage = (key: unknown) => typeof key === "string" && (key === path || key.startsWith(`${path}/`));
  return () =>
    Promise.allSettled([
      mutate(isOfPage),
      ...kinds.map((kind) => rereadPages({ path: kind.path, query: { user: id } })),
    ]);
}

export function UserAccess({ id, reread }: { id: string; reread: () => Promise<unknown> }) {
  return kinds.map(({ path, title, about, List }) => (
    <Setting key={path} title={title} about={about}>
      <List query={{ user: id }} rereadUser={reread} />
    </Setting>
  ));
}
