import { type Call, invalidFields, message, reauthenticate, tooManyWrites } from "./call.ts";

const forDevelopers = ["403 forbidden", "developer access is not enabled"] as const;
const noSuchApplication = ["404 not_found", "you have no such application"] as const;
const fields = [
  ["name", "at most 100 characters; invisible characters are removed"],
  ["redirectUris", "1 to 20 addresses, https, or http on localhost, 127.0.0.1 and [::1]"],
  ["description", "optional, at most 1,000 characters"],
  ["logoUrl", "optional, the https address of an image on a public site"],
] as const;
const registrationFields = [
  ...fields,
  ["homepageUrl", "optional, an address like a redirect URI"],
  ["type", "optional, confidential (the default) or public: on a device or in a browser, without a secret"],
  ["requirePkce", "optional, true or false; always true for a public application"],
  ["idTokenAlgorithm", "optional, RS256 (the default) or ES256: how its ID tokens are signed"],
  ["allowFrameSignIn", "optional, true or false (the default): whether a frame may get a code with prompt=none"],
  [
    "profileInIdToken",
    "optional, true or false (the default): whether ID tokens carry the claims of profile, email and roles",
  ],
] as const;

/** The calls of developers. */
export const developerCalls: readonly Call[] = [
  {
    method: "POST",
    path: "/api/user/enable-developer",
    about: "Enables developer access, which is free. Without it, the other calls of this part are refused.",
    token: true,
    answers: message,
    refuses: [tooManyWrites],
  },
  {
    method: "GET",
    path: "/api/developer/applications",
    about:
      "Your applications, oldest first. clientSecret is null unless you signed in or confirmed that it is you a short time ago. Each time that secrets are shown is recorded.",
    token: true,
    answers: '200 { "applications" }',
    refuses: [forDevelopers],
  },
  {
    method: "POST",
    path: "/api/developer/applications",
    about: "Registers an application. The answer shows its client secret, which works at once.",
    token: true,
    takes: registrationFields,
    answers: '201 { "application" }',
    refuses: [invalidFields, forDevelopers, ["409 too_many_applications", "you have 25 applications"], tooManyWrites],
  },
  {
    method: "PUT",
    path: "/api/developer/applications/{id}",
    about:
      "Changes an application. Codes for a redirect URI that is removed stop working. If left out, description and logoUrl are removed; other optional fields stay as they are.",
    token: true,
    takes: [
      ...fields,
      ["homepageUrl", "optional, an address like a redirect URI; stays as it is if left out"],
      ["requirePkce, idTokenAlgorithm, allowFrameSignIn, profileInIdToken", "optional; stay as they are if left out"],
    ],
    answers: '200 { "application" }',
    refuses: [invalidFields, reauthenticate, forDevelopers, noSuchApplication, tooManyWrites],
  },
  {
    method: "POST",
    path: "/api/developer/applications/{id}/rotate-secret",
    about: "Gives an application a new client secret, and shows it.",
    token: true,
    takes: [
      ["graceSeconds", "optional, how long the former secret still works: at most 86,400 seconds, 0 if left out"],
    ],
    answers: '200 { "application" }',
    refuses: [
      invalidFields,
      reauthenticate,
      forDevelopers,
      noSuchApplication,
      ["409 no_secret", "the application is public"],
      tooManyWrites,
    ],
  },
  {
    method: "DELETE",
    path: "/api/developer/applications/{id}",
    about: "Deletes an application for good. Its codes and tokens stop working.",
    token: true,
    answers: message,
    refuses: [reauthenticate, forDevelopers, noSuchApplication, tooManyWrites],
  },
];
