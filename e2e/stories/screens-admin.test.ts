import { screenGroups } from "./screens/all-screens.ts";
import { checkScreens } from "./screens/check-screens.ts";

checkScreens(screenGroups.admin);
