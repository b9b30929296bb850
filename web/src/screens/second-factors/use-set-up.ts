import { useEffect, useState } from "react";
import { read } from "../../api.ts";
import type { Parsed } from "../../load-schemas.ts";
import { useStepUp } from "../../step-up/step-up.tsx";

export type SetUpState =
  | { step: "loading" }
  | { step: "ready"; answer: Parsed<"twoFactorSetUp"> }
  | { step: "failed"; error: unknown };

export type SetUpAttempt = { state: SetUpState; fail: () => void; retry: () => void };

/** The QR code and the secret. Not cached: no other screen needs the secret, and a later set-up has another one. */
export function useSetUp(): SetUpAttempt {
  const { confirm } = useStepUp();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<SetUpState>({ step: "loading" });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads again
  useEffect(() => {
    let isCurrent = true;
    const settle = (settled: SetUpState) => isCurrent && setState(settled);
    const call = () => read("twoFactorSetUp", "/api/auth/2fa/setup");
    confirm(call, "set up two-factor authentication").then(
      (answer) => settle({ step: "ready", answer }),
      (error: unknown) => settle({ step: "failed", error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt, confirm]);

  return {
    state,
    fail: () => setState({ step: "failed", error: null }),
    retry: () => {
      setState({ step: "loading" });
      setAttempt((count) => count + 1);
    },
  };
}
