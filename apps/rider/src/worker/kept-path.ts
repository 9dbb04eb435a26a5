const PAGE = '/Ride'

/**
 * Under which path the app may have kept the answer; null: the network answers. Browsers compare a scope letter by
 * letter, so that `/Rides` would lie within `/Ride` for them.
 */
export const keptPathOf = ({ origin, pathname }: URL, here: string, isPage: boolean): string | null => {
  if (origin !== here || (pathname !== PAGE && !pathname.startsWith(`${PAGE}/`))) return null
  return isPage ? PAGE : pathname
}
