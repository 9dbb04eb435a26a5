import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readCode } from '../access/ride-link-codes.ts'
import { linkByCode } from '../access/ride-links.ts'
import { tokenOf } from '../access/ride-link-token.ts'
import { keyedHashes } from '../access/secrets.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { countOpening } from './link-limit.ts'

type Opening = FastifyRequest<{ Params: { code: string } }>

/**
 * `/t/:code` leads to the page of a ride, or to the ride in the app where it is to be paid. The page's token is in the fragment, which browsers send nowhere. Every code
 * that opens nothing is answered 404 with the page that says so.
 */
export const serveRideLinks = (app: FastifyInstance, deps: Deps, limit: RateLimit): void => {
  app.get('/t/:code', { onRequest: async (request: Opening) => limit.takeAddress(request) }, async (request, reply) => {
    void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
    await countOpening(deps, request.ip)
    const code = readCode(request.params.code)
    const link = code === null ? null : await linkByCode(deps, code)
    // A card is saved for rides to come as well, and such a link may be in anybody's hands: paying needs signing in.
    if (link?.purpose === 'pay') return reply.redirect(`/Ride/rides/${link.service_request_id}`, 302)
    if (link !== null)
      return reply.redirect(`/Ride/Track#${tokenOf(await keyedHashes(deps), { ...link, purpose: link.purpose })}`, 302)
    const { rideFolder } = deps.config
    if (rideFolder === null) throw notFound('This link has expired')
    return reply.status(404).sendFile('index.html', rideFolder)
  })
}
