import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import { actingAs } from '../context/context.ts'
import type { Deps } from '../deps.ts'
import { notFound, unreadable } from '../http/errors.ts'
import { look, lookAtPaid } from './look.ts'

/** Seconds that a signed notice may be old. */
const TOLERANCE_S = 300

/**
 * Stripe's notices. One is only a reason to look at the payment soon: what it says is not believed, so notices that come
 * twice, late, or in another order change nothing.
 */
export const receiveStripeEvents = (app: FastifyInstance, deps: Deps): void => {
  const { cards } = deps.config
  if (cards.kind !== 'stripe') return
  void app.register(async (scope) => {
    // The signature is over the text as it was sent.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify's, which waits for it
    scope.post('/webhooks/stripe', async (request) => {
      if (cards.webhookSecret === null) throw notFound('No notices are expected: STRIPE_WEBHOOK_SECRET is not set')
      const { Stripe: Client } = await import('stripe')
      const signature = request.headers['stripe-signature'] ?? ''
      let event: Stripe.Event
      try {
        event = Client.webhooks.constructEvent(
          String(request.body),
          signature,
          cards.webhookSecret,
          TOLERANCE_S,
          undefined,
          deps.clock.wall().getTime(),
        )
      } catch {
        deps.log.warn({}, 'a notice with a wrong signature was refused')
        throw unreadable('The signature is wrong')
      }
      const context = { actor_kind: 'partner', actor_name: 'Stripe', action: event.type, via: 'partner' } as const
      await actingAs({ ...context, request_id: request.id, now: deps.clock.now }, () => lookSoon(deps, event))
      return { received: true }
    })
  })
}

const lookSoon = async ({ db, clock }: Deps, event: Stripe.Event): Promise<void> => {
  switch (event.type) {
    case 'payment_intent.succeeded':
      return lookAtPaid(db, clock.wall(), event.data.object.id)
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return look(db, clock.wall(), 'charge', event.data.object.id, ['due', 'processing', 'action_needed'])
    case 'charge.refunded':
    case 'refund.updated':
    case 'refund.failed': {
      const { payment_intent } = event.data.object
      const id = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
      // The bank may send a refund back days after it succeeded.
      if (id !== undefined) await look(db, clock.wall(), 'refund', id, ['due', 'processing', 'succeeded'])
      return
    }
    default:
  }
}
