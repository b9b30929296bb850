import { z } from "zod";

/** Of a page that applications send people to: any parameters, of which its reader takes those that it knows. */
export const sentInQuery = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
export const sentInForm = z.record(z.string(), z.string()).optional();

/** The parameters of an authorization request. One without a value counts as omitted (RFC 6749 section 3.1). */
export interface RequestParameters {
  /** Those that were sent once. */
  readonly single: ReadonlyMap<string, string>;
  /** Those that were sent more than once, which RFC 6749 section 3.1 forbids. */
  readonly repeated: ReadonlySet<string>;
  /** A frame of a page sent them. */
  readonly inFrame: boolean;
  /** The application pushed them (RFC 9126). */
  readonly isPushed: boolean;
}

export function requestParameters(
  sent: Readonly<Record<string, string | string[]>>,
  { inFrame }: Pick<RequestParameters, "inFrame">,
): RequestParameters {
  const single = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of Object.entries(sent)) {
    if (Array.isArray(value)) repeated.add(name);
    else if (value !== "") single.set(name, value);
  }
  return { single, repeated, inFrame, isPushed: false };
}

/** They are stored with a pending request, where the answer names them. */
const named = ["client_id", "redirect_uri", "scope", "state"];

/** Every parameter that an answer need not repeat. */
export const otherParameters = ({ single }: RequestParameters): Record<string, string> =>
  Object.fromEntries([...single].filter(([name]) => !named.includes(name)));
