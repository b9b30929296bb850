import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { AccountSearch } from "./account-search.tsx";
import { AdminHead } from "./admin-head.tsx";
import { NewUser } from "./new-user.tsx";

/** Every account. */
export function Users() {
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState(0);
  return (
    <>
      <AdminHead
        title="Users"
        actions={
          <Button look="primary" onClick={() => setCreating(true)}>
            New User
          </Button>
        }
      >
        Everybody who has an account.
      </AdminHead>
      <Card>
        {/* Reads again when it is mounted anew. */}
        <AccountSearch key={created} />
      </Card>
      {isCreating && (
        <NewUser
          onClose={() => setCreating(false)}
          onCreated={() => {
            setCreating(false);
            setCreated((count) => count + 1);
          }}
        />
      )}
    </>
  );
}
