import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { Access } from "./access.ts";

interface Result {
  status: number;
  body?: unknown;
}

const asText = (value: unknown) => (typeof value === "string" ? value : "");

function create({ users }: Access, body: Record<string, unknown>): Result {
  const name = asText(body.loginName);
  if (users.has(name)) return { status: 409 };
  const groups = Array.isArray(body.groups) ? body.groups.map(asText) : [];
  users.set(name, { password: asText(body.password), fullName: asText(body.fullName), groups });
  return { status: 201 };
}

/** `/users/`, `/users/NAME` and `/users/NAME/command/reset-password`. */
async function ofUsers(access: Access, request: IncomingMessage): Promise<Result> {
  const isPost = request.method === "POST";
  const body = isPost ? ((await json(request)) as Record<string, unknown>) : {};
  const [, , encoded = "", , command] = request.url?.split("/") ?? [];
  if (encoded === "" && isPost) return create(access, body);
  const name = decodeURIComponent(encoded);
  const user = access.users.get(name);
  if (!user) return { status: 404 };
  if (command === "reset-password" && isPost) user.password = asText(body.newPassword);
  const { fullName, groups } = user;
  return { status: 200, body: { data: { loginName: name, fullName, groups, disabled: false }, success: true } };
}

async function resultOf(access: Access, request: IncomingMessage): Promise<Result> {
  if (request.url === "/info") return { status: 200, body: { dbVersion: "23.10.0", state: "leader" } };
  if (!request.url?.startsWith("/users/")) return { status: 404 };
  return access.isAdmin(access.userOf(request.headers.authorization)) ? ofUsers(access, request) : { status: 401 };
}

/** The part of the HTTP API that makes users. */
export const answerHttp = (access: Access) => async (request: IncomingMessage, response: ServerResponse) => {
  const { status, body } = await resultOf(access, request).catch((): Result => ({ status: 400 }));
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body === undefined ? "" : JSON.stringify(body));
};
