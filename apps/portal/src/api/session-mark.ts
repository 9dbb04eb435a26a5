import { NO_SESSION, ownerOf, SESSION_HEADER, sessionCookies } from '@ambit/contract'

const isHttps = (): boolean => location.protocol === 'https:'
const name = (): string => sessionCookies(isHttps()).mark

/** The user whose screen this is; null before anybody is known. */
let shown: number | null = null

const found = (): string | null => {
  const pair = document.cookie.split('; ').find((candidate) => candidate.startsWith(`${name()}=`))
  return pair?.slice(name().length + 1) ?? null
}

/** A tab shows one user: what another one's session would answer after signing in elsewhere is never asked for here. */
const own = (): string | null => {
  const mark = found()
  return mark !== null && (shown === null || ownerOf(mark) === shown) ? mark : null
}

/**
 * The mark of the session, in a cookie that the server sets together with the token's, which no script can read. All
 * tabs share it, so that signing out in one ends the session in all, also without a network.
 */
export const sessionMark = {
  isFound: (): boolean => found() !== null,

  /** What every call carries. */
  headers: (): Record<string, string> => ({ [SESSION_HEADER]: own() ?? NO_SESSION }),

  /** From now on calls are this user's. Answers whether the browser kept the session's cookies. */
  show: (userId: number): boolean => {
    shown = userId
    return own() !== null
  },

  /** Another user's, who has signed in in another tab meanwhile, stays. */
  forget: (): void => {
    if (own() !== null)
      document.cookie = `${name()}=; path=/; samesite=strict${isHttps() ? '; secure' : ''}; expires=Thu, 01 Jan 1970 00:00:00 GMT`
    shown = null
  },
}
