import { api, type PaymentMethodName, type RideBooking, type RideOffering, RideSearch } from '@ambit/contract'
import type { Calls } from '../api/calls.ts'
import { freshKey } from '../api/fresh-key.ts'
import { keptIn } from '../api/kept.ts'
import type { Trouble } from '../api/trouble.ts'
import { ownZone } from '../ride/zone-time.ts'
import { Draft, emptyDraft, searchBody } from './draft.ts'
import { type Pending, pending } from './pending.ts'

/** Why there are offerings: they were asked for, or stand in for some that ended or were taken. */
export type Why = 'asked' | 'expired' | 'gone'

export type Found =
  | { kind: 'none' }
  | { kind: 'searching'; why: Why }
  /** `at`: when it came, ms */
  | { kind: 'found'; answer: RideSearch; why: Why; at: number }
  | { kind: 'failed'; trouble: Trouble }

export type FlowState = {
  draft: Draft
  found: Found
  /** the offering that is about to be booked */
  chosen: number | null
  /** offerings that were kept for five more minutes */
  kept: ReadonlySet<number>
}

export type Booked = { kind: 'booked'; ride: RideBooking } | { kind: 'refused'; trouble: Trouble }

type Choice = { payment_method: PaymentMethodName; another: boolean }

export type Flow = ReturnType<typeof createFlow>

const keptDraft = keptIn(() => sessionStorage, 'ride-draft', Draft)

/** Finding and booking a ride, from what was entered to what was booked. `now`: the server's time, ms. */
export const createFlow = ({ call }: Pick<Calls, 'call'>, now: () => number) => {
  let state: FlowState = {
    draft: keptDraft.read() ?? emptyDraft(null),
    found: { kind: 'none' },
    chosen: null,
    kept: new Set(),
  }
  let asked = 0
  let isPreset = keptDraft.read() !== null
  const listeners = new Set<() => void>()
  const set = (change: Partial<FlowState>): void => {
    state = { ...state, ...change }
    if (change.draft !== undefined) keptDraft.write(change.draft)
    for (const listener of listeners) listener()
  }
  const zone = (): string => state.draft.zone ?? ownZone()
  const take = (answer: RideSearch, why: Why): void =>
    set({
      found: { kind: 'found', answer, why, at: now() },
      chosen: null,
      draft: { ...state.draft, zone: answer.time_zone ?? state.draft.zone },
    })

  const find = async (why: Why = 'asked'): Promise<void> => {
    const body = searchBody(state.draft, now(), zone())
    if (body === null) return
    const mine = ++asked
    set({ found: { kind: 'searching', why }, chosen: null, kept: new Set() })
    const answered = await call(api.ride.search, { body, idempotencyKey: freshKey() })
    if (mine !== asked) return
    if (answered.ok) take(answered.answer.data, why)
    else set({ found: { kind: 'failed', trouble: answered.trouble } })
  }

  /** Sends what is kept under its key; it is forgotten once the server has answered. */
  const send = async ({ key, replaces, body }: Pending): Promise<Booked> => {
    const { another, ...change } = body
    const answered =
      replaces === null
        ? await call(api.ride.book, { body: { ...change, another }, idempotencyKey: key })
        : await call(api.ride.change, { params: { id: replaces }, body: change, idempotencyKey: key })
    if (!answered.ok) {
      // Without an answer it may be booked, and 401 says nothing of it: the same key goes with the next try.
      if (answered.trouble.kind === 'refused' && answered.trouble.code !== 'unauthenticated') pending.forget()
      if (answered.trouble.code === 'offer_gone') takeFresh(answered.trouble.meta)
      return { kind: 'refused', trouble: answered.trouble }
    }
    pending.forget()
    isPreset = false
    set({ draft: emptyDraft(state.draft.zone), found: { kind: 'none' }, chosen: null, kept: new Set() })
    return { kind: 'booked', ride: answered.answer.data }
  }

  /** The offerings that the refusal brought stand where the old ones stood. */
  const takeFresh = (meta: Record<string, unknown>): void => {
    const before = state.found
    const fresh = RideSearch.shape.service_offerings.safeParse(meta['service_offerings']).data ?? []
    if (before.kind === 'found') take({ ...before.answer, nearest: null, service_offerings: fresh }, 'gone')
  }

  return {
    state: () => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    zone,
    /** Whether what the passenger's account says is still to be put into the draft; true once for each draft. */
    preset: (): boolean => !isPreset && (isPreset = true),
    change: (part: Partial<Draft>): void => set({ draft: { ...state.draft, ...part } }),
    find,
    choose: (id: number): void => set({ chosen: id }),
    offering: (): RideOffering | null =>
      state.found.kind === 'found'
        ? (state.found.answer.service_offerings.find(({ id }) => id === state.chosen) ?? null)
        : null,
    /** Holds an offering for five more minutes; afterwards the button is gone in any case. */
    keep: async (id: number): Promise<Trouble | null> => {
      const answered = await call(api.ride.keep, { params: { id }, idempotencyKey: freshKey() })
      if (!answered.ok && answered.trouble.kind === 'silent') return answered.trouble
      const kept = new Set([...state.kept, id])
      if (!answered.ok || state.found.kind !== 'found') set({ kept })
      else {
        const offerings = state.found.answer.service_offerings.map((one) =>
          one.id === id ? answered.answer.data : one,
        )
        set({ kept, found: { ...state.found, answer: { ...state.found.answer, service_offerings: offerings } } })
      }
      return answered.ok ? null : answered.trouble
    },
    book: async (passenger: number, offering: number, { payment_method, another }: Choice): Promise<Booked> => {
      const body = { service_offering_id: offering, payment_method, note: state.draft.note.trim() || null, another }
      const before = pending.read()
      const replaces = state.draft.replaces?.id ?? null
      const isSame =
        before !== null && JSON.stringify([before.replaces, before.body]) === JSON.stringify([replaces, body])
      const key = isSame && before.passenger === passenger ? before.key : freshKey()
      const sent = { key, passenger, replaces, body }
      pending.write(sent)
      return send(sent)
    },
    /** Asks once more for the booking that had no answer before the page was loaded; null: there is none. */
    resume: async (passenger: number): Promise<Booked | null> => {
      const left = pending.read()
      if (left === null) return null
      if (left.passenger === passenger) return send(left)
      pending.forget()
      return null
    },
    /** Leaves the ride that was to be changed as it is. */
    leave: (): void => {
      isPreset = false
      set({ draft: emptyDraft(state.draft.zone), found: { kind: 'none' }, chosen: null })
    },
    /** For the next passenger on this device. */
    reset: (): void => {
      asked++
      isPreset = false
      pending.forget()
      set({ draft: emptyDraft(null), found: { kind: 'none' }, chosen: null, kept: new Set() })
    },
  }
}
