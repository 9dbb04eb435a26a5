import type { FastifyReply, FastifyRequest } from 'fastify'

const DAYS = 400 // the longest that browsers keep a cookie
const nameOf = (secure: boolean): string => `${secure ? '__Host-' : ''}ambit_ride`

/** The session of a passenger in the passengers' app. No script can read it, and scripts' own storage some browsers clear after a week. */
export type RideCookie = { keep: (token: string) => void; drop: () => void }

/** The cookie that only HTTPS can set comes first: the other could be a neighbouring host's. */
export const rideToken = ({ cookies }: Pick<FastifyRequest, 'cookies'>): string | null =>
  cookies[nameOf(true)] ?? cookies[nameOf(false)] ?? null

export const rideCookie = (request: FastifyRequest, reply: FastifyReply): RideCookie => {
  const secure = isHttps(request)
  const shared = { path: '/', sameSite: 'strict', secure, httpOnly: true } as const
  return {
    keep: (token) => void reply.setCookie(nameOf(secure), token, { ...shared, maxAge: DAYS * 86_400 }),
    drop: () => void reply.clearCookie(nameOf(secure), shared),
  }
}

/** As the browser sees it, which says so with every call that changes something, whatever stands between. */
export const isHttps = ({ headers, protocol }: FastifyRequest): boolean =>
  headers.origin === undefined ? protocol === 'https' : headers.origin.startsWith('https:')
