import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BookingDraft, WayBack } from '../booking-draft.ts'
import { seriesPreviewQuery } from './series-queries.ts'
import { seriesAsked } from './series-request.ts'

type Options = {
  draft: BookingDraft
  back: WayBack
  /** the zone's, as far as it is known before the server has found it */
  timeZone: string
  /** else nothing is asked for now */
  enabled: boolean
}

/**
 * A series as it is asked for, and its dates. Its days and times are read by the clocks of the zone that serves it: it is
 * asked for again where these are not the ones that were taken for it.
 */
export const useSeriesPreview = ({ draft, back, timeZone, enabled }: Options) => {
  const taken = seriesAsked(draft, back, timeZone)
  const first = useQuery({
    ...seriesPreviewQuery(taken),
    enabled: enabled && taken !== null,
    placeholderData: keepPreviousData,
  })
  const own = first.data?.time_zone ?? timeZone
  const differs = own !== timeZone
  const asked = differs ? seriesAsked(draft, back, own) : taken
  const second = useQuery({
    ...seriesPreviewQuery(asked),
    enabled: enabled && differs && asked !== null,
    placeholderData: keepPreviousData,
  })
  const preview = differs ? second : first
  return { asked, preview, timeZone: own, settled: !first.isPlaceholderData && !preview.isPlaceholderData }
}
