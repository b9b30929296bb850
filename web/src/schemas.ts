import "./zod-without-eval.ts";

/**
 * Every schema that the app uses, a line for each file of them. Two with one name do not compile, unless this file has a declaration of
 * that name itself. Only `load-schemas.ts` imports this file: zod is a quarter of the app, and no first screen needs it.
 */

export * from "@attestory/command-api/account-settings/schema.ts";
export * from "@attestory/command-api/admin/generation-schema.ts";
export * from "@attestory/command-api/api-keys/schema.ts";
export * from "@attestory/command-api/applications/schema.ts";
export * from "@attestory/command-api/authorize/schema.ts";
export * from "@attestory/command-api/client-registration/schema.ts";
export * from "@attestory/command-api/client-sources/schema.ts";
export * from "@attestory/command-api/device-authorizations/schema.ts";
export * from "@attestory/command-api/erasure/schema.ts";
export * from "@attestory/command-api/hardware-keys/schema.ts";
export * from "@attestory/command-api/joining/schema.ts";
export * from "@attestory/command-api/mail/dev-inbox-schema.ts";
export * from "@attestory/command-api/mail/schema.ts";
export * from "@attestory/command-api/provisioning/schema.ts";
export * from "@attestory/command-api/recovery/schema.ts";
export * from "@attestory/command-api/registration/schema.ts";
export * from "@attestory/command-api/second-factors/schema.ts";
export * from "@attestory/command-api/sign-in/schema.ts";
export * from "@attestory/command-api/step-up/schema.ts";
export * from "@attestory/http/routing/answers.ts";
export * from "@attestory/query-api/account/schema.ts";
export * from "@attestory/query-api/activity/schema.ts";
export * from "@attestory/query-api/admin/access-schema.ts";
export * from "@attestory/query-api/admin/backup-schema.ts";
export * from "@attestory/query-api/admin/build-schema.ts";
export * from "@attestory/query-api/admin/erasure-schema.ts";
export * from "@attestory/query-api/admin/integrity-schema.ts";
export * from "@attestory/query-api/admin/schema.ts";
export * from "@attestory/query-api/analytics/schema.ts";
export * from "@attestory/query-api/api-keys/schema.ts";
export * from "@attestory/query-api/applications/claims-preview-schema.ts";
export * from "@attestory/query-api/applications/client-call-schema.ts";
export * from "@attestory/query-api/applications/schema.ts";
export * from "@attestory/query-api/client-registration/schema.ts";
export * from "@attestory/query-api/client-sources/schema.ts";
export * from "@attestory/query-api/hardware-keys/schema.ts";
export * from "@attestory/query-api/joining/schema.ts";
export * from "@attestory/query-api/second-factors/schema.ts";
export * from "@attestory/query-api/sign-in/schema.ts";
export * from "@attestory/query-api/signing-keys/schema.ts";
export * from "./screens/account/password-schema.ts";
export * from "./screens/admin/checklist/provider-schema.ts";
export * from "./screens/docs/reference/api-document.ts";
