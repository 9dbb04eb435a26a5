import { type Client, createClient, NO_SESSION, SESSION_HEADER } from '@ambit/contract'
import type { BrowserContext } from '@playwright/test'

/** Asks as a portal in which nobody has signed in yet: sessions are answered as cookies. */
export const visitor = (origin: string): Client =>
  createClient({ origin, token: () => null, headers: () => ({ [SESSION_HEADER]: NO_SESSION }) })

/** Gives a browser the cookies of an answer, as if it had signed in itself. */
export const keepSession = (context: BrowserContext, url: string, answer: Response): Promise<void> =>
  context.addCookies(
    answer.headers.getSetCookie().map((line) => {
      const [pair = ''] = line.split(';')
      const [name = '', ...value] = pair.split('=')
      return { name, value: value.join('='), url, httpOnly: /; httponly/i.test(line), sameSite: 'Strict' as const }
    }),
  )
