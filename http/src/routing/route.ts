import type { z } from "zod";
import type { AnswerOf, AnswerSchemas } from "./answer.ts";
import type { Access, Principal, PrincipalKind } from "./principal.ts";
import type { ProblemAnswer } from "./problem.ts";
import type { AskedOfPage } from "./problem-page.ts";
import type { RequestContext } from "./request-context.ts";
import { type Upload, uploadBody } from "./upload.ts";

export type Method = "get" | "post" | "put" | "delete";

/** A request that passed every check of its declaration. */
export interface Handled<Params, Query, Body, Who> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Null on routes with access `anyone`, which do not authenticate. */
  readonly principal: Who;
  readonly context: RequestContext;
  /** Asks again whether the caller may make the call, for one that takes long. Null: they may. */
  readonly readmit: () => Promise<ProblemAnswer | null>;
}

type Signed<A extends Access, Who> = A extends "anyone" ? null : Who;
/** The principals of these kinds. */
type OfKind<Who extends Principal, K extends PrincipalKind> = Extract<Who, { kind: K }>;

/** What the handler of a call receives. */
export type RequestOf<
  Who extends Principal,
  A extends Access,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  K extends PrincipalKind,
  U extends boolean,
> = Handled<z.output<P>, z.output<Q>, [U] extends [true] ? Upload : z.output<B>, Signed<A, OfKind<Who, K>>>;

/** One call: who may make it, its input and its output. Its checks, documentation and answers all derive from this. */
export interface RouteDeclaration<
  A extends Access,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  S extends AnswerSchemas,
  K extends PrincipalKind,
  U extends boolean,
> {
  readonly method: Method;
  /** In OpenAPI syntax: `/api/user/sessions/{id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** The name of the call in generated clients, such as `changePassword`. Each call of the OpenAPI document has one. */
  readonly operationId?: string;
  /** What the summary leaves out, for who calls it. */
  readonly description?: string;
  readonly access: A;
  /** The kinds of principal that may make the call; by default only sessions. */
  readonly principals?: readonly K[];
  /** An invalid parameter gives 404: nothing with such an id exists. */
  readonly params?: P;
  /** Every value is text. Without a schema the query is ignored. */
  readonly query?: Q;
  /** Without a schema only an empty body or `{}` is accepted; a schema that allows `undefined` makes the body optional. */
  readonly body?: B;
  /** Whether the body may be `application/x-www-form-urlencoded`, too. Every value is text then. */
  readonly forms?: boolean;
  /**
   * An OAuth protocol endpoint: it refuses in the form of RFC 6749 section 5.2 and checks no origin, because it authenticates by its own
   * credentials and never by the cookie.
   */
  readonly oauth?: boolean;
  /** Whether pages of every origin may read the answer (CORS). No cookie counts there. */
  readonly anyOrigin?: boolean;
  /**
   * What it is asked for, if it is a page that a browser opens, perhaps from another site: it refuses with a page, checks no origin, and
   * is no call of the API's description.
   */
  readonly page?: AskedOfPage;
  /** In bytes; 100 kB by default. */
  readonly bodyLimit?: number;
  /** Whether the body is a file of any size, which the handler reads as it arrives (`Upload`). Then `body` is not declared. */
  readonly upload?: U;
  readonly answers: S;
  /** The refusals that the call alone gives, for the API's document. Those of the checks above follow from the declaration. */
  readonly refuses?: readonly ProblemAnswer[];
  /** Of an answer that is not JSON, as its `Content-Type` has it without parameters. */
  readonly mediaType?: string;
  /** Of an answer that is written piece by piece, for the API's document: what it holds, by media type. */
  readonly contents?: Readonly<Record<string, z.ZodType>>;
  /** Whether the call changes data, so that other sites and HEAD are refused; by default true for every method but GET. */
  readonly write?: boolean;
  /** Whether the session's user must have proved a short time ago who they are. Otherwise: 403 `reauthentication_required`. */
  readonly stepUp?: boolean;
  /**
   * Whether what answers the call makes sure that its principal was still one, by an append that depends on it or by `readmit`. The principal
   * may be out of date until then. Only for calls that do nothing else: what they do before is not undone.
   */
  readonly provesPrincipal?: boolean;
  /** Whether the call counts as a use of the session, whose idle time then begins again; by default true. */
  readonly countsAsUse?: boolean;
}

/** A declared call, and what carries it out. */
export interface RouteDefinition<
  Who extends Principal,
  A extends Access,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  S extends AnswerSchemas,
  R extends AnswerOf<S> | ProblemAnswer,
  K extends PrincipalKind,
  U extends boolean,
> extends RouteDeclaration<A, P, Q, B, S, K, U> {
  handle(request: RequestOf<Who, A, P, Q, B, K, U>): Promise<R>;
}

/** A declared route without its type parameters. */
export interface Route<Who extends Principal = Principal> {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly operationId?: string;
  readonly description?: string;
  readonly access: Access;
  readonly principals: readonly PrincipalKind[];
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly forms: boolean;
  readonly oauth: boolean;
  readonly anyOrigin: boolean;
  readonly page?: AskedOfPage;
  readonly bodyLimit: number;
  readonly upload: boolean;
  readonly answers: AnswerSchemas;
  readonly refuses: readonly ProblemAnswer[];
  readonly mediaType?: string;
  readonly contents?: Readonly<Record<string, z.ZodType>>;
  readonly write: boolean;
  readonly stepUp: boolean;
  readonly provesPrincipal?: boolean;
  readonly countsAsUse: boolean;
  handle(request: Handled<unknown, unknown, unknown, Who | null>): Promise<AnswerOf<AnswerSchemas> | ProblemAnswer>;
}

const defaultBodyLimit = 100 * 1024;

/**
 * Returns the `route` function of an API whose principal is `Who`:
 * `const route = routeFor<CommandPrincipal>();`
 */
export const routeFor =
  <Who extends Principal>() =>
  <
    const A extends Access,
    S extends AnswerSchemas,
    P extends z.ZodType = z.ZodUndefined,
    Q extends z.ZodType = z.ZodUndefined,
    B extends z.ZodType = z.ZodUndefined,
    const R extends AnswerOf<S> | ProblemAnswer = AnswerOf<S>,
    const K extends PrincipalKind = "session",
    const U extends boolean = false,
  >(
    definition: RouteDefinition<Who, A, P, Q, B, S, R, K, U>,
  ): Route<Who> => ({
    principals: ["session"],
    forms: false,
    oauth: false,
    anyOrigin: false,
    bodyLimit: defaultBodyLimit,
    upload: false,
    write: definition.method !== "get",
    stepUp: false,
    countsAsUse: true,
    refuses: [],
    ...(definition.upload && { body: uploadBody }),
    ...definition,
    handle: definition.handle,
  });
