import { useEffect, useState } from "react";
import { toast } from "../../parts/toasts.ts";
import { useStepUp } from "../../step-up/step-up.tsx";
import { loadWebAuthn, supportsWebAuthn } from "../../webauthn.ts";
import { RegistrationFailure, registerKey } from "./register-key.ts";

/** Adds one key at a time. `codes` are the recovery codes that came with it, until they are saved; `added` is the id of the newest. */
export function useRegistration(onAdded: () => Promise<unknown>) {
  const { confirm } = useStepUp();
  const [busy, setBusy] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [added, setAdded] = useState<string | null>(null);
  // The browser then asks for the key at once. If this cannot be loaded, adding a key loads it again.
  useEffect(() => {
    if (supportsWebAuthn()) void loadWebAuthn().catch(() => undefined);
  }, []);

  const add = async () => {
    if (!supportsWebAuthn()) {
      toast({ kind: "refused", title: "Not Supported", description: "WebAuthn is not supported in this browser." });
      return;
    }
    setBusy(true);
    try {
      const { hardwareKey, recoveryCodes } = await registerKey(confirm);
      toast({ kind: "done", title: "Hardware key added", description: hardwareKey.name });
      if (recoveryCodes) setCodes(recoveryCodes);
      await onAdded();
      setAdded(hardwareKey.id);
    } catch (error) {
      const description = error instanceof RegistrationFailure ? error.message : "Failed to register hardware key";
      toast({ kind: "refused", title: "Registration failed", description });
    }
    setBusy(false);
  };
  return { busy, add, added, codes, forgetCodes: () => setCodes(null) };
}
