import { type OnDemand, onDemand } from "./on-demand.tsx";

const Login = onDemand(() => import("./screens/sign-in/login.tsx").then((file) => file.Login));
const ForgotPassword = onDemand(() =>
  import("./screens/sign-in/forgot-password.tsx").then((file) => file.ForgotPassword),
);
const ResetPassword = onDemand(() => import("./screens/sign-in/reset-password.tsx").then((file) => file.ResetPassword));
const Register = onDemand(() => import("./screens/account/register.tsx").then((file) => file.Register));
const VerifyEmail = onDemand(() => import("./screens/account/verify-email.tsx").then((file) => file.VerifyEmail));
const NotMe = onDemand(() => import("./screens/account/not-me.tsx").then((file) => file.NotMe));
const KeepAccount = onDemand(() => import("./screens/erasure/keep-account.tsx").then((file) => file.KeepAccount));
const AccountShut = onDemand(() => import("./screens/erasure/account-shut.tsx").then((file) => file.AccountShut));
const ConfirmEmail = onDemand(() => import("./screens/account/email-link.tsx").then((file) => file.ConfirmEmail));
const UndoEmail = onDemand(() => import("./screens/account/email-link.tsx").then((file) => file.UndoEmail));
const ResendVerification = onDemand(() =>
  import("./screens/account/resend-verification.tsx").then((file) => file.ResendVerification),
);
const Unlock = onDemand(() => import("./screens/sign-in/unlock.tsx").then((file) => file.Unlock));
const AdminLink = onDemand(() => import("./screens/sign-in/admin-link.tsx").then((file) => file.AdminLink));
const Rescue = onDemand(() => import("./screens/sign-in/rescue.tsx").then((file) => file.Rescue));
const Secured = onDemand(() => import("./screens/activity/secured.tsx").then((file) => file.Secured));
const Consent = onDemand(() => import("./screens/oauth/consent.tsx").then((file) => file.Consent));
const OauthTest = onDemand(() => import("./screens/oauth/oauth-test.tsx").then((file) => file.OauthTest));
const Docs = onDemand(() => import("./screens/docs/docs.tsx").then((file) => file.Docs));
const ApiPage = onDemand(() => import("./screens/docs/reference/api-page.tsx").then((file) => file.ApiPage));
const About = onDemand(() => import("./screens/about/about.tsx").then((file) => file.About));
const DevInbox = onDemand(() => import("./screens/mail/dev-inbox.tsx").then((file) => file.DevInbox));

/** The screen at each path that every visitor sees, signed in or not. `vite.config.ts` has the same paths, with the files. */
export const publicScreens: Readonly<Record<string, OnDemand>> = {
  "/": Login,
  "/login": Login,
  "/forgot-password": ForgotPassword,
  "/reset-password": ResetPassword,
  "/register": Register,
  "/verify-email": VerifyEmail,
  "/not-me": NotMe,
  "/keep-account": KeepAccount,
  "/account-shut": AccountShut,
  "/confirm-email": ConfirmEmail,
  "/undo-email": UndoEmail,
  "/resend-verification": ResendVerification,
  "/unlock": Unlock,
  "/admin-link": AdminLink,
  "/rescue": Rescue,
  "/secured": Secured,
  "/oauth/authorize": Consent,
  "/oauth/test": OauthTest,
  "/docs": Docs,
  "/docs/api": ApiPage,
  "/about": About,
  "/dev/inbox": DevInbox,
};
