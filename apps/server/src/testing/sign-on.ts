import { ErrorEnvelope } from '@ambit/contract'
import { type Answer, type Browser, fragmentOf } from './browser.ts'

/** The provider's address that a sign-in, or what else, begins with. */
export const startOf = async (browser: Browser, path: string): Promise<string> => {
  const answer = await browser.call('POST', path)
  return (answer.data as { data: { url: string } }).data.url // as the contract says
}

/** Signs in at the provider; answers the fragment that the portal finds. */
export const arrive = async (browser: Browser, provider: number, subject: string): Promise<Record<string, string>> =>
  fragmentOf(await browser.follow(await startOf(browser, `/sso/${provider}/start`), subject))

/** What the portal then asks for its session with. */
export const exchange = (browser: Browser, code: string | undefined): Promise<Answer> =>
  browser.call('POST', '/sessions/sso', { code })

/** Signs in at the provider and here. */
export const signOn = async (browser: Browser, provider: number, subject: string): Promise<Answer> =>
  exchange(browser, (await arrive(browser, provider, subject))['sso_code'])

export const errorOf = ({ text }: { text: string }) => ErrorEnvelope.parse(JSON.parse(text)).errors[0]
