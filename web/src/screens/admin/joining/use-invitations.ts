import { usePages } from "../../../use-pages.ts";

export const invitationsPath = "/api/admin/invitations";

/** The invitations, the newest first. */
export function useInvitations() {
  const { pages, ...list } = usePages("invitations", { path: invitationsPath });
  return { ...list, invitations: pages?.flatMap(({ invitations }) => invitations) };
}
