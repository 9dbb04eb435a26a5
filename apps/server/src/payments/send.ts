import type { PaymentEventCode } from '@ambit/contract'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'
import { forgetCards } from '../payment-methods/forget.ts'
import type { ChargeAnswer, ChargePort, KnownCharge } from '../payment-methods/provider.ts'
import { publish } from '../live/publish.ts'
import { writeMessages } from '../planning/change/messages.ts'
import { afterAnswer } from './progress.ts'
import { cardToCharge, nextPayment, type Payment } from './queries.ts'

/** No further payment is begun after this, in milliseconds. */
const BEGIN_MS = 60_000
/** The last one begun makes up to six calls of ten seconds. */
const DEADLINE_MS = 2 * BEGIN_MS

/** Sends what is due to the card provider, and asks for what it has not decided yet; first it has passengers forgotten. */
export const sendPayments: Job = {
  name: 'payments.send',
  every: 2000,
  deadline: DEADLINE_MS,
  run: async (deps, signal) => {
    const provider = await deps.payments.current()
    const charges = provider?.kind === 'stripe' ? provider.charges : null
    const until = deps.clock.monotonic() + BEGIN_MS
    if (provider?.kind === 'stripe') await forgetCards(deps, provider, signal)
    while (!signal.aborted && deps.clock.monotonic() < until) {
      const payment = await nextPayment(deps.db, deps.clock.wall())
      if (payment === undefined) return
      const answer = await askProvider(deps, charges, payment)
      // Another process was faster; and while the provider is silent the others wait for the next run.
      if (answer === 'overtaken' || !(await record(deps, payment, answer)) || answer.kind === 'unknown') return
    }
  },
}

const askProvider = async (
  deps: Deps,
  charges: ChargePort | null,
  payment: Payment,
): Promise<ChargeAnswer | 'overtaken'> => {
  // As when its key was taken away since the card was saved.
  if (charges === null) return { kind: 'unknown', why: 'none' }
  return payment.kind === 'charge' ? sendCharge(deps, charges, payment) : sendRefund(charges, payment)
}

/**
 * A charge is made, its id stored, and then confirmed. Wherever the process dies, an answer is lost or a backup is
 * restored, the next run goes on from what is stored or found: it asks how the charge stands before it confirms it again.
 */
const sendCharge = async (deps: Deps, charges: ChargePort, payment: Payment): Promise<ChargeAnswer | 'overtaken'> => {
  const state = await knownCharge(deps, charges, payment)
  const { provider_id: id } = payment
  if (state === 'overtaken') return state
  if (id === null) return state.kind === 'open' ? pay(deps, charges, payment) : state
  if (payment.state !== 'due')
    return state.kind === 'open' ? { kind: 'declined', reason: 'The cardholder did not confirm the charge.' } : state
  // It was withdrawn before, as for a settlement that came to nothing.
  if (state.kind === 'cancelled' && (isAskedAgain(payment) || state.foreign)) return payAnew(deps, charges, payment)
  if (state.kind !== 'open' && state.kind !== 'declined' && state.kind !== 'action_needed') return state
  if (!state.foreign) return pay(deps, charges, payment)
  const withdrawn = await charges.cancel(id)
  if (withdrawn.kind === 'cancelled') return payAnew(deps, charges, payment)
  return withdrawn.kind === 'open' ? { kind: 'unknown', why: 'failed' } : withdrawn
}

/** How the charge stands that is stored, or found, and is stored then. `open`: there may be none. */
const knownCharge = async (deps: Deps, charges: ChargePort, payment: Payment): Promise<KnownCharge | 'overtaken'> => {
  const { provider_id: known, traveler_id } = payment
  if (known !== null) return charges.look({ id: known, traveler_id })
  const found = await charges.find(payment)
  if (found.kind === 'none') return { kind: 'open' }
  if (found.kind !== 'found') return found
  const { id: provider_id, amount_minor, state } = found
  // A new payment tells of a withdrawn one, as its fare may have been settled otherwise; who asks again has been told.
  if (state.kind === 'cancelled' && payment.round > 1) return { kind: 'open' }
  return (await store(deps, payment, { provider_id, amount_minor })) ? state : 'overtaken'
}

/** Has another charge take the place of one that is withdrawn. */
const payAnew = async (deps: Deps, charges: ChargePort, payment: Payment): Promise<ChargeAnswer | 'overtaken'> =>
  (await store(deps, payment, { provider_id: null, round: payment.round + 1 }))
    ? sendCharge(deps, charges, payment)
    : 'overtaken'

const pay = async (deps: Deps, charges: ChargePort, payment: Payment): Promise<ChargeAnswer | 'overtaken'> => {
  const card = await cardToCharge(deps.db, payment, deps.clock.wall())
  if (card === null) return { kind: 'declined', reason: 'The passenger has no saved card.' }
  const made =
    payment.provider_id === null
      ? await charges.prepare({ ...payment, payment_id: payment.id, key: keyOf(payment, 'make') })
      : { kind: 'prepared' as const, id: payment.provider_id }
  if (made.kind !== 'prepared') return made
  if (!(await store(deps, payment, { provider_id: made.id, payment_method_id: card }))) return 'overtaken'
  return charges.confirm({ id: made.id, payment_method_id: card, key: keyOf(payment, 'confirm') })
}

/** False when the payment has changed since it was read. */
const store = async (
  { db }: Deps,
  payment: Payment,
  charge: Partial<Pick<Payment, 'provider_id' | 'payment_method_id' | 'amount_minor' | 'round'>>,
): Promise<boolean> => {
  const stored = await db
    .updateTable('payments')
    .set(charge)
    .where('id', '=', payment.id)
    .where('version', '=', payment.version)
    .returning('version')
    .executeTakeFirst()
  if (stored !== undefined) Object.assign(payment, charge, stored)
  return stored !== undefined
}

/** Nothing has been sent yet of a charge that failed before. */
const isAskedAgain = ({ state, round, attempts }: Payment): boolean => state === 'due' && round > 1 && attempts === 0

/** The provider refunds a charge once, however often it is asked, and shows what it has refunded. */
const sendRefund = async (charges: ChargePort, payment: Payment): Promise<ChargeAnswer> => {
  const { id: payment_id, charge_id: id, amount_minor } = payment
  if (id === null) return { kind: 'declined', reason: 'The card provider knows no charge of this booking.' }
  const state = await charges.lookAtRefund({ id, amount_minor })
  const open = state.kind === 'open' || (state.kind === 'declined' && payment.state === 'due')
  return open ? charges.refund({ id, payment_id, amount_minor, key: keyOf(payment, 'refund') }) : state
}

/** A round has its own keys: the provider repeats its answer for a key for a day. */
const keyOf = ({ id, round }: Payment, step: 'make' | 'confirm' | 'refund'): string => `ambit-${id}-${step}-${round}`

/** What a passenger is told of, once in each round. */
const FAILED: ReadonlySet<PaymentEventCode> = new Set(['action_needed', 'declined', 'given_up'])

/** False when the payment has changed since it was read: then it is asked for again. */
const record = (deps: Deps, payment: Payment, answer: ChargeAnswer): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    const { id, service_request_id, trip_id, zone_id, region_id } = payment
    const now = deps.clock.now()
    // In the order of those who ask for a refund: booking, payment.
    await tx.selectFrom('service_requests').select('id').where('id', '=', service_request_id).forUpdate().execute()
    const { noted, forget, ...progress } = afterAnswer(payment, answer, deps.clock.wall())
    const stored = await tx
      .updateTable('payments')
      .set({ ...progress, ...(forget ? { provider_id: null } : {}), updated_at: now })
      .where('id', '=', id)
      .where('version', '=', payment.version)
      .returning('id')
      .executeTakeFirst()
    if (stored === undefined) return false
    if (answer.kind === 'succeeded') await settle(tx, payment, now)
    if (payment.state === 'succeeded' && progress.state === 'declined') await unsettle(tx, payment, now)
    if (noted === null) return true
    await tx
      .insertInto('payment_events')
      .values({ ...noted, payment_id: id, created_at: now })
      .execute()
    if (payment.kind === 'charge' && FAILED.has(noted.code)) {
      const telling = { event: 'payment_failed', service_request_id, once: String(payment.round) } as const
      await writeMessages(tx, [telling], { now, wait_minutes: 0 })
    }
    await publish(tx, [{ kind: 'service_request', service_request_id, trip_id, zone_id, region_id }])
    return true
  })

/** The booking says that its fare was charged or refunded from the moment on at which the provider did. */
const settle = async (tx: Transaction<DB>, payment: Payment, now: Date): Promise<void> => {
  const { kind, requested_by, service_request_id } = payment
  await tx
    .updateTable('service_requests')
    .set({
      ...(kind === 'charge' ? { charged_at: now } : { refunded_at: now, refunded_by: requested_by }),
      updated_at: now,
    })
    .where('id', '=', service_request_id)
    .where(kind === 'charge' ? 'charged_at' : 'refunded_at', 'is', null)
    .execute()
}

/** A refund that the bank sent back. */
const unsettle = async (tx: Transaction<DB>, { service_request_id }: Payment, now: Date): Promise<void> => {
  await tx
    .updateTable('service_requests')
    .set({ refunded_at: null, refunded_by: null, updated_at: now })
    .where('id', '=', service_request_id)
    .execute()
}
