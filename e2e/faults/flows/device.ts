import { basicHeader } from "../../http/token-calls.ts";
import { command, ofMember } from "../commands.ts";
import type { Flow } from "../flow.ts";
import type { Request } from "../request.ts";
import { developerAccess, registerApplication } from "./developer.ts";

/** An idempotency key has no effect on the call of a device: a repeat gets another code. */
const requests = {
  asking: {
    call: "POST /api/oauth/device_authorization",
    comesTo: [],
    appends: ["deviceRequest DeviceAuthorizationRequested"],
  },
  seeing: { call: "POST /api/oauth/device/request", comesTo: [] },
  allowing: {
    call: "POST /api/oauth/device",
    comesTo: ["DeviceAuthorizationAnswered", "ConsentGranted", "AuthorizationCodeIssued"],
  },
} as const satisfies Record<string, Request>;

export const device: Flow = {
  requests,
  async run(visitor, { does }) {
    await does(developerAccess(visitor));
    const { body: registered } = await does(registerApplication(visitor, { allowDeviceFlow: true }));
    const headers = { authorization: basicHeader(registered.application) };
    const { body: asked } = await does(command(requests.asking, { form: { scope: "openid" }, headers }));
    const named = { userCode: asked.user_code };
    const { body: seen } = await does(ofMember(visitor, requests.seeing, { body: named }));
    const allowed = { ...named, request: seen.request, outcome: "granted" };
    await does(ofMember(visitor, requests.allowing, { body: allowed }));
  },
};
