import type { ReturnChoice } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import type { BookingData, BookingDraft, WayBack } from '../booking-draft.ts'
import { missingFields } from './booking-request.ts'
import { suggestedReturnQuery, usualReturnQuery } from './return-queries.ts'
import { backData, begins } from './way-back.ts'

const HOUR_MS = 3600_000
const STEP_MS = 5 * 60_000

export type ShownWayBack = {
  choice: ReturnChoice
  /** its form, with the suggested time where none was chosen */
  data: BookingData
  /** as the draft keeps it once it is searched */
  said: WayBack
  /** the suggested time is on its way */
  pending: boolean
}

/** The way back of a draft as the form shows it: what was said of it, else what the passenger usually does. */
export const useWayBack = (draft: BookingDraft): ShownWayBack => {
  const { back, bookingData, changeOf, openReturnId } = draft
  const { origin, destination } = bookingData
  const asks =
    back.choice === null && changeOf === null && openReturnId === null && origin !== null && destination !== null
  const usual = useQuery({ ...usualReturnQuery(draft.travelerId, origin, destination), enabled: asks }).data
  const choice = changeOf !== null || openReturnId !== null ? 'none' : (back.choice ?? usual ?? 'none')
  const complete = Object.keys(missingFields(bookingData)).length === 0
  const wanted = choice !== 'none' && back.traveling_at === null && complete
  const suggestion = useQuery({ ...suggestedReturnQuery(draft), enabled: wanted })
  const data = backData(bookingData, back, suggestion.data ?? anHourAfter(bookingData))
  const suggested_at = choice !== 'none' && back.traveling_at === null ? data.traveling_at : null
  const said = { ...back, choice, suggested_at }
  return { choice, data, said, pending: wanted && suggestion.isFetching }
}

/** Where nothing is suggested. */
const anHourAfter = (there: BookingData): string =>
  new Date(Math.ceil((begins(there) + HOUR_MS) / STEP_MS) * STEP_MS).toISOString()
