import type { ManifestBooking, TakenFare, TripManifest } from '@ambit/contract'
import { NO_FARE } from '@ambit/domain'
import type { Rider } from './stop-view.ts'

/** What is due in cash now: the full fare where a concession was not shown. */
export const dueInCash = ({ due, concession }: ManifestBooking, { concession_shown }: TakenFare): number =>
  concession_shown === false && concession !== null ? concession.full_amount : due.amount

/** Does the driver have to ask for money, or has taken some already? */
export const isCash = ({ due, concession }: ManifestBooking, { paid }: TakenFare): boolean =>
  paid !== null || (due.method === 'cash' && (due.amount > 0 || (concession?.full_amount ?? 0) > 0))

export const isTold = ({ paid, unpaid_reason }: TakenFare): boolean => paid !== null || unpaid_reason !== null

/** An amount as it is typed, with a comma or a point; null: it is none from 0 to 1,000 with at most 2 decimals. */
export const amountOf = (typed: string): number | null => {
  if (!/^\d{1,4}([.,]\d{1,2})?$/.test(typed.trim())) return null
  const amount = Number(typed.trim().replace(',', '.'))
  return amount <= 1000 ? amount : null
}

export type CashLine = { booking: ManifestBooking; fare: TakenFare; due: number }

/** The cash fares of those who rode, in the order in which they got on, and what is to be handed in. */
export const cashOf = ({ trip, bookings }: TripManifest): { lines: CashLine[]; sum: number } => {
  const riders = new Map<number, Rider>(
    trip.trip_stops.flatMap(({ boardings, alightings }) =>
      [...boardings, ...alightings].map((rider) => [rider.id, rider] as const),
    ),
  )
  const lines = [...riders.values()].flatMap((rider) => {
    const booking = bookings.find(({ id }) => id === rider.id)
    const fare = rider.fare ?? NO_FARE
    if (booking === undefined || !isCash(booking, fare)) return []
    return rider.status === 'completed' || rider.status === 'on_board'
      ? [{ booking, fare, due: dueInCash(booking, fare) }]
      : []
  })
  const cents = lines.reduce((sum, { fare }) => sum + Math.round((fare.paid ?? 0) * 100), 0)
  return { lines, sum: cents / 100 }
}
