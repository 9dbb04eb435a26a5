import type { Reliability, RequestStatus } from '@ambit/contract'
import { type Bell, createBell } from '../timeline/timeline.ts'

export type RefusalReason = { code: string; text: string; vehicles: number | null }

/** The course of one travel request, as the passenger saw it. Times in milliseconds since 1970. */
export type RequestRecord = {
  rider: string
  zone: string
  /** when the passenger asked, and for when */
  asked_at: number
  requested_at: number
  departing: boolean
  passengers: number
  wheelchairs: number
  outcome: 'asking' | 'refused' | 'declined' | 'gone' | 'failed' | 'booked'
  /** why there was no offering, from the search */
  reasons: RefusalReason[]
  /** the search that found nothing */
  refused_search: number | null
  /** the offering taken was gone when it was confirmed, and another was taken */
  second_choice: boolean
  /** nothing was found for the requested time, and the time that the search proposed was taken instead */
  moved: boolean
  booking: { id: number; direct_s: number; pickup_lower: number; pickup_upper: number; dropoff_upper: number } | null
  /** how likely its promise was called when it was booked */
  badge: Reliability | null
  /** asked and booked in the passengers' app, not by phone */
  by_app: boolean
  changed_mind: boolean
}

export type PassengerFacts = {
  rider: string
  pickup_lower: number
  pickup_upper: number
  dropoff_upper: number
  /** leaves feedback in the way in which it was booked */
  rate: (booking: number, rating: number, comments: string | null) => Promise<void>
}

/** Every travel request of the run, and what drivers need of those that became bookings. */
export type Ledger = {
  requests: RequestRecord[]
  bookings: Map<number, PassengerFacts>
  /** bookings made by the simulation that are still open */
  open: Set<number>
  /** the bell of a trip's driver */
  bellOf: (trip: number) => Bell
  /** called when a booking was completed or a no-show; set by the components that wait for it */
  onEnded: (booking: number, status: Extract<RequestStatus, 'completed' | 'no_show'>) => void
}

export const createLedger = (): Ledger => {
  const bells = new Map<number, Bell>()
  return {
    requests: [],
    bookings: new Map(),
    open: new Set(),
    bellOf: (trip) => {
      const bell = bells.get(trip) ?? createBell()
      bells.set(trip, bell)
      return bell
    },
    onEnded: () => {},
  }
}
