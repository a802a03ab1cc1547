type GoTo = (path: string) => Promise<void>;

/** The router's navigation, set when the router is made: its screens cannot import it. */
let navigate: GoTo | null = null;

export function setNavigation(to: GoTo): void {
  navigate = to;
}

/** Goes to a path of the app, for code outside the router's screens. */
export async function goTo(path: string): Promise<void> {
  await navigate?.(path);
}
