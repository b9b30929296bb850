type Claims = Readonly<Record<string, unknown>>;

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A request object that nothing signs (OpenID Connect Core section 6.1). */
export const unsignedObject = (claims: Claims): string => `${encoded({ alg: "none" })}.${encoded(claims)}.`;
