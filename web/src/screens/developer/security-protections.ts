import type { Application } from "@attestory/http/routing/application-schema.ts";
import type { Parsed } from "../../load-schemas.ts";

/** Of the last sign-ins by a browser: how many there were, and how many used each protection. */
export type SignInUses = Parsed<"clientCalls">["signIns"];

/**
 * `could-be-required`: the application uses it already. `used-at-times`: some of its last sign-ins did. `not-required`: whether it is used is
 * not known. `impossible`: not for this application.
 */
export type ProtectionState =
  | "required"
  | "could-be-required"
  | "used-at-times"
  | "not-used"
  | "not-required"
  | "impossible";

/** The settings that the switch sets. */
export type StrictSettings = Partial<
  Pick<
    Application,
    | "requirePkce"
    | "requirePushedRequests"
    | "tokenEndpointAuthMethod"
    | "requireDpop"
    | "idTokenAlgorithm"
    | "allowUnsignedRequests"
    | "allowFrameSignIn"
  >
>;

interface Judged {
  state: ProtectionState;
  /** What is known of this application. */
  note?: string | null;
  /** What the developer has to do before the switch can be turned on. */
  missing?: string;
  /** What requiring it would break, as far as the log knows. */
  warning?: string | null;
}

/** A row of the profile. `strict`: how the switch requires it; null if the application itself has to change. */
export interface Protection {
  name: string;
  why: string;
  /** `becomes`: what the switch would change, as a sentence. */
  strict: { becomes: string; settings: StrictSettings } | null;
  judge(application: Application, uses: SignInUses | null): Judged;
}

const required: Judged = { state: "required" };

/** What the FAPI 2.0 Security Profile asks of an application, as far as this service can require it, and sign-in in a frame. */
export const protections: readonly Protection[] = [
  {
    name: "PKCE",
    why: "A stolen code is useless: only the program that asked for it can exchange it.",
    strict: { becomes: "PKCE is required.", settings: { requirePkce: true } },
    judge: ({ type, requirePkce }, uses) =>
      type === "public" || requirePkce ? required : observed(uses, ({ withPkce }) => withPkce, "PKCE"),
  },
  {
    name: "Pushed requests",
    why: "No browser can read or change what the application asks for.",
    strict: { becomes: "Pushed requests are required.", settings: { requirePushedRequests: true } },
    judge: ({ requirePushedRequests }, uses) =>
      requirePushedRequests ? required : observed(uses, ({ pushed }) => pushed, "a pushed request"),
  },
  {
    name: "Client authentication by a signature",
    why: "A secret can leak from each place that it is sent to. A private key never leaves the application.",
    strict: {
      becomes: "Its calls are authenticated by a signature (private_key_jwt), and no secret works.",
      settings: { tokenEndpointAuthMethod: "private_key_jwt" },
    },
    judge: judgeAuthentication,
  },
  {
    name: "Proof of possession",
    why: "A stolen token is useless without a key that only the application holds (DPoP).",
    strict: { becomes: "Tokens are bound to a key of the application (DPoP).", settings: { requireDpop: true } },
    judge: ({ requireDpop }) =>
      requireDpop ? required : { state: "not-required", warning: "Its library must know DPoP, or it gets no tokens." },
  },
  {
    name: "ID tokens in ES256",
    why: "RS256 signs in an older way, which FAPI 2.0 does not accept.",
    strict: { becomes: "ID tokens are signed with ES256.", settings: { idTokenAlgorithm: "ES256" } },
    judge: ({ idTokenAlgorithm }) =>
      idTokenAlgorithm === "ES256"
        ? required
        : { state: "not-used", note: "RS256 is used.", warning: "Its library must know ES256." },
  },
  {
    name: "No unsigned request objects",
    why: "Anyone can write a request object that nothing signs.",
    strict: { becomes: "Unsigned request objects are refused.", settings: { allowUnsignedRequests: false } },
    judge: ({ allowUnsignedRequests }) =>
      allowUnsignedRequests ? { state: "not-used", note: "They are accepted." } : required,
  },
  {
    name: "No sign-in in a frame",
    why: "A hidden frame gets a code without anything that its user sees.",
    strict: { becomes: "Sign-in in a frame is refused.", settings: { allowFrameSignIn: false } },
    judge: ({ allowFrameSignIn }) =>
      allowFrameSignIn
        ? { state: "not-used", note: "It is allowed.", warning: "Its hidden frames can renew no sign-in any more." }
        : required,
  },
  {
    name: "Only https redirect URIs",
    why: "A code that comes back over http can be read on its way.",
    strict: null,
    judge: judgeAddresses,
  },
];

/** Of a protection that is not required. */
function observed(uses: SignInUses | null, usedIn: (uses: SignInUses) => number, what: string): Judged {
  if (uses === null || uses.count === 0) return { state: "not-required" };
  const { count } = uses;
  const used = usedIn(uses);
  const note = `Last sign-ins with ${what}: ${used === 0 ? "none" : used} of ${count}.`;
  if (used === count) return { state: "could-be-required", note };
  const warning = `${note} A sign-in without it will be refused.`;
  return { state: used === 0 ? "not-used" : "used-at-times", note, warning };
}

function judgeAuthentication({ type, tokenEndpointAuthMethod, jwks }: Application): Judged {
  if (type === "public") {
    return {
      state: "impossible",
      note: "A public application cannot keep a private key.",
      missing: "A public application cannot prove who it is. Register a confidential one.",
    };
  }
  if (tokenEndpointAuthMethod === "private_key_jwt") return required;
  const warning = "Its calls with the client secret will be refused.";
  return jwks === null
    ? {
        state: "not-used",
        note: "It has no public keys.",
        missing: "Enter a public key of the application.",
        warning,
      }
    : { state: "not-required", note: "It has public keys, and its secret works too.", warning };
}

function judgeAddresses({ redirectUris }: Application): Judged {
  const open = redirectUris.find((uri) => !uri.startsWith("https://"));
  if (open === undefined) return required;
  return {
    state: "not-used",
    note: `${open} is registered.`,
    missing: `Remove the redirect URI ${open}, or replace it by one with https.`,
  };
}
