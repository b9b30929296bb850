import { type Answered, call, type Person } from "./client.ts";

/** The header as our own proxy writes it (`TRUST_PROXY=1`). */
export const from = (address: string) => ({ "x-forwarded-for": address });

export const wrongPassword = "not it";

/** Where a sign-in comes from: `device` is the value of the cookie that marks a known device. */
export interface Origin {
  address: string;
  device?: string | undefined;
}

export const login = (url: string, { email, password }: Person, { address, device }: Origin): Promise<Answered> =>
  call(url, "POST /api/auth/login", {
    body: { email, password },
    headers: { ...from(address), ...(device !== undefined && { cookie: `__Host-device=${device}` }) },
  });

/** Makes the requests in batches of 40; `n` counts within a batch. */
export async function inBatches<T>(
  all: readonly T[],
  request: (one: T, n: number) => Promise<Answered>,
): Promise<Answered[]> {
  const responses: Answered[] = [];
  for (let at = 0; at < all.length; at += 40) {
    responses.push(...(await Promise.all(all.slice(at, at + 40).map((one, n) => request(one, n)))));
  }
  return responses;
}

export const byStatus = (responses: readonly Answered[]): Partial<Record<number, Answered[]>> =>
  Object.groupBy(responses, ({ status }) => status);

/** The value of a cookie that an answer sets. */
export function setCookie({ headers }: Answered, name: string): string {
  const line = headers.getSetCookie().find((one) => one.startsWith(`${name}=`));
  if (!line) throw new Error(`no cookie ${name}`);
  return line
    .slice(name.length + 1)
    .split(";", 1)
    .join();
}

/** The `Cookie` header with which a browser sends back what an answer sets. */
export const setCookies = ({ headers }: Answered): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
