import type { AuthorizationInfo } from "@attestory/command-api/authorize/schema.ts";
import { Plug, Plus } from "lucide-react";
import { ApiError } from "../../api-error.ts";
import { Badge } from "../../parts/badge.tsx";

type Api = NonNullable<AuthorizationInfo["api"]>;

/** Whether the user has allowed some of it before, and whether it is more than that. */
export const isKnownApi = (api: Api | null): boolean => api?.scopes.some(({ isAllowed }) => isAllowed) ?? false;
export const isMoreOfApi = (api: Api | null): boolean => api?.scopes.some(({ isAllowed }) => !isAllowed) ?? false;

/** Of the API that the user has read, for the answer. */
export const digestOf = (api: Api | null): { apiDigest?: string } => (api ? { apiDigest: api.digest } : {});
/** The API is another one now than the user has read. */
export const isApiChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === "api_changed";

type ApiScopesProps = { api: Api; application: string; isKnown: boolean };

/** What an application may do at the API of another one, in the words of the API's owner. */
export const ApiScopes = ({ api, application, isKnown }: ApiScopesProps) => (
  <>
    <h2 className="mt-6 mb-1 font-medium wrap-anywhere">
      At {api.name}, {application} will be able to
    </h2>
    <p className="mb-3 font-mono text-sm text-muted wrap-anywhere">{api.resource}</p>
    {api.scopes.length === 0 ? (
      <p className="text-muted">know that you allowed it. It asks for nothing more there.</p>
    ) : (
      <ul className="grid gap-3.5">
        {api.scopes.map(({ name, description, isAllowed }) => {
          const isNew = isKnown && !isAllowed;
          const Mark = isNew ? Plus : Plug;
          return (
            <li key={name} className="flex min-w-0 gap-3">
              <Mark aria-hidden="true" className="mt-0.5 size-4 flex-none text-accent-text" />
              <div className="min-w-0 wrap-anywhere">
                <span className="font-medium">{description}</span> {isNew && <Badge look="accent">New</Badge>}
                <p className="font-mono text-sm text-muted">{name}</p>
              </div>
            </li>
          );
        })}
      </ul>
    )}
  </>
);
