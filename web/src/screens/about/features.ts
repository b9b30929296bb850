export interface Feature {
  name: string;
  line: string;
  /** Some of the calls that it consists of: a feature without them would be a promise. */
  calls: readonly [string, ...string[]];
}

export interface FeatureGroup {
  title: string;
  features: readonly Feature[];
}

/** What the service does, for the About page and README's table. A test compares the two, and looks for each call. */
export const featureGroups: readonly FeatureGroup[] = [
  {
    title: "For people",
    features: [
      {
        name: "Accounts",
        line: "Sign up, verify the email address by a link, and change name, address and username",
        calls: ["POST /api/auth/register", "GET /api/auth/verify-email", "PUT /api/user/email"],
      },
      {
        name: "Second factors",
        line: "An authenticator app with recovery codes, and browsers that are trusted for 30 days",
        calls: ["GET /api/auth/2fa/setup", "POST /api/auth/2fa/verify"],
      },
      {
        name: "Passkeys and hardware keys",
        line: "Sign in without a password, or add a key as the second step",
        calls: ["POST /api/auth/webauthn/login-begin", "POST /api/auth/webauthn/login-complete"],
      },
      {
        name: "Sessions and activity",
        line: "See every device that is signed in and what happened to the account, and end any of it",
        calls: ["GET /api/user/sessions", "GET /api/user/activity"],
      },
      {
        name: "Your data",
        line: "Download what the service keeps of you, as JSON or as a readable page; delete your account, with 14 days to keep it",
        calls: ["GET /api/user/data", "DELETE /api/user"],
      },
      {
        name: "Ways back in",
        line: "Reset a password, undo a changed address, say “This wasn’t me”, and secure the account after an intrusion",
        calls: ["POST /api/auth/forgot-password", "POST /api/auth/undo-email", "POST /api/auth/not-me"],
      },
    ],
  },
  {
    title: "For applications",
    features: [
      {
        name: "OpenID Connect and OAuth 2.0",
        line: "Authorization code with PKCE, pushed requests, sign-in on devices, refresh tokens, client credentials, userinfo, introspection, revocation, sign-out, back-channel logout, dynamic registration, Client ID Metadata Documents (as MCP clients use them), discovery",
        calls: ["POST /api/oauth/token", "GET /.well-known/openid-configuration", "POST /api/oauth/introspect"],
      },
      {
        name: "Authentication methods",
        line: "ID tokens say how users signed in, and applications can ask for a second factor or a hardware key",
        calls: ["GET /api/oauth/authorize", "POST /api/auth/step-up"],
      },
      {
        name: "Proof of possession",
        line: "Applications can bind their tokens to a key of their own (DPoP), or be required to, so that a stolen token is useless",
        calls: ["POST /api/oauth/token", "GET /api/oauth/userinfo"],
      },
      {
        name: "APIs of applications",
        line: "Applications define an API and its scopes, and others get access tokens for it, which it verifies by itself",
        calls: ["POST /api/oauth/token", "GET /api/oauth/jwks", "POST /api/oauth/introspect"],
      },
      {
        name: "Consent",
        line: "People see what an application asks for, and take it back at any time",
        calls: ["POST /api/oauth/authorize", "GET /api/user/connected-apps"],
      },
      {
        name: "Developer portal",
        line: "Register applications, try the sign-in, and read why the last requests failed",
        calls: ["POST /api/developer/applications", "GET /api/developer/applications/{id}/requests"],
      },
      {
        name: "Security profile",
        line: "See which protections an application uses, which it could require, and require all at once",
        calls: ["GET /api/developer/applications/{id}/requests", "PUT /api/developer/applications/{id}"],
      },
      {
        name: "API keys",
        line: "Programs list users, create accounts and check the service",
        calls: ["POST /api/developer/api-keys", "GET /api/users", "GET /api/system/health"],
      },
    ],
  },
  {
    title: "For whoever runs it",
    features: [
      {
        name: "Admin dashboard",
        line: "Users with search and help, access, who may join, figures of use, and what needs attention",
        calls: ["GET /api/admin/users", "GET /api/admin/analytics", "GET /api/admin/notices"],
      },
      {
        name: "Backups",
        line: "Taken and proven by themselves, or as one file; an import restores any moment",
        calls: ["GET /api/admin/backups", "GET /api/admin/export", "POST /api/admin/import"],
      },
      {
        name: "Everything in the log",
        line: "Each change is an event, encrypted for its person; every page is built from the log",
        calls: ["GET /api/admin/users/{id}/events"],
      },
    ],
  },
];
