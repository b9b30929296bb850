import type { SignUpPolicyEvent } from "@attestory/events/joining-events.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

/** Who may join. */
export interface SignUpPolicyDocument {
  mode: SignUpPolicyEvent["data"]["mode"];
  domains: readonly string[];
  /** ISO 8601. */
  setAt: string;
  /** The admin who set it. */
  setBy: string;
}

/** The key of the only document. There is none until an admin has set a policy. */
export const thePolicy = "policy";

export const signUpPolicy: Projection<SignUpPolicyDocument> = defineProjection({
  name: "signUpPolicy@1",
  group: "other",
  personal: "sealed",
  indexes: {},
  keys: () => [thePolicy],
  begin: {
    SignUpPolicySet: ({ data: { mode, domains }, recordedAt, actor }) => ({
      mode,
      domains,
      setAt: recordedAt.toISOString(),
      setBy: actor.id,
    }),
  },
});
