import { command, ofMember, stepUp } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { named, type Request } from "../request.ts";

const isSignedOut = ({ status }: { status: number }) => status === 401;

const requests = {
  // Its session ends, so a repeat is not signed in.
  deletion: { call: "DELETE /api/user", comesTo: ["ErasureRequested"], isCarriedOut: isSignedOut },
  keeping: { call: "POST /api/user/erasure/cancel", comesTo: ["ErasureCancelled"], open: true },
  erasure: {
    call: "DELETE /api/admin/users/{id}?reason=test",
    comesTo: ["ErasureStarted"],
    appends: [
      "user ErasureStarted",
      "erasureReceipt ErasureReceiptAddressed",
      "username IdentifierReleased",
      "email IdentifierReleased",
      "erasure PersonKeyDestroyed",
      "user PersonErased",
    ],
  },
} as const satisfies Record<string, Request>;

/** The user wants the account deleted, keeps it, and is erased by an admin. */
export const erasure: Flow = {
  requests,
  async run(visitor, { admin, does, linkTo }) {
    await does(ofMember(visitor, requests.deletion));
    const token = await linkTo(visitor.email, "keep-account", "Your account will be deleted");
    await does(command(requests.keeping, { body: { token } }));
    await does(stepUp(admin));
    await does(ofMember(admin, named(requests.erasure as Request, visitor.userId)));
  },
};
