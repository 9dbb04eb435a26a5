import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../deps.ts'

type Signing = Pick<Deps, 'signingSecret'>

/** What the portal shows beside the cookie with this token: whose it is, and that the server set both. */
export const markOf = async ({ signingSecret }: Signing, userId: number, token: string): Promise<string> =>
  `${userId}.${createHmac('sha256', await signingSecret())
    .update(`mark of ${token}`)
    .digest('base64url')}`

export const isMarkOf = async (deps: Signing, userId: number, token: string, shown: string): Promise<boolean> => {
  const [known, given] = [Buffer.from(await markOf(deps, userId, token)), Buffer.from(shown)]
  return known.length === given.length && timingSafeEqual(known, given)
}
