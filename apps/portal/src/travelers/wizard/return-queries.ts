import { api, type Place } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { serverClock } from '../../settings/use-now.ts'
import type { BookingDraft } from '../booking-draft.ts'
import { searchBody } from './booking-request.ts'

const latLng = ({ point: [lng, lat] }: Place): string => `${lat},${lng}`

/** What was said of a way back the last time that the passenger was booked from one place to the other. */
export const usualReturnQuery = (traveler_id: number, from: Place | null, to: Place | null) =>
  queryOptions({
    queryKey: ['usual-return', traveler_id, from?.point ?? null, to?.point ?? null],
    queryFn: async ({ signal }) => {
      if (from === null || to === null) return 'none' as const
      const query = { traveler_id, from: latLng(from), to: latLng(to) }
      return (await client.call(api.journeys.usualReturn, { query, signal })).data.choice
    },
    retry: false,
  })

/** When to ask for the way back of what the draft asks for; null where nothing is known. */
export const suggestedReturnQuery = (draft: BookingDraft) =>
  queryOptions({
    queryKey: ['suggested-return', draft.travelerId, draft.tripZoneId, draft.tripRegionId, draft.bookingData],
    queryFn: async ({ signal }) => {
      const body = searchBody(draft, serverClock.now())
      if (body === null) return null
      return (await client.call(api.journeys.suggestReturn, { body, signal })).data.traveling_at
    },
    retry: false,
    staleTime: 60_000,
  })
