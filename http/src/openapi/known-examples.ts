const password = "correct horse battery staple";
const newPassword = "a quiet river in autumn";
const email = "juniper@example.com";
const callback = "https://ledgerline.example/callback";
const clientId = "7d1f3c52-0b6e-4a27-9c84-1e5f60718293";
const base64url = "Zk3v00Qm9uYmVycy1vZi1hLXJlY292ZXJ5LWNvZGUtM";
const jwt = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIwMTk5ZjFjMiJ9.c2lnbmF0dXJl";

const ofPeople = {
  email,
  newEmail: "juniper@example.org",
  pendingEmail: "juniper@example.org",
  contactEmail: "help@example.com",
  sentTo: email,
  login_hint: email,
  username: "juniper",
  preferred_username: "juniper",
  firstName: "Juniper",
  given_name: "Juniper",
  lastName: "Ash",
  family_name: "Ash",
  displayName: "Juniper Ash",
  isAdmin: false,
  isPro: false,
};

const ofSignIn = {
  password,
  currentPassword: password,
  newPassword,
  confirmPassword: newPassword,
  token: `ats_0199f1c3-18d2-7b44-8c5e-6a1d3f20b901_${base64url}`,
  totpCode: "123456",
  emailCode: "1234 5678",
  recoveryCodes: "k7m2-x9qd-4hfa",
  loginTicket: base64url,
  secret: "JBSWY3DPEHPK3PXP",
  qrCode: "data:image/png;base64,iVBORw0KGgo=",
  challenge: base64url,
  id: "mK3xq0V1dZb6uYk2TnPc8Q",
  rawId: "mK3xq0V1dZb6uYk2TnPc8Q",
  rpId: "id.example.com",
  transports: "usb",
  clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
  attestationObject: "o2NmbXRkbm9uZQ",
  authenticatorData: base64url,
  signature: base64url,
  publicKey: base64url,
  device: "Firefox on Linux",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0",
  ipAddress: "203.0.113.24",
  network: "203.0.113.0/24",
  location: "203.0.113.0/24",
  signedInWith: "Password",
};

const ofApplications = {
  name: "Ledgerline",
  description: "Bookkeeping for small teams",
  logoUrl: "https://ledgerline.example/logo.png",
  homepageUrl: "https://ledgerline.example",
  redirectUris: callback,
  redirectUri: callback,
  redirectUrl: `${callback}?code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj`,
  denyUrl: `${callback}?error=access_denied&state=af0ifjsldkj`,
  redirect_uri: callback,
  clientId,
  client_id: clientId,
  clientSecret: base64url,
  client_secret: base64url,
  keyPrefix: "atk_9a0b1c2d",
  scope: "openid profile email",
  scopes: "openid",
  grantedScopes: "openid",
  state: "af0ifjsldkj",
  nonce: "n-0S6_WzA2Mj",
  response_type: "code",
  grant_type: "authorization_code",
  code: "SplxlOBeZQQYbYS6WxSbIA",
  code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
  access_token: jwt,
  id_token: jwt,
  refresh_token: base64url,
  token_type_hint: "refresh_token",
  kid: "0199f1c2",
  kty: "EC",
  crv: "P-256",
};

const ofTheService = {
  message: "Done",
  nextCursor: "eyJhZnRlciI6IjAxOTlmMWMyIn0",
  cursor: "eyJhZnRlciI6IjAxOTlmMWMyIn0",
  query: "juniper",
  limit: "50",
  domains: "example.com",
  from: "2026-03-01",
  to: "2026-03-31",
  week: "2026-W10",
  month: "2026-03",
  day: "2026-03-02",
  host: "mail.example.com",
  port: 587,
  generation: "1",
  position: "1707",
  version: "0.1.0",
  sentence: "The password was changed.",
  subject: "Your password was changed",
  when: "The password is changed",
  sqlContent: "-- attestory backup 1",
};

/** Schemas with rules that JSON Schema cannot say, or with fields that are not sent together, by their names. */
const ofSchemas = {
  TokenRequest: {
    grant_type: "authorization_code",
    code: "SplxlOBeZQQYbYS6WxSbIA",
    redirect_uri: callback,
    code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    client_id: clientId,
    client_secret: base64url,
  },
  SignInRequest: { email, password },
  StepUp: { currentPassword: password },
  AccountSecuring: {
    password: true,
    sessions: true,
    consents: true,
    apiKeys: true,
    hardwareKeys: false,
    twoFactor: false,
    trustedBrowsers: true,
  },
};

/** What a field holds, by its name, where its schema does not tell. */
export const knownExamples: Readonly<Record<string, unknown>> = {
  ...ofPeople,
  ...ofSignIn,
  ...ofApplications,
  ...ofTheService,
  ...ofSchemas,
};
