import type { FastifyReply, FastifyRequest } from 'fastify'
import { bases, SESSION_HEADER, sessionCookies } from '@ambit/contract'
import type { Config } from '../config.ts'
import { forbidden } from './errors.ts'
import { isHttps, rideToken } from './ride-cookie.ts'

/** The cookies of a caller that keeps its session there: the portal (docs/decisions/034). */
export type PortalCookies = {
  /** of the session that is in the cookie so far */
  token: string | null
  keep: (session: { token: string; mark: string; expires_at: Date }) => void
  drop: () => void
  /** by which the browser is known from one sign-in to the next */
  device: string | null
  keepDevice: (secret: string, seconds: number) => void
  /** what the browser was given when it left for a provider of single sign-on */
  browser: string | null
  keepBrowser: (secret: string, seconds: number) => void
}

/** What the request shows of its session; null without the portal's header, whose absence makes cookies void. */
export const shownMark = ({ headers }: FastifyRequest): string | null => {
  const header = headers[SESSION_HEADER]
  return typeof header === 'string' ? header : null
}

/** The cookie that only HTTPS can set comes first: the other could be a neighbouring host's. */
export const cookieToken = ({ cookies }: FastifyRequest): string | null =>
  cookies[sessionCookies(true).token] ?? cookies[sessionCookies(false).token] ?? null

export const portalCookies = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
): PortalCookies | null => {
  if (shownMark(request) === null) return null
  const secure = isHttps(request)
  const names = sessionCookies(secure)
  const shared = { path: '/', sameSite: 'strict', secure } as const
  return {
    token: cookieToken(request),
    keep: ({ token, mark, expires_at: expires }) => {
      void reply.setCookie(names.token, token, { ...shared, expires, httpOnly: true })
      void reply.setCookie(names.mark, mark, { ...shared, expires })
    },
    device: request.cookies[deviceCookie(secure)] ?? null,
    keepDevice: (secret, maxAge) =>
      void reply.setCookie(deviceCookie(secure), secret, { ...shared, maxAge, httpOnly: true }),
    browser: browserSecret({ publicUrl }, request),
    keepBrowser: (secret, maxAge) =>
      // Lax: the provider sends the browser back from another site.
      void reply.setCookie(browserCookie(publicUrl), secret, {
        path: '/',
        sameSite: 'lax',
        secure: publicUrl?.startsWith('https:') === true,
        maxAge,
        httpOnly: true,
      }),
    drop: () => {
      void reply.clearCookie(names.token, { ...shared, httpOnly: true })
      void reply.clearCookie(names.mark, shared)
    },
  }
}

const deviceCookie = (secure: boolean): string => `${secure ? '__Host-' : ''}ambit_device`

/** By the address that providers send people back to. Over HTTPS no neighbouring host can set it. */
const browserCookie = (publicUrl: string | null): string =>
  `${publicUrl?.startsWith('https:') === true ? '__Host-' : ''}ambit_sso`

export const browserSecret = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { cookies }: Pick<FastifyRequest, 'cookies'>,
): string | null => cookies[browserCookie(publicUrl)] ?? null

/** The passengers' app has no header of its own: its cookie counts wherever it comes, and may be set by signing in. */
const isOfPassengers = (request: FastifyRequest): boolean =>
  rideToken(request) !== null || request.url.startsWith(bases.passenger)

/**
 * Throws 403 for a call with the portal's header, or of the passengers' app, from another site. Browsers say where a call
 * comes from: over HTTPS with `Sec-Fetch-Site`, and with `Origin` when it changes something.
 */
export const refuseOtherSites = ({ publicUrl }: Pick<Config, 'publicUrl'>, request: FastifyRequest): void => {
  if (shownMark(request) === null && !isOfPassengers(request)) return
  const { 'sec-fetch-site': site, origin, host } = request.headers
  const own = [host, request.host, publicUrl === null ? host : new URL(publicUrl).host]
  const isOwn = (sender: string): boolean => own.includes(URL.parse(sender)?.host ?? 'none')
  const same = site === undefined ? origin === undefined || isOwn(origin) : site === 'same-origin'
  if (!same)
    throw forbidden(
      'This request comes from another site. Behind a proxy that changes the host name, set AMBIT_PUBLIC_URL',
    )
}
