import { AdminHead } from "../admin-head.tsx";
import { Invitations } from "./invitations.tsx";
import { PolicyCard } from "./policy-card.tsx";

/** Who may join: the sign-up policy, and the invitations. */
export function Joining() {
  return (
    <>
      <AdminHead title="Who may join">Who can create an account here, and whom you have invited.</AdminHead>
      <div className="grid gap-6">
        <PolicyCard />
        <Invitations />
      </div>
    </>
  );
}
