import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/errors.ts'
import type { RateLimit } from '../../http/rate-limit.ts'
import { messageOfToken } from './token.ts'

type Called = FastifyRequest<{ Params: { token: string } }>

/**
 * A service worker tells that it has shown a push. Once: afterwards, and for a token that was not made here, 404. What
 * was to be sent in its place is not any more.
 */
export const receiveShown = (app: FastifyInstance, deps: Deps, limit: RateLimit): void =>
  void app.post(
    '/hooks/shown/:token',
    { onRequest: async (request: Called) => limit.takeAddress(request) },
    async (request, reply) => {
      const id = await messageOfToken(deps, 'shown', request.params.token)
      const now = deps.clock.now()
      const shown = await deps.db
        .updateTable('messages')
        .set({ state: 'shown', reason: null, state_at: now, claimed_at: null, next_attempt_at: null })
        .where('id', '=', id)
        .where('channel', '=', 'push')
        .where('state', 'in', ['queued', 'sending', 'sent', 'failed', 'expired'])
        .executeTakeFirst()
      if (shown.numUpdatedRows === 0n) throw notFound()
      await sql`update messages set state = 'superseded', reason = 'it was shown on the phone', state_at = ${now}
        where follows = ${id} and state = 'queued'`.execute(deps.db)
      return reply.code(204).send()
    },
  )
