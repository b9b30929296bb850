export const applicationsPath = "/api/developer/applications";
export const apiKeysPath = "/api/developer/api-keys";
