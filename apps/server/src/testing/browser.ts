import { createClient, NO_SESSION, SESSION_HEADER, sessionCookies } from '@ambit/contract'
import { PUBLIC_URL } from './provider.ts'
import type { TestServer } from './server.ts'

type Asked = { method?: string; headers?: Record<string, string>; body?: string | URLSearchParams }

export type Answer = { status: number; location: string | null; text: string; data: unknown }

/** Asks with the cookies of each host, and follows no redirect. */
const openJars = (server: TestServer) => {
  const jars = new Map<string, Map<string, string>>()
  /** all that the server has answered */
  const seen: string[] = []
  const jarOf = (url: string): Map<string, string> => {
    const { host } = new URL(url)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    return jar
  }
  const ask = async (url: string, options: Asked = {}) => {
    const own = url.startsWith(PUBLIC_URL)
    const jar = jarOf(url)
    const response = await fetch(own ? url.replace(PUBLIC_URL, server.url) : url, {
      ...options,
      redirect: 'manual',
      headers: { ...options.headers, ...(jar.size === 0 ? {} : { cookie: lineOf(jar) }) },
    })
    for (const line of response.headers.getSetCookie()) keep(jar, line)
    const text = await response.text()
    const location = response.headers.get('location')
    if (own) seen.push(text, location ?? '')
    return { status: response.status, location: location === null ? null : new URL(location, url).href, text }
  }
  return { ask, seen, cookies: () => jarOf(PUBLIC_URL) }
}

const lineOf = (jar: ReadonlyMap<string, string>): string =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

const keep = (jar: Map<string, string>, line: string): void => {
  const [pair = '', ...attributes] = line.split(';')
  const at = pair.indexOf('=')
  const gone = attributes.some((one) => /expires=Thu, 01 Jan 1970/i.test(one)) || pair.slice(at + 1) === ''
  if (gone) jar.delete(pair.slice(0, at))
  else jar.set(pair.slice(0, at), pair.slice(at + 1))
}

/** Cookies, redirects and forms: enough of a browser to sign in at a provider with. */
export const openBrowser = (server: TestServer) => {
  const { ask, seen, cookies } = openJars(server)
  /** A call of the portal. */
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}): Promise<Answer> => {
    const answer = await ask(`${PUBLIC_URL}/api/v2/ops${path}`, {
      method,
      headers: {
        [SESSION_HEADER]: markNow(),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    })
    return { ...answer, data: answer.text === '' ? null : (JSON.parse(answer.text) as unknown) } // the API answers JSON
  }
  /** Where an address leads: by a redirect, or by its form. */
  const step = async (url: string, subject: string): Promise<string> => {
    const { location, text, status } = await ask(url)
    const next = location ?? (await submit(url, text, subject))
    if (next === null) throw new Error(`${status} from ${url}: ${text.slice(0, 500)}`)
    return next
  }
  /** Follows an address of the provider, signs in there as this person, and answers where the portal would open. */
  const follow = async (start: string, subject: string): Promise<string> => {
    let url = start
    for (let count = 0; count < 12; count += 1) {
      if (url.startsWith(`${PUBLIC_URL}/`) && !url.startsWith(`${PUBLIC_URL}/api/`)) return url
      url = await step(url, subject)
    }
    throw new Error('the provider leads nowhere')
  }
  const submit = async (url: string, page: string, subject: string): Promise<string | null> => {
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (action === undefined || prompt === undefined) return null
    const form = new URLSearchParams({ prompt, login: subject, password: 'any' })
    return (await ask(new URL(action, url).href, { method: 'POST', body: form })).location
  }
  /** Where the browser is sent from an address of the server, without going there. */
  const comeBack = async (url: string): Promise<string | null> => (await ask(url)).location
  const markNow = () => decodeURIComponent(cookies().get(sessionCookies(false).mark) ?? NO_SESSION)
  /** The portal's client in this browser. */
  const client = createClient({
    origin: server.url,
    token: () => null,
    headers: () => ({
      cookie: lineOf(cookies()),
      [SESSION_HEADER]: markNow(),
    }),
  })
  return { call, client, follow, step, comeBack, seen, cookies }
}
export type Browser = ReturnType<typeof openBrowser>

/** What the portal reads from the fragment of its address. */
export const fragmentOf = (url: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(new URL(url).hash.slice(1)))
