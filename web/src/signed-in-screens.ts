interface SignedInScreen {
  /** Its name in the navigation of an account, if it is there. */
  accountPage?: string;
  /** Waited for in the shape of a form, not of a page. */
  isForm?: true;
}

const declared = {
  "/dashboard": { accountPage: "Settings" },
  "/dashboard/activity": { accountPage: "Activity" },
  "/dashboard/developer": {},
  "/developer": {},
  "/setup-2fa": { isForm: true },
  "/device": { isForm: true },
  "/admin/*?": {},
} satisfies Record<string, SignedInScreen>;

export type SignedInPath = keyof typeof declared;

/** The screens for signed-in users. `app.tsx` has their components: this file imports nothing, so that `vite.config.ts` can read it. */
export const signedInScreens: Readonly<Record<SignedInPath, SignedInScreen>> = declared;
