/** Loads the library that verifies what hardware keys answer, the first time that one is used: it is a fifth of all modules. */
export const loadWebAuthn = async () => ({
  ...(await import("@simplewebauthn/server")),
  ...(await import("@simplewebauthn/server/helpers")),
});
export type WebAuthn = Awaited<ReturnType<typeof loadWebAuthn>>;
