import { Card } from "../../parts/card.tsx";
import { AccountSearch } from "./account-search.tsx";
import { AdminHead } from "./admin-head.tsx";

/** Every account. */
export function Users() {
  return (
    <>
      <AdminHead title="Users">Everybody who has an account, the newest first.</AdminHead>
      <Card>
        <AccountSearch />
      </Card>
    </>
  );
}
