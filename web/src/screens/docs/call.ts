/** One call of the API, as the reference shows it. */
export type Call = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  about: string;
  token: boolean;
  /** Fields of the JSON body or of the query, with their rules. */
  takes?: ReadonlyArray<readonly [name: string, rule: string]>;
  answers: string;
  refuses?: ReadonlyArray<readonly [code: string, when: string]>;
};

export const invalidFields = ["400 invalid_fields", "a field is missing or invalid; see fields"] as const;
export const tooMany = [
  "429 too_many_attempts",
  "too many attempts; Retry-After says how many seconds to wait",
] as const;
export const tooManyWrites = [
  "429 too_many_attempts",
  "more than 120 changes a minute or 1,000 an hour; see Retry-After",
] as const;
export const reauthenticate = ["403 reauthentication_required", "confirm first that it is you: see step-up"] as const;
export const tooManyEnded = ["429 too_many_attempts", "more than 200 such calls an hour; see Retry-After"] as const;
/** Of the calls that secure an account. */
export const securedParts = [
  ["password", "whether it ends; needs sessions"],
  ["sessions", "whether they end, with the tokens of applications; needs trustedBrowsers"],
  ["consents", "whether every application asks again; needs sessions"],
  ["apiKeys", "whether they end"],
  ["hardwareKeys", "whether they are removed, with the passkeys; needs trustedBrowsers"],
  ["twoFactor", "whether the authenticator app and the recovery codes are removed; needs trustedBrowsers"],
  ["trustedBrowsers", "whether they are asked for a second factor again"],
] as const;
export const message = '200 { "message" }';
