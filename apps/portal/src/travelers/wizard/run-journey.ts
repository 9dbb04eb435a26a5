import { api, ApiError, JourneyInput } from '@ambit/contract'
import type { z } from 'zod'
import { client } from '../../api/client.ts'
import { freshKey } from '../../api/fresh-key.ts'
import { queryClient } from '../../api/query-client.ts'
import { bookingChanged, bookingRecords } from '../../records/bookings.ts'
import { openReturnRecords } from '../../records/open-returns/queries.ts'
import type { BookingDraft, WayBack } from '../booking-draft.ts'
import { cardsChanged } from '../cards/queries.ts'
import { changeDraft, draftOf } from '../drafts.ts'
import { freshSearch, keepSearch } from './queries.ts'
import { inTheWayOf, reasonOf } from './refused.ts'
import { begin, end } from './running.ts'
import { wizardStrings as words } from './strings.ts'
import { changeBack } from './way-back.ts'

/** Confirms there and back, or the way there with a way back to be called for, once: the same offers sent again give the first answer. A leg that is gone brings the fresh ones. */
export const startJourney = (uuid: string, body: z.input<typeof JourneyInput>): void => {
  const confirmation = { key: freshKey(), body: JourneyInput.parse(body) }
  changeDraft(uuid, { status: 'pending', loading: true, errorMessage: null, inTheWay: null })
  changeBack(uuid, { confirmation })
  void confirmBoth(uuid, confirmation)
}

type Settled = { draft: Partial<BookingDraft>; back?: Partial<WayBack> }

export const confirmBoth = async (uuid: string, { key, body }: NonNullable<WayBack['confirmation']>): Promise<void> => {
  const controller = begin(uuid)
  const settle = ({ draft, back }: Settled): void => {
    const before = draftOf(uuid)
    if (before === undefined) return
    changeDraft(uuid, { ...draft, loading: false, back: { ...before.back, ...back, confirmation: null } })
  }
  try {
    const { signal } = controller
    const { data } = await client.call(api.journeys.create, { body, idempotencyKey: key, signal })
    const [there, home] = data.service_requests
    settle({
      draft: { status: 'booked', serviceRequestId: there?.id ?? null },
      back: { serviceRequestId: home?.id ?? null, openReturnId: data.open_return?.id ?? null },
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
    settle(refusal(error))
  } finally {
    end(uuid, controller)
  }
}

/** The other leg stays chosen. */
const refusal = (error: unknown): Settled => {
  const fresh = error instanceof ApiError ? freshSearch(error.meta) : null
  if (!(error instanceof ApiError) || fresh === null)
    return {
      draft: {
        status: 'error',
        errorMessage: reasonOf(error, words.confirmFailed),
        inTheWay: inTheWayOf(error),
      },
    }
  keepSearch(fresh)
  const offeringId = fresh.service_offerings[0]?.id ?? null
  const none = offeringId === null
  const status = none ? 'error' : 'offerings available'
  if (error.meta?.['leg'] === 2)
    return {
      draft: { status, errorMessage: none ? words.back.nothingLeft : words.back.gone },
      back: { searchId: fresh.id, offeringId },
    }
  return {
    draft: {
      status,
      errorMessage: none ? words.nothingLeft : words.back.thereGone,
      serviceAvailabilitySearchId: fresh.id,
      serviceOfferingId: offeringId,
    },
  }
}
