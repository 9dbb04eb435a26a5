import { NO_SESSION, SESSION_HEADER } from '@ambit/contract'
import type { Call } from './calls.ts'

/** jsdom's own, given to each test process by its environment */
declare const jsdom: {
  cookieJar: {
    getCookieStringSync: (url: string) => string
    setCookie: (cookie: string, url: string) => Promise<unknown>
    removeAllCookies: () => Promise<void>
  }
}

/** As the answer to a sign-in does. */
export const keepSession = async (cookies: readonly { name: string; value: string }[]): Promise<void> => {
  for (const { name, value } of cookies) await jsdom.cookieJar.setCookie(`${name}=${value}; path=/`, location.href)
}

export const forgetSession = (): Promise<void> => jsdom.cookieJar.removeAllCookies()

/** The token in the browser's cookies, also where no script sees it. */
export const savedToken = (): string | undefined =>
  /ambit_token=([^;]+)/.exec(jsdom.cookieJar.getCookieStringSync(location.href))?.[1]

/** The call is made with the session of the cookies: it shows its mark, and the browser adds the token. */
export const isOfSession = ({ headers }: Call): boolean => {
  const mark = headers.get(SESSION_HEADER) ?? NO_SESSION
  return savedToken() !== undefined && document.cookie.includes(`ambit_session=${mark}`)
}
