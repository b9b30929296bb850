import type { Application } from "@attestory/http/routing/application-schema.ts";
import { Badge } from "../../parts/badge.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { calendarDate, exactTime } from "../../parts/moments.ts";
import { MonoLine } from "../../parts/mono-line.tsx";
import { ApiDetail } from "./api-settings.tsx";
import { PublicKeys } from "./client-authentication.tsx";
import { ClientSecret } from "./client-secret.tsx";
import { Detail, Details } from "./details.tsx";
import type { Applications } from "./use-applications.ts";

type ApplicationDetailsProps = {
  application: Application;
  isOnce: boolean;
  onReread: Applications["reread"];
  onRotate: () => void;
};

const usedOrRequired = (isRequired: boolean) => (isRequired ? "Required" : "Used where it is sent");

/** What the application's program needs to know, and its settings. */
export function ApplicationDetails({ application, isOnce, onReread, onRotate }: ApplicationDetailsProps) {
  const { clientId, redirectUris, type } = application;
  const { postLogoutRedirectUris, backchannelLogoutUri, jwks, tokenEndpointAuthMethod, api } = application;
  const isPublic = type === "public";
  return (
    <div className="grid gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1fr)_300px]">
      <Details>
        <Detail name="Client ID">
          <MonoLine text={clientId}>
            <CopyButton text={clientId} what="Copy client ID" />
          </MonoLine>
        </Detail>
        <Detail name="Client Secret">
          {withoutSecret[tokenEndpointAuthMethod] ?? (
            <ClientSecret application={application} isOnce={isOnce} onReread={onReread} onRotate={onRotate} />
          )}
        </Detail>
        <PublicKeys jwks={jwks} />
        <Detail name="Issuer">
          <MonoLine text={location.origin}>
            <CopyButton text={location.origin} what="Copy issuer" />
          </MonoLine>
          <Endpoints />
        </Detail>
        <Detail name="Redirect URIs">
          <ul className="grid gap-1">
            {redirectUris.map((uri) => (
              <RedirectUri key={uri} uri={uri} isPublic={isPublic} />
            ))}
          </ul>
        </Detail>
        {postLogoutRedirectUris.length > 0 && (
          <Detail name="After sign-out">
            <ul className="grid gap-1">
              {postLogoutRedirectUris.map((uri) => (
                <li key={uri}>
                  <code className="font-mono wrap-anywhere">{uri}</code>
                </li>
              ))}
            </ul>
          </Detail>
        )}
        {backchannelLogoutUri && (
          <Detail name="Back-channel logout">
            <code className="font-mono wrap-anywhere">{backchannelLogoutUri}</code>
          </Detail>
        )}
        <ApiDetail api={api} />
      </Details>
      <SignInDetails application={application} />
    </div>
  );
}

/** How its sign-ins go, and how it was registered. */
function SignInDetails({ application }: Pick<ApplicationDetailsProps, "application">) {
  const { type, requirePkce, idTokenAlgorithm, createdAt, hasRegistrationAccess } = application;
  const { allowFrameSignIn, allowDeviceFlow, profileInIdToken, requirePushedRequests, requireDpop } = application;
  const { allowUnsignedRequests } = application;
  const isPublic = type === "public";
  return (
    <Details short>
      <Detail name="Type">{isPublic ? "Public" : "Confidential"}</Detail>
      <Detail name="PKCE">{usedOrRequired(isPublic || requirePkce)}</Detail>
      <Detail name="ID tokens">
        {profileInIdToken ? "Carry name and email" : "Carry no name and email"}, signed with {idTokenAlgorithm}
      </Detail>
      <Detail name="Sign-in in a frame">{allowFrameSignIn ? "Allowed" : "Not allowed"}</Detail>
      <Detail name="Sign-in on a device">{allowDeviceFlow ? "Allowed" : "Not allowed"}</Detail>
      {requirePushedRequests && <Detail name="Pushed requests">Required</Detail>}
      {allowUnsignedRequests && <Detail name="Unsigned request objects">Accepted</Detail>}
      <Detail name="Proof of possession">{usedOrRequired(requireDpop)}</Detail>
      {hasRegistrationAccess && (
        <Detail name="Registration">It registered itself, and can change or delete itself</Detail>
      )}
      <Detail name="Created">
        <time dateTime={createdAt} title={exactTime(new Date(createdAt))}>
          {calendarDate(new Date(createdAt))}
        </time>
      </Detail>
    </Details>
  );
}

const withoutSecret: Partial<Record<Application["tokenEndpointAuthMethod"], string>> = {
  none: "None. A public application cannot keep one.",
  private_key_jwt: "None works: the application signs its calls with a private key.",
};

const endpoints = [
  ["Discovery", "/.well-known/openid-configuration"],
  ["Authorization", "/oauth/authorize"],
  ["Pushed requests", "/api/oauth/par"],
  ["Token", "/api/oauth/token"],
  ["Device authorization", "/api/oauth/device_authorization"],
  ["Userinfo", "/api/oauth/userinfo"],
  ["Keys", "/api/oauth/jwks"],
  ["Sign-out", "/api/oauth/end_session"],
] as const;

/** For a library that reads no discovery document. */
const Endpoints = () => (
  <details className="mt-1.5">
    <summary className="cursor-pointer rounded-sm text-sm text-muted hover:text-ink">Endpoints</summary>
    <ul className="mt-1.5 grid gap-1.5">
      {endpoints.map(([name, path]) => (
        <li key={name} className="grid gap-1">
          <span className="text-sm text-muted">{name}</span>
          <MonoLine text={`${location.origin}${path}`}>
            <CopyButton text={`${location.origin}${path}`} what={`Copy the address of ${name.toLowerCase()}`} />
          </MonoLine>
        </li>
      ))}
    </ul>
  </details>
);

/** The ports of a program on the same machine change, so those of a public application are not compared (RFC 8252). */
const hasAnyPort = (uri: string) => /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)[:/]/.test(uri);
const isNamed = (uri: string) => uri.startsWith("http://localhost");

function RedirectUri({ uri, isPublic }: { uri: string; isPublic: boolean }) {
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <span className="inline-flex min-w-0 items-center gap-1">
        <code className="min-w-0 font-mono wrap-anywhere">{uri}</code>
        <CopyButton text={uri} what={`Copy ${uri}`} />
      </span>
      {isPublic && hasAnyPort(uri) && <Badge>any port</Badge>}
      {isPublic && isNamed(uri) && (
        <span className="text-sm text-muted">127.0.0.1 is safer: another program may answer for the name</span>
      )}
    </li>
  );
}
