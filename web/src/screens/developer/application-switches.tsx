import type { Application } from "@attestory/http/routing/application-schema.ts";
import type { Framework } from "../../guides/frameworks.ts";
import type { Kind } from "./application-type.tsx";
import { SettingSwitch } from "./setting-switch.tsx";

type Switched =
  | "profileInIdToken"
  | "requirePkce"
  | "requirePushedRequests"
  | "allowUnsignedRequests"
  | "allowFrameSignIn"
  | "allowDeviceFlow"
  | "requireDpop";

/** The settings that are no text fields. The framework proposes some of them. */
export type Chosen = Pick<Application, Switched> & { kind: Kind };

/** What no framework changes. */
export const usual = {
  allowFrameSignIn: false,
  allowDeviceFlow: false,
  requirePushedRequests: false,
  allowUnsignedRequests: false,
  requireDpop: false,
};

export const proposedFor = ({ kind, readsIdToken, sendsPkce }: Framework): Omit<Chosen, keyof typeof usual> => ({
  kind,
  requirePkce: sendsPkce,
  profileInIdToken: readsIdToken,
});

const switches: readonly { setting: Switched; name: string; about: string; onlyFor?: Kind }[] = [
  {
    setting: "profileInIdToken",
    name: "Name and email in ID tokens",
    about: "Most libraries show only what the ID token says. Without it they have to ask the userinfo endpoint.",
  },
  {
    setting: "allowDeviceFlow",
    name: "Sign-in on a device",
    about: "For televisions, command lines and others without a browser: their users enter a code on their phone.",
  },
  {
    setting: "allowFrameSignIn",
    name: "Sign-in in a frame",
    about:
      "A hidden frame of the application may renew a sign-in (prompt=none). Works only on the same site as this service.",
  },
  {
    setting: "requirePkce",
    name: "Require PKCE",
    about: "A stolen code is useless then. Most client libraries send what it needs.",
    onlyFor: "confidential",
  },
  {
    setting: "requirePushedRequests",
    name: "Require pushed requests",
    about:
      "The application sends what it asks to this service first (PAR), so no browser can change it. Its library must support that.",
  },
  {
    setting: "requireDpop",
    name: "Require proof of possession",
    about:
      "Tokens work only with a key that the application holds (DPoP), so a stolen token is useless. Its library must support that.",
  },
  {
    setting: "allowUnsignedRequests",
    name: "Unsigned request objects",
    about:
      "Request objects with the alg none are accepted. Anyone can write one, so allow them only for a library that cannot sign.",
  },
];

type SwitchesProps = { chosen: Chosen; onChoose: (change: Partial<Chosen>) => void };

/** The settings of an application that are on or off. */
export const ApplicationSwitches = ({ chosen, onChoose }: SwitchesProps) =>
  switches
    .filter(({ onlyFor = chosen.kind }) => onlyFor === chosen.kind)
    .map(({ setting, name, about }) => (
      <SettingSwitch
        key={setting}
        name={name}
        about={about}
        isOn={chosen[setting]}
        onChange={(isOn) => onChoose({ [setting]: isOn })}
      />
    ));
