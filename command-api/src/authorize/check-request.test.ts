import { expect, it } from "vitest";
import type { Application } from "../applications/application-state.ts";
import { checkRequest, returnAddress } from "./check-request.ts";
import { requestParameters } from "./request-parameters.ts";

const callback = "https://app.example/callback";
const application = (said: Partial<Application> = {}) =>
  ({ kind: "confidential", requirePkce: false, redirectUris: [callback], ...said }) as Application;
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const pkce = { code_challenge: challenge, code_challenge_method: "S256" };
type Sent = Record<string, string | string[]>;
const check = (sent: Sent, client = application(), inFrame = false) => {
  const complete = { response_type: "code", redirect_uri: callback, scope: "openid", ...sent };
  const parameters = requestParameters(complete, { inFrame });
  const address = returnAddress(client, parameters);
  if (typeof address === "string") return { fault: address };
  return checkRequest(client, address, { parameters, reference: {}, error: null });
};
const errorOf = (sent: Sent, client = application()) => {
  const checked = check(sent, client);
  return "error" in checked ? checked.error : null;
};

it("reads a request, and leaves out parameters without a value", () => {
  const sent = { state: "", nonce: "n", prompt: "login", max_age: "10", ui_locales: "de", ...pkce };
  expect(check({ ...sent, scope: "profile openid  profile" })).toEqual({
    redirectUri: callback,
    dpopJkt: null,
    resource: null,
    responseMode: "query",
    state: null,
    scopes: ["profile", "openid"],
    nonce: "n",
    codeChallenge: challenge,
    prompts: new Set(["login"]),
    maxAge: 10,
    claims: { idToken: [], userinfo: [], acr: null, subject: null },
    isByReference: false,
    otherParameters: { response_type: "code", nonce: "n", prompt: "login", max_age: "10", ui_locales: "de", ...pkce },
  });
});

it("AZ-02 AZ-03 sends nothing to a redirect URI that is missing, repeated or not registered", () => {
  expect(check({ redirect_uri: "" })).toEqual({ fault: "no-redirect-uri" });
  expect(check({ redirect_uri: [callback, callback] })).toEqual({ fault: "no-redirect-uri" });
  expect(check({ redirect_uri: "https://app.example/other" })).toEqual({ fault: "unregistered-redirect-uri" });
});

it("AZ-05 supports no response type but code", () => {
  for (const type of ["token", "id_token", "code token", "code id_token", "CODE", "none"]) {
    expect([type, errorOf({ response_type: type })]).toEqual([type, "unsupported_response_type"]);
  }
  expect(errorOf({ response_type: "" })).toBe("invalid_request");
  expect(errorOf({ response_type: ["code", "code"] })).toBe("invalid_request");
});

it("AZ-06 takes any scope that RFC 6749 allows, up to a limit", () => {
  for (const scope of ["", "unknown", "a:b/c.d", "x".repeat(2000)]) expect(errorOf({ scope })).toBeNull();
  const many = Array.from({ length: 500 }, (_, n) => `s${n}`).join(" ");
  for (const scope of ['a"b', "a\\b", "a\tb", "a\r\nb", "é", "\u0000", "x".repeat(10_000), many]) {
    expect([scope.slice(0, 9), errorOf({ scope })]).toEqual([scope.slice(0, 9), "invalid_scope"]);
  }
});

it("AZ-07 refuses a parameter that is sent twice, also one that is not known", () => {
  for (const name of ["state", "scope", "nonce", "prompt", "code_challenge", "response_mode", "anything"]) {
    expect([name, errorOf({ [name]: ["a", "a"] })]).toEqual([name, "invalid_request"]);
  }
  expect(check({ state: ["a", "b"] })).toMatchObject({ description: "A parameter was sent more than once: state" });
  expect(check({ "\r\nx": ["a", "b"] })).toMatchObject({ description: "A parameter was sent more than once" });
});

it("AZ-08 T19 asks for PKCE of public applications, and of those that require it", () => {
  expect(errorOf({})).toBeNull();
  for (const said of [{ kind: "public" }, { requirePkce: true }] as const) {
    expect(errorOf({}, application(said))).toBe("invalid_request");
    expect(errorOf(pkce, application(said))).toBeNull();
  }
});

it("AZ-09 takes no challenge but one of S256", () => {
  const bad: Sent[] = [
    { code_challenge: challenge },
    { code_challenge_method: "S256" },
    ...["plain", "s256", "S512"].map((code_challenge_method) => ({ code_challenge: challenge, code_challenge_method })),
    ...[challenge.slice(1), "a".repeat(129), `${challenge.slice(1)}=`, `${challenge.slice(1)}+`, `${challenge}\n`].map(
      (code_challenge) => ({ ...pkce, code_challenge }),
    ),
  ];
  for (const sent of bad) expect([sent, errorOf(sent)]).toEqual([sent, "invalid_request"]);
});

it("AZ-10 takes a state of four kilobytes and keeps it as it is", () => {
  const state = `"'<>&redirect_uri=x\r\n\u0000ä😀 +%20`;
  expect(check({ state })).toMatchObject({ state });
  expect(errorOf({ state: "ä".repeat(2048) })).toBeNull();
  expect(errorOf({ state: "ä".repeat(2049) })).toBe("invalid_request");
  expect(errorOf({ nonce: "a".repeat(4097) })).toBe("invalid_request");
});

it("AZ-12 knows the prompts of OpenID Connect, and none alone", () => {
  for (const prompt of ["none", "login", "consent", "select_account", "login consent"]) {
    expect([prompt, errorOf({ prompt })]).toEqual([prompt, null]);
  }
  for (const prompt of ["none login", "NONE", "sign_up", "login unknown"]) {
    expect([prompt, errorOf({ prompt })]).toEqual([prompt, "invalid_request"]);
  }
});

it("AZ-13 takes a max_age of whole seconds", () => {
  for (const max_age of ["0", "1", "15000"]) expect([max_age, errorOf({ max_age })]).toEqual([max_age, null]);
  for (const max_age of ["-1", "abc", `1${"0".repeat(30)}`, "1.5", "+1", " 1", "1e3"]) {
    expect([max_age, errorOf({ max_age })]).toEqual([max_age, "invalid_request"]);
  }
});

it("AZ-14 makes no error of parameters that it does not use", () => {
  const unused = ["display", "ui_locales", "claims_locales", "acr_values", "login_hint", "id_token_hint", "x"];
  for (const name of unused) expect([name, errorOf({ [name]: "value" })]).toEqual([name, null]);
});

it("refuses claims that are no JSON of its form, and texts that are too long", () => {
  const [deep, long] = [`{"userinfo":${"[".repeat(900)}`, `{"userinfo":{"${"x".repeat(4096)}":null}}`];
  for (const claims of ["x", "[]", "null", '"name"', '{"userinfo":[]}', '{"id_token":{"acr":true}}', deep, long]) {
    expect([claims, errorOf({ claims })]).toEqual([claims, "invalid_request"]);
  }
  expect(errorOf({ claims: '{"userinfo":{"name":null,"x":{"of":"another"}},"of":1}' })).toBeNull();
  for (const name of ["acr_values", "login_hint"])
    expect(errorOf({ [name]: "x".repeat(4097) })).toBe("invalid_request");
});

it("AZ-15 fetches nothing", () => {
  expect(errorOf({ request_uri: "https://app.example/request" })).toBe("request_uri_not_supported");
  expect(errorOf({ registration: "{}" })).toBe("registration_not_supported");
});

it("answers by a form where the request asks for that, and refuses other response modes", () => {
  expect(check({ response_mode: "form_post" })).toMatchObject({ responseMode: "form_post" });
  expect(check({ response_mode: "query" })).toMatchObject({ responseMode: "query" });
  expect(check({ response_mode: "fragment" })).toMatchObject({ responseMode: "fragment" });
  for (const response_mode of ["web_message", "jwt", "FORM_POST"])
    expect(errorOf({ response_mode })).toBe("invalid_request");
});

it("D13 sends a frame away whose application does not allow it, so that the application opens a page", () => {
  const inFrame = (allowFrameSignIn: boolean) => check({ prompt: "none" }, application({ allowFrameSignIn }), true);
  expect(inFrame(false)).toMatchObject({ error: "interaction_required" });
  expect(inFrame(true)).toMatchObject({ prompts: new Set(["none"]) });
  expect(errorOf({ prompt: "none" }, application({ allowFrameSignIn: false }))).toBeNull();
});
