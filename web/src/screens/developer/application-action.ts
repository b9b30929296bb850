/** What a developer does with an application that is registered. */
export type ApplicationAction = "edit" | "rotate" | "claims" | "security" | "end-registration" | "delete";
