/** The client and the user of the provider that Attestory is measured beside. */
export const samplePeer = {
  clientId: "5f3c1e52-6f2b-4b0e-9b43-1d6c6d0e7f11",
  clientSecret: "atcs_7Xq2Zc9LrT0bVnM4kPwYsD8fGhJ1aQe5uIo3xCvBtNy",
  redirectUri: "https://app.example.com/callback",
  scope: "openid profile email offline_access",
  /** Its access tokens are JWTs. */
  resource: "https://api.example.com",
  user: {
    name: "Juniper Hale",
    given_name: "Juniper",
    family_name: "Hale",
    preferred_username: "juniper",
    updated_at: 1_767_605_730,
    email: "juniper@example.com",
    email_verified: true,
  },
} as const;
