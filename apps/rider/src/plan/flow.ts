import { api, type RideOffering, type RideSearch, type RideSearchWay } from '@ambit/contract'
import { z } from 'zod'
import type { Calls } from '../api/calls.ts'
import { freshKey } from '../api/fresh-key.ts'
import { keptIn } from '../api/kept.ts'
import type { Trouble } from '../api/trouble.ts'
import { ownZone } from '../ride/zone-time.ts'
import { createBooking } from './booking.ts'
import { searchBody } from './draft.ts'
import { createFlowStore, type FlowState, type FlowStore, type Why } from './flow-state.ts'
import { pending } from './pending.ts'

/** Whose the draft of this tab is. */
const owner = keptIn(() => sessionStorage, 'ride-owner', z.number())

type Take = (answer: RideSearch, why: Why) => void

/** Shows what stands in for a lost offering; the way there stays chosen where the way back is gone. */
const freshIn =
  ({ state, set }: FlowStore, take: Take, now: () => number) =>
  (leg: number, service_offerings: RideOffering[]): void => {
    const { found } = state()
    if (found.kind !== 'found') return
    const fresh = { nearest: null, service_offerings }
    const { answer } = found
    if (leg === 1 || answer.back === undefined) return take({ ...answer, ...fresh }, 'gone')
    const back = { ...answer.back, ...fresh }
    set({ found: { ...found, why: 'gone', at: now(), answer: { ...answer, back } }, chosenBack: null })
  }

const chosenIn = ({ found, chosen }: FlowState): RideOffering | null =>
  found.kind === 'found' ? (found.answer.service_offerings.find(({ id }) => id === chosen) ?? null) : null

const chosenBackIn = ({ found, chosenBack }: FlowState): RideOffering | null =>
  found.kind === 'found' ? (found.answer.back?.service_offerings.find(({ id }) => id === chosenBack) ?? null) : null

const withHeld = <W extends RideSearchWay>(way: W, held: RideOffering): W => ({
  ...way,
  service_offerings: way.service_offerings.map((one) => (one.id === held.id ? held : one)),
})

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
      chosenBack: null,
      draft: { ...state().draft, zone: answer.time_zone ?? state().draft.zone },
    })
  /** For the next passenger on this device. */
  const reset = (): void => {
    asked++
    pending.forget()
    store.clear(null)
  }
  const booking = createBooking(calls, store, freshIn(store, take, now))
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
      set({ found: { kind: 'searching', why }, chosen: null, chosenBack: null, kept: new Set() })
      const answered = await calls.call(api.ride.search, { body, idempotencyKey: freshKey() })
      if (mine !== asked) return
      if (answered.ok) take(answered.answer.data, why)
      else set({ found: { kind: 'failed', trouble: answered.trouble } })
    },
    choose: (id: number): void => set({ chosen: id, chosenBack: null }),
    chooseBack: (id: number): void => set({ chosenBack: id }),
    offering: (): RideOffering | null => chosenIn(state()),
    /** Of the way back. */
    backOffering: (): RideOffering | null => chosenBackIn(state()),
    /** Holds an offering for five more minutes; afterwards the button is gone in any case. */
    keep: async (id: number): Promise<Trouble | null> => {
      const answered = await calls.call(api.ride.keep, { params: { id }, idempotencyKey: freshKey() })
      if (!answered.ok && answered.trouble.kind === 'silent') return answered.trouble
      const { found, kept } = state()
      set({ kept: new Set([...kept, id]) })
      if (!answered.ok) return answered.trouble
      if (found.kind !== 'found') return null
      const held = <W extends RideSearchWay>(way: W): W => withHeld(way, answered.answer.data)
      const { back, ...there } = found.answer
      set({ found: { ...found, answer: { ...held(there), ...(back && { back: held(back) }) } } })
      return null
    },
    book: booking.book,
    isLeft: booking.isLeft,
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
