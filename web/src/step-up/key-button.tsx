import type { AuthenticationOptions } from "@attestory/command-api/hardware-keys/schema.ts";
import { Fingerprint } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../parts/button.tsx";
import { CeremonyEnded, getCredential, loadWebAuthn, supportsWebAuthn } from "../webauthn.ts";

type KeyButtonProps = {
  options: AuthenticationOptions;
  /** Nothing else counts. */
  isOnly: boolean;
  prove: (body: { response: unknown }) => Promise<void>;
  failed: (error: unknown) => void;
  onAgain: () => void;
};

/** Confirms with one of the account's hardware keys. Absent where the browser knows none. */
export function KeyButton({ options, isOnly, prove, failed, onAgain }: KeyButtonProps) {
  const [busy, setBusy] = useState(false);
  // The browser then asks for the key at once. If this cannot be loaded, the button loads it again.
  useEffect(() => void loadWebAuthn().catch(() => undefined), []);
  if (!supportsWebAuthn()) return null;

  const useKey = async () => {
    setBusy(true);
    try {
      const response = await getCredential(options);
      await prove({ response }).catch((error: unknown) => {
        failed(error);
        onAgain();
      });
    } catch (error) {
      // The user declined, or has no key at hand: another way is beside it.
      if (!(error instanceof CeremonyEnded)) failed(error);
    }
    setBusy(false);
  };
  return (
    <Button block look={isOnly ? "primary" : "outline"} busy={busy} onClick={useKey}>
      {!busy && <Fingerprint aria-hidden="true" className="size-4" />}
      {busy ? "Follow your browser..." : "Use a hardware key"}
    </Button>
  );
}
