import { api, type PaymentMethodName, type RideBooking, type RideOffering, RideSearch } from '@ambit/contract'
import type { Calls } from '../api/calls.ts'
import { freshKey } from '../api/fresh-key.ts'
import type { Trouble } from '../api/trouble.ts'
import type { Notes } from './draft.ts'
import type { FlowStore } from './flow-state.ts'
import { type Pending, pending } from './pending.ts'

export type Booked = { kind: 'booked'; ride: RideBooking } | { kind: 'refused'; trouble: Trouble }

/** `code`: of a discount; null: none */
type Choice = {
  payment_method: PaymentMethodName
  another: boolean
  notes: Notes
  code: string | null
  /** the way back, booked with it; null: there is none */
  back: { choice: 'timed'; service_offering_id: number } | { choice: 'open' } | null
}

/** The way back begins where the way there ends, and is told the same of both places. */
const backOf = (back: Choice['back'], { pickup_note, dropoff_note }: Notes): Pick<Pending['body'], 'return'> => {
  if (back === null) return {}
  const notes = told({ pickup_note: dropoff_note, dropoff_note: pickup_note })
  return { return: back.choice === 'open' ? back : { ...back, ...notes } }
}

/** Null: nothing was entered, and what is booked stays. */
const told = ({ pickup_note, dropoff_note }: Notes) => ({
  ...(pickup_note === null ? {} : { pickup_note: pickup_note.trim() || null }),
  ...(dropoff_note === null ? {} : { dropoff_note: dropoff_note.trim() || null }),
})

/** Books what was chosen, once, whatever becomes of the answer. `takeFresh`: shows what stands in for a lost offering; leg 2 is the way back. */
export const createBooking = (
  { call }: Pick<Calls, 'call'>,
  store: FlowStore,
  takeFresh: (leg: number, offerings: RideOffering[]) => void,
) => {
  /** Sends what is kept under its key; it is forgotten once the server has answered. */
  const send = async ({ key, replaces, body }: Pending): Promise<Booked> => {
    const { another: _, discount_code: __, return: ___, ...change } = body
    const answered =
      replaces === null
        ? await call(api.ride.book, { body, idempotencyKey: key })
        : await call(api.ride.change, { params: { id: replaces }, body: change, idempotencyKey: key })
    if (answered.ok) {
      pending.forget()
      store.clear(store.state().draft.zone)
      return { kind: 'booked', ride: answered.answer.data }
    }
    const { trouble } = answered
    // Without an answer it may be booked, and 401 says nothing of it: the same key goes with the next try.
    if (trouble.kind === 'refused' && trouble.code !== 'unauthenticated') pending.forget()
    if (trouble.code === 'offer_gone') {
      const fresh = RideSearch.shape.service_offerings.safeParse(trouble.meta['service_offerings']).data ?? []
      takeFresh(trouble.meta['leg'] === 2 ? 2 : 1, fresh)
    }
    return { kind: 'refused', trouble }
  }
  return {
    book: async (
      passenger: number,
      offering: number,
      { payment_method, another, notes, code, back }: Choice,
    ): Promise<Booked> => {
      const { draft } = store.state()
      const discount = code === null ? {} : { discount_code: code }
      const body = {
        service_offering_id: offering,
        payment_method,
        ...told(notes),
        another,
        ...discount,
        ...backOf(back, notes),
      }
      const wanted = { passenger, replaces: draft.replaces?.id ?? null, body }
      const before = await pending.read()
      const { key: keyBefore, ...wantedBefore } = before ?? { key: '' }
      const key = JSON.stringify(wantedBefore) === JSON.stringify(wanted) ? keyBefore : freshKey()
      await pending.write({ key, ...wanted })
      return send({ key, ...wanted })
    },
    /** Whether a booking had no answer when the page was loaded. */
    isLeft: pending.read().then((left) => left !== null),
    /** Asks once more for the booking that had no answer before the page was loaded; null: there is none. */
    resume: async (passenger: number): Promise<Booked | null> => {
      const left = await pending.read()
      if (left === null) return null
      if (left.passenger === passenger) return send(left)
      pending.forget()
      return null
    },
  }
}
