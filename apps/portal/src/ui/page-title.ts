export const DEFAULT_TITLE = 'Operations portal'

/** `Drivers · Ambit`; without a route name the portal's own title. */
export const pageTitle = (route: string | undefined, product: string): string =>
  route === undefined || route === '' ? DEFAULT_TITLE : `${route} · ${product}`
