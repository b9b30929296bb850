import type { Page } from "playwright-core";
import type { Person } from "../http/client.ts";
import { enter } from "./screens/resting.ts";

/**
 * Waits until a form's schemas are loaded, which begins when the form is shown. A form submitted earlier waits for them itself. The browser does
 * not always list what it had in memory: a page is taken to have them after five seconds.
 */
export async function formReady(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      performance.now() > 5000 ||
      performance.getEntriesByType("resource").some(({ name }) => name.includes("/assets/schemas-")),
  );
}

/** Fills in and submits the sign-in form; each story checks what follows. */
export async function submitSignIn(page: Page, { email, password }: Pick<Person, "email" | "password">): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** Signs in from /login and waits for the dashboard. */
export async function signIn(page: Page, person: Pick<Person, "email" | "password">): Promise<void> {
  await enter(page, "/login");
  await submitSignIn(page, person);
  await dashboard(page);
}

/** Waits for the dashboard with the user's account settings. */
export async function dashboard(page: Page): Promise<void> {
  await page.waitForURL("**/dashboard");
  await page.getByRole("heading", { name: "Account settings" }).waitFor();
}

/** Uses the account menu of a wide screen. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.waitForURL("**/login");
  await page.getByRole("heading", { name: "Sign in to Attestory" }).waitFor();
}

/** Registers from this browser without the form: the first sign-in then asks for no code, and the screen stays as it is. */
export async function registerHere(page: Page, person: Person): Promise<void> {
  const status = await page.evaluate(async (body) => {
    const headers = { "Content-Type": "application/json" };
    return (await fetch("/api/auth/register", { method: "POST", headers, body: JSON.stringify(body) })).status;
  }, person);
  if (status !== 201) throw new Error(`registering answered ${status}`);
}

/** Fills in and submits the registration form. */
export async function submitRegistration(page: Page, person: Person, name = { first: "", last: "" }): Promise<void> {
  await page.getByLabel("First name").fill(name.first);
  await page.getByLabel("Last name").fill(name.last);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Username").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Create Account" }).click();
}

export interface PasswordForm {
  current: string;
  next: string;
  confirmed: string;
}

/** Fills in and submits the dialog that changes the password. */
export async function submitPassword(page: Page, { current, next, confirmed }: PasswordForm): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Change password" });
  await dialog.getByLabel("Current password").fill(current);
  await dialog.getByLabel("New password", { exact: true }).fill(next);
  await dialog.getByLabel("Confirm new password").fill(confirmed);
  await dialog.getByRole("button", { name: "Change password" }).click();
}
