import type { RequestRule } from "./request-rules.ts";

const thumbprintForm = /^[A-Za-z0-9_-]{43}$/;

/** The thumbprint of the key that a request binds its code to (RFC 9449 section 10). */
export const dpopKeyOf = (sent: Pick<ReadonlyMap<string, string>, "get">): string | null =>
  sent.get("dpop_jkt") ?? null;

export const namesUsableKey: RequestRule = ({ single }) => {
  const thumbprint = dpopKeyOf(single);
  return thumbprint === null || thumbprintForm.test(thumbprint)
    ? null
    : { error: "invalid_request", description: "dpop_jkt must be a thumbprint: 43 characters of base64url" };
};
