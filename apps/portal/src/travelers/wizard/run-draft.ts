import {
  api,
  ApiError,
  maskKeys,
  type ServiceAvailabilitySearch,
  type ServiceRequest,
  ServiceRequestInput,
} from '@ambit/contract'
import type { z } from 'zod'
import { client } from '../../api/client.ts'
import { freshKey } from '../../api/fresh-key.ts'
import { queryClient } from '../../api/query-client.ts'
import { mayUse } from '../../auth/may-use.ts'
import { bookingChanged, bookingRecords } from '../../records/bookings.ts'
import { BookingBefore, type BookingDraft, type InTheWay } from '../booking-draft.ts'
import { cardsChanged } from '../cards/queries.ts'
import { changeDraft, draftOf } from '../drafts.ts'
import { searchBody } from './booking-request.ts'
import { askForTrips, finished, freshSearch, keepSearch, type SearchBody, showSearch } from './queries.ts'
import { wizardStrings as words } from './strings.ts'

/**
 * The searches and bookings of drafts that run in this page, by the draft's uuid. They go on while the wizard is closed;
 * what comes of them is written to the draft.
 */
const running = new Map<string, AbortController>()

const begin = (uuid: string): AbortController => {
  running.get(uuid)?.abort()
  const controller = new AbortController()
  running.set(uuid, controller)
  return controller
}
const end = (uuid: string, controller: AbortController): void => {
  if (running.get(uuid) === controller) running.delete(uuid)
}

// What is cut off because the page goes has not failed: it is taken up again by the next page.
addEventListener('pagehide', () => {
  for (const controller of running.values()) controller.abort()
  running.clear()
})

const reasonOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError ? (error.errors[0]?.detail ?? otherwise) : otherwise

/** The other ride of the passenger that an error is about; null: it is about something else. */
const inTheWayOf = (error: unknown): InTheWay | null => {
  if (!(error instanceof ApiError)) return null
  const id = error.meta?.['service_request_id']
  switch (error.errors[0]?.code) {
    case 'another_ride':
      return { kind: 'same', booking: typeof id === 'number' ? id : null }
    case 'overlapping_ride':
      return { kind: 'overlap', booking: null }
    default:
      return null
  }
}

/** Asks for trips: the draft remembers the search at once, and what came of it if no later search was begun. */
export const startSearch = (uuid: string, body: SearchBody): void => {
  const searchKey = freshKey()
  const before = { status: 'enteredTrip', loading: true, searchKey, errorMessage: null, inTheWay: null } as const
  changeDraft(uuid, { ...before, serviceAvailabilitySearchId: null, serviceOfferingId: null })
  void follow(uuid, searchKey, async (signal) => {
    const search = await askForTrips(body, signal)
    if (draftOf(uuid)?.searchKey === searchKey) changeDraft(uuid, { serviceAvailabilitySearchId: search.id })
    return search
  })
}

const follow = async (
  uuid: string,
  searchKey: string,
  ask: (signal: AbortSignal) => Promise<ServiceAvailabilitySearch>,
): Promise<void> => {
  const controller = begin(uuid)
  const settle = (change: Partial<BookingDraft>): void => {
    if (draftOf(uuid)?.searchKey === searchKey) changeDraft(uuid, { ...change, loading: false, searchKey: null })
  }
  try {
    settle(outcome(await finished(await ask(controller.signal), controller.signal)))
  } catch (error) {
    if (controller.signal.aborted) return
    settle({ status: 'error', errorMessage: reasonOf(error, words.noService), inTheWay: inTheWayOf(error) })
  } finally {
    end(uuid, controller)
  }
}

const outcome = (search: ServiceAvailabilitySearch): Partial<BookingDraft> =>
  search.status === 'offerings_available'
    ? { step: 1, status: 'offerings available', serviceOfferingId: search.service_offerings[0]?.id ?? null }
    : { status: 'error' }

export const stopSearch = (uuid: string): void => {
  running.get(uuid)?.abort()
  running.delete(uuid)
  changeDraft(uuid, { status: 'not started', loading: false, searchKey: null })
}

type Confirmation = z.input<typeof ServiceRequestInput>

/**
 * Confirms once: the same offer sent again gives the first answer. An offer that is gone brings the fresh ones. `before`
 * is the booking to change; null makes a new one.
 */
export const startBooking = (uuid: string, body: Confirmation, before: BookingBefore | null): void => {
  const confirmation = { key: freshKey(), body: ServiceRequestInput.parse(body) }
  const status = before === null ? 'pending' : 'updating'
  const kept = before === null ? null : BookingBefore.parse(before)
  changeDraft(uuid, { status, loading: true, errorMessage: null, inTheWay: null, confirmation, before: kept })
  void confirm(uuid, confirmation)
}

type Sent = { key: string; body: z.infer<typeof ServiceRequestInput>; signal: AbortSignal }

/** Makes the booking, or changes the one that the draft is for, which keeps its code without another one, and a comment that is masked. */
const send = async (changeOf: number | null, { key, body, signal }: Sent): Promise<ServiceRequest> => {
  const options = { idempotencyKey: key, signal }
  if (changeOf === null) return (await client.call(api.serviceRequests.create, { body, ...options })).data
  const { service_offering_id, payment_method, comment, discount_code, besides, overlap_reason } = body
  const changed = {
    service_offering_id,
    payment_method,
    ...(mayUse(maskKeys.care) ? { comment } : {}),
    ...(discount_code == null ? {} : { discount_code }),
    ...(besides === undefined ? {} : { besides }),
    ...(overlap_reason == null ? {} : { overlap_reason }),
  }
  const params = { id: changeOf }
  return (await client.call(api.serviceRequests.change, { params, body: changed, ...options })).data
}

const confirm = async (uuid: string, { key, body }: NonNullable<BookingDraft['confirmation']>): Promise<void> => {
  const controller = begin(uuid)
  const changeOf = draftOf(uuid)?.changeOf ?? null
  const settle = (change: Partial<BookingDraft>): void =>
    changeDraft(uuid, { ...change, loading: false, confirmation: null })
  try {
    const { signal } = controller
    const booking = await send(changeOf, { key, body, signal })
    settle({ status: 'booked', serviceRequestId: booking.id })
    bookingRecords.saved(booking)
    bookingChanged(queryClient, booking.id)
  } catch (error) {
    if (controller.signal.aborted) return
    // The passenger's card may be the reason, removed since it was shown.
    cardsChanged(body.traveler_id)
    settle(refusal(error, changeOf === null ? words.confirmFailed : words.changing.failed))
  } finally {
    end(uuid, controller)
  }
}

const refusal = (error: unknown, otherwise: string): Partial<BookingDraft> => {
  const fresh = error instanceof ApiError ? freshSearch(error.meta) : null
  if (fresh === null) return { status: 'error', errorMessage: reasonOf(error, otherwise), inTheWay: inTheWayOf(error) }
  keepSearch(fresh)
  const [offering] = fresh.service_offerings
  return {
    status: offering === undefined ? 'error' : 'offerings available',
    errorMessage: offering === undefined ? words.nothingLeft : words.offerGone,
    serviceAvailabilitySearchId: fresh.id,
    serviceOfferingId: offering?.id ?? null,
  }
}

/** Takes up what an earlier page began: asks for the search again by its id, or searches again where it had none yet. */
export const resume = (draft: BookingDraft, now: Date): void => {
  const { uuid, loading, confirmation, searchKey, serviceAvailabilitySearchId: searchId } = draft
  if (!loading || running.has(uuid)) return
  if (confirmation !== null) return void confirm(uuid, confirmation)
  if (searchKey !== null && searchId !== null)
    return void follow(uuid, searchKey, (signal) => showSearch(searchId, signal))
  const body = searchBody(draft, now)
  if (body === null) stopSearch(uuid)
  else startSearch(uuid, body)
}
