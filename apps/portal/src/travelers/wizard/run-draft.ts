import { api, ApiError, maskKeys, type ServiceRequest, ServiceRequestInput } from '@ambit/contract'
import type { z } from 'zod'
import { client } from '../../api/client.ts'
import { freshKey } from '../../api/fresh-key.ts'
import { queryClient } from '../../api/query-client.ts'
import { mayUse } from '../../auth/may-use.ts'
import { bookingChanged, bookingRecords } from '../../records/bookings.ts'
import { BookingBefore, type BookingDraft } from '../booking-draft.ts'
import { cardsChanged } from '../cards/queries.ts'
import { changeDraft, draftOf } from '../drafts.ts'
import { searchBody } from './booking-request.ts'
import { freshSearch, keepSearch } from './queries.ts'
import { inTheWayOf, reasonOf } from './refused.ts'
import { isJourney, onward } from './legs.ts'
import { confirmJourney } from './run-journey.ts'
import { resumeSearch, startSearch, stopSearch } from './run-search.ts'
import { confirmSeries } from './run-series.ts'
import { begin, end, isRunning } from './running.ts'
import { onFirstDate } from './series-request.ts'
import { wizardStrings as words } from './strings.ts'

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

/** Makes the booking, or changes the one that the draft is for, which keeps its code without another one, and comment and notes that are masked. */
const send = async (changeOf: number | null, { key, body, signal }: Sent): Promise<ServiceRequest> => {
  const options = { idempotencyKey: key, signal }
  if (changeOf === null) return (await client.call(api.serviceRequests.create, { body, ...options })).data
  const { service_offering_id, payment_method, comment, discount_code, besides, overlap_reason } = body
  const { pickup_note, dropoff_note } = body
  const changed = {
    service_offering_id,
    payment_method,
    ...(mayUse(maskKeys.care) ? { comment, pickup_note, dropoff_note } : {}),
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
  if (!loading || isRunning(uuid)) return
  if (draft.repeat.confirmation !== null) return void confirmSeries(uuid, draft.repeat.confirmation)
  if (draft.back.confirmation !== null) return void confirmJourney(uuid, draft.back.confirmation)
  if (confirmation !== null) return void confirm(uuid, confirmation)
  if (searchKey !== null && searchId !== null && !isJourney(draft)) return resumeSearch(uuid, searchKey, searchId)
  const sought = onFirstDate(draft)
  const [body, further] = [searchBody(sought, now), onward(sought, now)]
  if (body === null || further === null) stopSearch(uuid)
  else startSearch(uuid, body, further)
}
