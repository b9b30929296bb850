/** The path of the calls about the user's hardware keys. */
export const keysPath = "/api/user/hardware-keys";
