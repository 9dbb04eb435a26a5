import { api, ApiError, JourneyInput } from '@ambit/contract'
import type { z } from 'zod'
import { client } from '../../api/client.ts'
import { freshKey } from '../../api/fresh-key.ts'
import { queryClient } from '../../api/query-client.ts'
import { bookingChanged, bookingRecords } from '../../records/bookings.ts'
import { openReturnRecords } from '../../records/open-returns/queries.ts'
import { serverClock } from '../../settings/use-now.ts'
import type { BookingDraft, WayBack } from '../booking-draft.ts'
import { cardsChanged } from '../cards/queries.ts'
import { changeDraft, draftOf } from '../drafts.ts'
import { hasStops, legsOf, onward, withLegs } from './legs.ts'
import { freshSearch, keepSearch } from './queries.ts'
import { inTheWayOf, reasonOf } from './refused.ts'
import { searchOn } from './run-search.ts'
import { begin, end } from './running.ts'
import { wizardStrings as words } from './strings.ts'
import { changeBack } from './way-back.ts'

/** Confirms the legs of a journey, or the way there with a way back to be called for, once: the same offers sent again give the first answer. A leg that is gone brings the fresh ones. */
export const startJourney = (uuid: string, body: z.input<typeof JourneyInput>): void => {
  const confirmation = { key: freshKey(), body: JourneyInput.parse(body) }
  changeDraft(uuid, { status: 'pending', loading: true, errorMessage: null, inTheWay: null })
  changeBack(uuid, { confirmation })
  void confirmJourney(uuid, confirmation)
}

export const confirmJourney = async (
  uuid: string,
  { key, body }: NonNullable<WayBack['confirmation']>,
): Promise<void> => {
  const controller = begin(uuid)
  const settle = (change: (draft: BookingDraft) => Partial<BookingDraft>): void => {
    const draft = draftOf(uuid)
    if (draft === undefined) return
    const changed = change(draft)
    changeDraft(uuid, { ...changed, loading: false, back: { ...draft.back, ...changed.back, confirmation: null } })
  }
  try {
    const { signal } = controller
    const { data } = await client.call(api.journeys.create, { body, idempotencyKey: key, signal })
    const booked = data.service_requests.map(({ id }) => ({ serviceRequestId: id }))
    settle((draft) => {
      const legs = withLegs(draft, booked)
      const back = { ...draft.back, ...legs.back, openReturnId: data.open_return?.id ?? null }
      return { ...legs, back, status: 'booked' }
    })
    if (data.open_return !== null) openReturnRecords.saved(data.open_return)
    for (const booking of data.service_requests) {
      bookingRecords.saved(booking)
      bookingChanged(queryClient, booking.id)
    }
  } catch (error) {
    if (controller.signal.aborted) return
    // The passenger's card may be the reason, removed since it was shown.
    cardsChanged(body.traveler_id)
    settle((draft) => refusal(draft, error))
    goOn(uuid, error)
  } finally {
    end(uuid, controller)
  }
}

/** Fresh offerings for the leg that is gone, which is counted from 0 on; null: the refusal brings none. */
const goneOf = (error: unknown) => {
  if (!(error instanceof ApiError)) return null
  const fresh = freshSearch(error.meta)
  const leg = error.meta?.['leg']
  return fresh === null || typeof leg !== 'number' ? null : { fresh, leg: leg - 1 }
}

/** The other legs stay chosen. */
const refusal = (draft: BookingDraft, error: unknown): Partial<BookingDraft> => {
  const gone = goneOf(error)
  if (gone === null)
    return {
      status: 'error',
      errorMessage: reasonOf(error, words.confirmFailed),
      inTheWay: inTheWayOf(error),
    }
  const { fresh, leg } = gone
  keepSearch(fresh)
  const offeringId = fresh.service_offerings[0]?.id ?? null
  const title = legsOf(draft)[leg]?.title ?? ''
  const what = hasStops(draft) ? title : words.back.that(title)
  return {
    ...withLegs(draft, [{ searchId: fresh.id, offeringId }], leg),
    status: offeringId === null ? 'error' : 'offerings available',
    errorMessage: offeringId === null ? words.back.nothingLeft(what) : words.back.gone(what),
  }
}

/** The legs after stays follow the trips that fit now. */
const goOn = (uuid: string, error: unknown): void => {
  const [gone, draft] = [goneOf(error), draftOf(uuid)]
  if (gone === null || draft === undefined || !hasStops(draft) || gone.fresh.service_offerings.length === 0) return
  const further = onward(draft, serverClock.now())?.slice(gone.leg) ?? []
  searchOn(uuid, gone.leg, gone.fresh, further)
}
