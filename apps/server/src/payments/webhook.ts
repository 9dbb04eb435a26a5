import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import { type Kysely, sql } from 'kysely'
import type { PaymentState } from '@ambit/contract'
import { actingAs } from '../context/context.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { notFound, unreadable } from '../http/errors.ts'

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
      // Also one that was declined here: the cardholder may have paid it since.
      return look(db, clock.wall(), 'charge', event.data.object.id, [
        'due',
        'processing',
        'action_needed',
        'declined',
        'given_up',
      ])
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return look(db, clock.wall(), 'charge', event.data.object.id, ['due', 'processing', 'action_needed'])
    case 'charge.refunded':
    case 'refund.updated':
    case 'refund.failed': {
      const { payment_intent } = event.data.object
      const id = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
      if (id !== undefined) await look(db, clock.wall(), 'refund', id, ['due', 'processing'])
      return
    }
    default:
  }
}

const look = async (
  db: Kysely<DB>,
  now: Date,
  kind: 'charge' | 'refund',
  intent: string,
  states: readonly PaymentState[],
): Promise<void> => {
  await db
    .updateTable('payments')
    .set({
      next_attempt_at: now,
      // Looked at, but not confirmed again.
      state: sql<PaymentState>`case when state in ('declined', 'given_up') then 'processing' else state end`,
    })
    .where('kind', '=', kind)
    .where('state', 'in', states)
    .where(
      'service_request_id',
      'in',
      db.selectFrom('payments').select('service_request_id').where('provider_id', '=', intent),
    )
    .execute()
}
