import type { PaperStop, TripStop, TripWithStops } from '@ambit/contract'
import { addDays, dateIn, momentAt } from '@ambit/domain'
import { timesMeant } from '../form/time-text.ts'
import { continuityStrings } from './strings.ts'

const words = continuityStrings.form

export type Mark = PaperStop['bookings'][number]['mark']
export type PaperBooking = { mark: Mark | null; at: string }
/** What was typed of a stop; bookings by their id. */
export type PaperEntry = { arrived: string; left: string; bookings: Readonly<Record<number, PaperBooking>> }
export type PaperForm = Readonly<Record<number, PaperEntry>>

export const emptyEntry: PaperEntry = { arrived: '', left: '', bookings: {} }
export const emptyBooking: PaperBooking = { mark: null, at: '' }

/** The stops that the server does not know to be over. */
export const openStops = ({ trip_stops }: Pick<TripWithStops, 'trip_stops'>): TripStop[] =>
  trip_stops.filter(({ departed_at }) => departed_at === null)

/** Who may still board or alight there, each once with what may be marked. */
export const openBookings = (stop: TripStop): { id: number; name: string; marks: readonly Mark[] }[] => [
  ...stop.alightings
    .filter(({ status }) => ['assigned', 'secured', 'on_board'].includes(status))
    .map(({ id, traveler_name }) => ({ id, name: traveler_name, marks: ['set_down'] as const })),
  ...stop.boardings
    .filter(({ status }) => ['assigned', 'secured'].includes(status))
    .map(({ id, traveler_name }) => ({ id, name: traveler_name, marks: ['boarded', 'not_come'] as const })),
]

/** A typed time as the moment that is nearest to the planned one: half of the day and day follow from the plan. */
export const momentNear = (text: string, planned: string, timeZone: string): string | null => {
  const near = Date.parse(planned)
  const today = dateIn(timeZone, new Date(near))
  const moments = timesMeant(text).flatMap((time) => {
    const [hours = '0', minutes = '0'] = time.split(':')
    return [-1, 0, 1].map((days) => momentAt(timeZone, addDays(today, days), Number(hours) * 60 + Number(minutes)))
  })
  const [best] = moments.toSorted((a, b) => Math.abs(a.getTime() - near) - Math.abs(b.getTime() - near))
  return best?.toISOString() ?? null
}

/** Where an error belongs: `12.arrived`, `12.left`, `12.7` for booking 7 of stop 12. */
export type PaperErrors = Readonly<Record<string, string>>

type Read = { stops: PaperStop[]; errors: PaperErrors }

/** What is sent: the stops of which something was typed, in their order, and what of it is no time. */
export const readPaper = (stops: readonly TripStop[], form: PaperForm, timeZone: string): Read => {
  const errors: Record<string, string> = {}
  const sent = stops.flatMap((stop) => {
    const entry = form[stop.id]
    if (entry === undefined || isEmpty(entry)) return []
    const time = (text: string, field: string, otherwise: string | null): string | null => {
      if (text.trim() === '') return otherwise
      const moment = momentNear(text, stop.scheduled_at, timeZone)
      if (moment === null) errors[`${stop.id}.${field}`] = words.noTime
      return moment
    }
    const arrived_at = time(entry.arrived, 'arrived', null)
    const departed_at = time(entry.left, 'left', null)
    const arrival = arrived_at ?? stop.arrived_at
    const bookings = Object.entries(entry.bookings).flatMap(([id, { mark, at }]) => {
      if (mark === null) return []
      const moment = time(at, id, (mark === 'not_come' ? departed_at : null) ?? arrival ?? stop.scheduled_at)
      return moment === null ? [] : [{ id: Number(id), mark, at: moment }]
    })
    const inOrder = bookings.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    return [{ trip_stop_id: stop.id, arrived_at, departed_at, bookings: inOrder }]
  })
  return { stops: sent, errors }
}

const isEmpty = ({ arrived, left, bookings }: PaperEntry): boolean =>
  arrived.trim() === '' && left.trim() === '' && Object.values(bookings).every(({ mark }) => mark === null)

const POINTER = /^\/stops\/(\d+)(?:\/(arrived_at|departed_at|trip_stop_id)|\/bookings\/(\d+))?/

/** Puts what the server refused beside what was typed; `rest` belongs to none of it. */
export const placeRefusals = (
  sent: readonly PaperStop[],
  refusals: readonly { pointer: string; detail: string }[],
): { errors: PaperErrors; rest: string[] } => {
  const errors: Record<string, string> = {}
  const rest: string[] = []
  for (const { pointer, detail } of refusals) {
    const [, index, field, place] = POINTER.exec(pointer) ?? []
    const stop = sent[Number(index)]
    if (stop === undefined) rest.push(detail)
    else if (place !== undefined) errors[`${stop.trip_stop_id}.${stop.bookings[Number(place)]?.id}`] ??= detail
    else errors[`${stop.trip_stop_id}.${field === 'departed_at' ? 'left' : 'arrived'}`] ??= detail
  }
  return { errors, rest }
}
