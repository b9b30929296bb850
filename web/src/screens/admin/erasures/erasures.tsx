import { AdminHead } from "../admin-head.tsx";
import { Erased } from "./erased.tsx";
import { ToBeDeleted } from "./to-be-deleted.tsx";

/** Which accounts are to be deleted, and the receipts of those that were erased. */
export function Erasures() {
  return (
    <>
      <AdminHead title="Deletions">
        Accounts that their owners want to delete, and the receipts of those that were erased: when, why, and the proof
        that the receipt is in the log.
      </AdminHead>
      <div className="grid gap-6">
        <ToBeDeleted />
        <Erased />
      </div>
    </>
  );
}
