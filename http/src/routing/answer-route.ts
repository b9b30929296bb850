import type { IncomingMessage, ServerResponse } from "node:http";
import { isForm, readBody, refuseMediaType } from "../parsing/body.ts";
import { refuseCrossSite } from "../security/cross-site.ts";
import type { Answer } from "./answer.ts";
import type { IncomingContext } from "./incoming-context.ts";
import { type Principal, refusePrincipal } from "./principal.ts";
import { isProblem, notSignedIn, type ProblemAnswer } from "./problem.ts";
import { type Input, inputReader } from "./read-input.ts";
import type { Credential, RequestContext } from "./request-context.ts";
import type { Route } from "./route.ts";
import { isShortJson, openUpload, uploadOf } from "./upload.ts";

/** A credential, and how certain its principal must be. */
export interface Presented extends Credential {
  /** The principal may be out of date, because it is checked again before anything follows from it. A refusal may not. */
  readonly isProvenLater?: boolean;
}

/** Resolves the principal of a credential, or refuses it: 401 if it signs no one in, 503 if that cannot be checked now. */
export type Authenticate<Who extends Principal> = (
  credential: Presented,
  context: RequestContext,
  route: Route<Who>,
) => Promise<Who | ProblemAnswer>;

/** A request that passes through the checks of its route. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly context: IncomingContext;
  /** The path's parameters, decoded. */
  readonly params: unknown;
}

const takesTokens = ({ principals }: Pick<Route, "principals">) =>
  principals.some((kind) => kind === "grant" || kind === "client");

/** A token of the scheme DPoP is a credential only where access tokens are taken. */
const credentialFor = (route: Pick<Route, "principals">, { credential, boundCredential }: RequestContext) =>
  credential ?? (takesTokens(route) ? boundCredential : null);

/**
 * Runs a route's checks in the same order for every call (unknown routes and methods were refused before): cross-site 403,
 * authentication 401, role 403, size 413, content type 415, fields 400. A request that passes reaches the handler.
 */
export const answerRoute = <Who extends Principal>(
  route: Route<Who>,
  authenticate: Authenticate<Who>,
  ownOrigin: string,
) => {
  const readInput = inputReader(route);
  const open = route.access === "anyone";
  const { provesPrincipal = false } = route;
  const checksOrigin = route.write && !route.oauth && !route.page;

  const admitAs = async (credential: Presented, context: RequestContext): Promise<Who | ProblemAnswer> => {
    const principal = await authenticate(credential, context, route);
    if (isProblem(principal)) return principal;
    const refused = refusePrincipal(route, principal);
    if (!refused) return principal;
    // Nobody is refused for roles that may be out of date. What authentication refuses, it has read.
    return credential.isProvenLater ? admitAs({ ...credential, isProvenLater: false }, context) : refused;
  };

  const admit = async (
    { request, context }: Exchange,
    { isProvenLater = false } = {},
  ): Promise<Who | ProblemAnswer | null> => {
    const credential = credentialFor(route, context);
    const foreign = checksOrigin && refuseCrossSite(request.headers, credential, { ownOrigin, cookieDecides: !open });
    if (foreign) return foreign;
    if (open) return null;
    return credential ? admitAs({ ...credential, isProvenLater }, context) : notSignedIn();
  };

  /** Checks content type and query of an admitted request whose body is a file. */
  const receiveFile = (exchange: Exchange): Input | ProblemAnswer => {
    const { request, response, context, params } = exchange;
    const body = openUpload(request, response);
    if (isProblem(body)) return body;
    const input = readInput({ params, target: request.url ?? "", bytes: null, form: false, context });
    return isProblem(input) ? input : { ...input, body };
  };

  const readmit = (exchange: Exchange) => async (): Promise<ProblemAnswer | null> => {
    const admitted = await admit(exchange);
    return isProblem(admitted) ? admitted : null;
  };

  /** A body may take seconds to arrive, and the session may have ended meanwhile: check again. */
  const admitAgain = (exchange: Exchange, principal: Who | null) =>
    route.write ? admit(exchange, { isProvenLater: provesPrincipal }) : principal;

  /** What is wrong with a request is told to nobody who was admitted by what may be out of date. */
  const refuseAgain = async (exchange: Exchange) => (route.write ? readmit(exchange)() : null);

  /** Checks size, content type and fields of an admitted request. */
  const receive = async ({ request, response, context, params }: Exchange): Promise<Input | ProblemAnswer> => {
    const bytes = await readBody(request, response, route.bodyLimit);
    if (isProblem(bytes)) return bytes;
    context.received(bytes);
    const unreadable = refuseMediaType(request, { empty: bytes.length === 0, forms: route.forms });
    if (unreadable) return unreadable;
    return readInput({ params, target: request.url ?? "", bytes, form: isForm(request), context });
  };

  const receiveUpload = async (exchange: Exchange): Promise<Input | ProblemAnswer> => {
    if (!isShortJson(exchange.request, route.bodyLimit)) return receiveFile(exchange);
    const input = await receive(exchange);
    return isProblem(input) ? input : { ...input, body: uploadOf(input.body) };
  };

  return async (exchange: Exchange): Promise<Answer | ProblemAnswer> => {
    const { context } = exchange;
    const principal = await admit(exchange, { isProvenLater: route.write });
    if (isProblem(principal)) return principal;
    const input = await (route.upload ? receiveUpload(exchange) : receive(exchange));
    if (isProblem(input)) return (await refuseAgain(exchange)) ?? input;
    const now = await admitAgain(exchange, principal);
    return isProblem(now) ? now : route.handle({ ...input, principal: now, context, readmit: readmit(exchange) });
  };
};
