import type { ServiceRequestHistory } from '@ambit/contract'
import { bookingStatuses } from '../records/bookings.ts'
import { bookingStrings as words } from './strings.ts'

type Entry = Pick<ServiceRequestHistory, 'status' | 'trip_id' | 'trip_name' | 'zone_name' | 'reasons'>
type Told = Pick<ServiceRequestHistory, 'status' | 'trip_id' | 'reasons'>

/** The codes of entries that say what a change made of the booking, and what came of a call. */
const CHANGED = 'changed_on_request'
const CALLS = ['called', 'called_in_vain']
/** The plan is as it was. */
const NOTES = 'notes_changed'

const ofNotes = (reasons: Entry['reasons']): boolean => reasons.some(({ code }) => code === NOTES)

const isCall = (reasons: Entry['reasons']): boolean => reasons.some(({ code }) => CALLS.includes(code))

/** The specification's words for one entry. */
export const historyText = ({ status, trip_id, trip_name, zone_name, reasons }: Entry): string => {
  if (isCall(reasons)) return words.call
  if (ofNotes(reasons)) return words.notes.changed
  const trip = trip_name ?? (trip_id === null ? null : `trip ${trip_id}`)
  if (status === 'unassigned') return words.pendingIn(zone_name)
  if (status === 'assigned' && trip !== null) return words.tentatively(trip)
  if (status === 'secured' && trip !== null) return words.securedTo(trip)
  return bookingStatuses[status].text
}

/**
 * The history, oldest first, with the planner's to and fro taken out: an assigned or unassigned entry is hidden when
 * the last one shown of these said the same trip. A secured entry resets that. A change of the booking or of its notes and a call are
 * always shown.
 */
export const collapseHistory = <E extends Told>(entries: readonly E[]): E[] => {
  let last: string | null = null
  return entries.filter(({ status, trip_id, reasons }) => {
    if (isCall(reasons) || ofNotes(reasons)) return true
    if (status === 'secured') last = null
    if (status !== 'assigned' && status !== 'unassigned') return true
    const now = `${status} ${trip_id ?? ''}`
    const repeated = now === last
    last = now
    return !repeated || reasons.some(({ code }) => code === CHANGED)
  })
}
