import { api, type RideOffering, type RideSearch } from '@ambit/contract'
import { z } from 'zod'
import type { Calls } from '../api/calls.ts'
import { freshKey } from '../api/fresh-key.ts'
import { keptIn } from '../api/kept.ts'
import type { Trouble } from '../api/trouble.ts'
import { ownZone } from '../ride/zone-time.ts'
import { createBooking } from './booking.ts'
import { searchBody } from './draft.ts'
import { createFlowStore, type Why } from './flow-state.ts'
import { pending } from './pending.ts'

/** Whose the draft of this tab is. */
const owner = keptIn(() => sessionStorage, 'ride-owner', z.number())

export type Flow = ReturnType<typeof createFlow>

/** Finding and booking a ride, from what was entered to what was booked. `now`: the server's time, ms. */
export const createFlow = (calls: Pick<Calls, 'call'>, now: () => number) => {
  const store = createFlowStore()
  const { state, set } = store
  let asked = 0
  const zone = (): string => state().draft.zone ?? ownZone()
  const take = (answer: RideSearch, why: Why): void =>
    set({
      found: { kind: 'found', answer, why, at: now() },
      chosen: null,
      draft: { ...state().draft, zone: answer.time_zone ?? state().draft.zone },
    })
  /** For the next passenger on this device. */
  const reset = (): void => {
    asked++
    pending.forget()
    store.clear(null)
  }
  const booking = createBooking(calls, store, (answer) => take(answer, 'gone'))
  return {
    state,
    subscribe: store.subscribe,
    preset: store.preset,
    change: store.change,
    zone,
    find: async (why: Why = 'asked'): Promise<void> => {
      const body = searchBody(state().draft, now(), zone())
      if (body === null) return
      const mine = ++asked
      set({ found: { kind: 'searching', why }, chosen: null, kept: new Set() })
      const answered = await calls.call(api.ride.search, { body, idempotencyKey: freshKey() })
      if (mine !== asked) return
      if (answered.ok) take(answered.answer.data, why)
      else set({ found: { kind: 'failed', trouble: answered.trouble } })
    },
    choose: (id: number): void => set({ chosen: id }),
    offering: (): RideOffering | null => {
      const { found, chosen } = state()
      return found.kind === 'found' ? (found.answer.service_offerings.find(({ id }) => id === chosen) ?? null) : null
    },
    /** Holds an offering for five more minutes; afterwards the button is gone in any case. */
    keep: async (id: number): Promise<Trouble | null> => {
      const answered = await calls.call(api.ride.keep, { params: { id }, idempotencyKey: freshKey() })
      if (!answered.ok && answered.trouble.kind === 'silent') return answered.trouble
      const { found, kept } = state()
      set({ kept: new Set([...kept, id]) })
      if (!answered.ok) return answered.trouble
      if (found.kind !== 'found') return null
      const offerings = found.answer.service_offerings.map((one) => (one.id === id ? answered.answer.data : one))
      set({ found: { ...found, answer: { ...found.answer, service_offerings: offerings } } })
      return null
    },
    book: booking.book,
    resume: booking.resume,
    /** Leaves the ride that was to be changed as it is. */
    leave: (): void => store.clear(state().draft.zone),
    reset,
    /** What another passenger entered in this tab is gone. */
    belongTo: (passenger: number): void => {
      const before = owner.read()
      if (before !== null && before !== passenger) reset()
      owner.write(passenger)
    },
  }
}
