import type Stripe from 'stripe'
import type { Logger } from '../deps.ts'
import type { CardHolder, ChargeAnswer, ChargePort, ChargeState, FoundCharge, Unknown } from './provider.ts'
import { answered, failureOf, genuine, type StripeClient, type StripeFailure } from './stripe-client.ts'

const LONGEST_REASON = 300
const declined = (reason: string): ChargeAnswer => ({ kind: 'declined', reason: reason.slice(0, LONGEST_REASON) })
const tooSmall = (reason: string): ChargeAnswer => ({ kind: 'too_small', reason: reason.slice(0, LONGEST_REASON) })

/** The bank wants to ask the cardholder, who is not there: 3-D Secure. */
const NEEDS_CARDHOLDER = 'authentication_required'

/** What a failed call says about the outcome. */
const answerOf = (failure: StripeFailure): ChargeAnswer => {
  switch (failure.kind) {
    case 'card':
      return failure.code === NEEDS_CARDHOLDER ? { kind: 'action_needed' } : declined(failure.text)
    case 'request':
      if (failure.code === 'amount_too_small') return tooSmall(failure.text)
      // It was confirmed or refunded by another call in the meantime: reading it again shows which.
      return ['payment_intent_unexpected_state', 'charge_already_refunded', 'idempotency_key_in_use'].includes(
        failure.code,
      )
        ? unknown('failed')
        : declined(failure.text)
    case 'silent':
    case 'failed':
    case 'busy':
    case 'key':
      return unknown(failure.kind)
  }
}

const unknown = (why: Unknown['why']): Unknown => ({ kind: 'unknown', why })

class UnknownState extends Error {
  override readonly name = 'UnknownState'
  constructor(status: string) {
    super(`a payment intent is ${status}`)
  }
}

const stateOf = ({ status, last_payment_error }: Stripe.PaymentIntent): ChargeAnswer | { kind: 'open' } => {
  switch (status) {
    case 'succeeded':
      return { kind: 'succeeded' }
    case 'processing':
      return { kind: 'processing' }
    case 'requires_action':
      return { kind: 'action_needed' }
    case 'canceled':
      return { kind: 'cancelled' }
    case 'requires_confirmation':
      return { kind: 'open' }
    case 'requires_payment_method':
      if (last_payment_error === null) return { kind: 'open' }
      if (last_payment_error.code === NEEDS_CARDHOLDER) return { kind: 'action_needed' }
      return declined(last_payment_error.message ?? 'The card was declined.')
    default:
      // Stripe may add states, and intents captured by hand are never made here.
      throw new UnknownState(status)
  }
}

const customerIdOf = ({ customer }: Pick<Stripe.PaymentIntent, 'customer'>): string | null =>
  customer === null || typeof customer === 'string' ? customer : customer.id

const refundStateOf = ({ status, failure_reason }: Stripe.Refund): ChargeAnswer => {
  switch (status) {
    case 'succeeded':
      return { kind: 'succeeded' }
    case 'failed':
    case 'canceled':
      return declined(`The refund failed: ${(failure_reason ?? 'no reason was given').replaceAll('_', ' ')}.`)
    default:
      return { kind: 'processing' }
  }
}

type Ask = <T, A>(
  call: (stripe: Stripe) => Promise<Stripe.Response<T>>,
  read: (answer: T) => A,
) => Promise<A | ChargeAnswer>

/**
 * A charge is a payment intent that is made first and confirmed when its id is stored. Only the confirmation moves
 * money, an intent succeeds once however often it is confirmed, and its state can be read at any time: so no lost answer, and
 * no idempotency key forgotten after a day, charges twice.
 */
export const createStripeCharges = (
  client: StripeClient,
  log: Logger,
  customerOf: (holder: Pick<CardHolder, 'id'>) => Promise<string | null>,
  /** of all who were merged into the passenger as well */
  everCustomers: (travelerId: number) => Promise<string[]>,
): ChargePort => {
  const ask: Ask = async (call, read) => {
    try {
      return read(await genuine(call(await client())))
    } catch (error) {
      return answerOf(readable(error, log))
    }
  }
  const intent = <A>(id: string, as: (one: Stripe.PaymentIntent) => A) =>
    ask((stripe) => stripe.paymentIntents.retrieve(id), as)
  return {
    find: async ({ traveler_id, ...booking }) => {
      const own = await customerOf({ id: traveler_id })
      const found: Found[] = []
      for (const customer of await everCustomers(traveler_id)) {
        const charges = await chargesOf(ask, customer, booking)
        if (!Array.isArray(charges)) return charges
        found.push(...charges.map((one) => ({ ...one, state: { ...one.state, foreign: customer !== own } })))
      }
      const reached = ({ state }: Found): number => STEPS.indexOf(state.kind)
      return found.toSorted((a, b) => reached(b) - reached(a))[0] ?? { kind: 'none' }
    },

    prepare: async ({ payment_id, traveler_id, service_request_id, amount_minor, currency, key }) => {
      const customer = await customerOf({ id: traveler_id })
      if (customer === null) return { kind: 'declined', reason: 'The passenger has no saved card.' }
      const fields = {
        amount: amount_minor,
        currency: currency.toLowerCase(),
        customer,
        payment_method_types: ['card'],
        description: `Booking ${service_request_id}`,
        metadata: { payment_id, service_request_id: String(service_request_id) },
      }
      return ask(
        (stripe) => stripe.paymentIntents.create(fields, { idempotencyKey: key }),
        ({ id }) => ({ kind: 'prepared' as const, id }),
      )
    },

    look: async ({ id, traveler_id }) => {
      const customer = await customerOf({ id: traveler_id })
      return intent(id, (one) => ({ ...stateOf(one), foreign: customerIdOf(one) !== customer }))
    },

    confirm: async ({ id, payment_method_id, key }) => {
      const fields = { payment_method: payment_method_id, off_session: true }
      const state = await ask((stripe) => stripe.paymentIntents.confirm(id, fields, { idempotencyKey: key }), stateOf)
      return state.kind === 'open' ? { kind: 'processing' } : state
    },

    cancel: async (id) => {
      const state = await ask((stripe) => stripe.paymentIntents.cancel(id), stateOf)
      // It was withdrawn before, or has succeeded.
      return state.kind === 'unknown' && state.why === 'failed' ? intent(id, stateOf) : state
    },

    ...refundsOf(ask),

    secret: async (id) => (await answered(log, (await client()).paymentIntents.retrieve(id))).client_secret,
  }
}

type Booking = { service_request_id: number; booked_at: Date }

/** By the customer's list, which knows a charge at once; a search for what is written at it would be a minute behind. */
const chargesOf = async (
  ask: Ask,
  customer: string,
  { service_request_id, booked_at }: Booking,
): Promise<Found[] | ChargeAnswer> => {
  // An older one was for another booking, whose number was given out again after a restore.
  const created = { gte: Math.floor(booked_at.getTime() / 1000) }
  const found: Found[] = []
  let last: string | undefined
  do {
    const next = last === undefined ? {} : { starting_after: last }
    const page = await ask(
      (stripe) => stripe.paymentIntents.list({ customer, created, limit: 100, ...next }),
      ({ data, has_more }) => ({
        kind: 'page' as const,
        found: data
          .filter(({ metadata }) => metadata['service_request_id'] === String(service_request_id))
          .map(foundOf),
        last: has_more ? data.at(-1)?.id : undefined,
      }),
    )
    // A list has no key whose answer would be repeated.
    if (page.kind === 'unknown' && page.why === 'failed') return unknown('silent')
    if (page.kind !== 'page') return page
    found.push(...page.found)
    last = page.last
  } while (last !== undefined)
  return found
}

type Found = Extract<FoundCharge, { kind: 'found' }>

const foundOf = (intent: Stripe.PaymentIntent): Found => ({
  kind: 'found',
  id: intent.id,
  amount_minor: intent.amount,
  state: stateOf(intent),
})

/** How far a charge has come: of several of one booking the last counts. */
const STEPS: readonly ChargeState['kind'][] = [
  'cancelled',
  'open',
  'declined',
  'action_needed',
  'processing',
  'succeeded',
]

const refundsOf = (ask: Ask): Pick<ChargePort, 'lookAtRefund' | 'refund'> => ({
  lookAtRefund: ({ id, amount_minor }) =>
    ask(
      (stripe) => stripe.refunds.list({ payment_intent: id, limit: 100 }),
      ({ data }): ChargeState => {
        // One made in Stripe's dashboard counts as well.
        const states = data.filter(({ amount }) => amount >= amount_minor).map(refundStateOf)
        return (
          states.find(({ kind }) => kind === 'succeeded') ??
          states.find(({ kind }) => kind === 'processing') ??
          states[0] ?? { kind: 'open' }
        )
      },
    ),

  refund: ({ id, payment_id, amount_minor, key }) =>
    ask(
      (stripe) =>
        stripe.refunds.create(
          { payment_intent: id, amount: amount_minor, metadata: { payment_id } },
          { idempotencyKey: key },
        ),
      refundStateOf,
    ),
})

/** An error here must not stop the payments of other bookings. */
const readable = (error: unknown, log: Logger): StripeFailure => {
  try {
    const failure = failureOf(error)
    if (failure.kind === 'key') log.error({}, 'the card provider refused the key of this installation')
    return failure
  } catch {
    log.error({ err: error }, 'an answer of the card provider was not understood')
    return { kind: 'failed' }
  }
}
