import { useEffect, useState } from "react";
import { send } from "../../api.ts";

type PasswordWays = { hasPassword: boolean; hasKey: boolean };

/** Whether the account has a password, and a key that could replace it. Until the service has answered: a password and no key. */
export function usePasswordWays(): PasswordWays {
  const [ways, setWays] = useState<PasswordWays>({ hasPassword: true, hasKey: false });
  useEffect(() => {
    let isCurrent = true;
    send("stepUpBegun", { method: "POST", path: "/api/auth/step-up/begin" }).then(
      ({ methods }) => {
        const found = { hasPassword: methods.includes("password"), hasKey: methods.includes("hardware_key") };
        if (isCurrent) setWays(found);
      },
      // The password can be changed all the same.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return ways;
}
