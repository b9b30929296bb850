import { call, type Person, register, verify } from "../../http/client.ts";

/** The users that the screens show, in one service. */
export interface Cast {
  url: string;
  /** Verified, and signed in from three devices; the token is the first device's. */
  juniper: Person & { token: string };
  /** Registered, not verified; the token is the registration's. */
  wren: Person & { token: string };
}

const devices = [
  ["192.0.2.44", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
  [
    "198.51.100.17",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
  ],
  [
    "203.0.113.80",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36",
  ],
] as const;

/** If the service trusts one proxy, the devices are in three networks; else all are local. */
async function signInFromAllDevices(url: string, { email, password }: Person): Promise<string> {
  const tokens: string[] = [];
  for (const [network, device] of devices) {
    const headers = { "user-agent": device, "x-forwarded-for": network };
    const { status, body } = await call(url, "POST /api/auth/login", { headers, body: { email, password } });
    if (status !== 200) throw new Error(`signing in answered ${status}: ${JSON.stringify(body)}`);
    tokens.push(body.token);
  }
  return tokens[0] ?? "";
}

/** Registers them in a service that does not know them yet. */
export async function gatherCast(url: string): Promise<Cast> {
  const juniper = {
    email: "juniper@example.com",
    username: "juniper",
    password: "copper lantern 91",
    firstName: "Juniper",
    lastName: "Hale",
  };
  const wren = { email: "wren@example.com", username: "wren", password: "brass kettle 204" };
  await register(url, juniper);
  await verify(url, juniper.email);
  const { token } = await register(url, wren);
  return { url, juniper: { ...juniper, token: await signInFromAllDevices(url, juniper) }, wren: { ...wren, token } };
}
