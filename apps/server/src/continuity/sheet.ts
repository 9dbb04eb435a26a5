import { clockOf, paymentMethodNames } from '@ambit/domain'
import type { PackBooking, PackInput, PackStop, PackTrip } from './pack.ts'

/** A pack in words, the same for its page, its CSV and its PDF. */
export type Sheet = {
  title: string
  paper: PackInput['paper']
  region: string
  contact: string | null
  /** in large letters */
  moment: string
  written: Date
  bookings: number
  trips: SheetTrip[]
  waiting: SheetPerson[]
}
export type SheetTrip = {
  id: number
  name: string
  zone: string
  vehicle: string
  driver: string
  phone: string
  time: string
  stops: SheetStop[]
}
export type SheetStop = {
  number: number
  arrive: string
  leave: string
  name: string
  address: string
  note: string
  /** what the server knew had happened */
  done: string
  people: SheetPerson[]
}
export type SheetPerson = {
  what: 'Board' | 'Set down' | 'Waits for a vehicle'
  booking: number
  name: string
  phone: string
  party: string
  wheelchairs: number
  notes: string
  fare: string
  window: string
  journey: string
  /** what the server knew had happened */
  done: string
}

type Words = { time: (at: string) => string; money: (amount: number, currency: string) => string }

const wordsIn = ({ locale, clockHours }: PackInput, timeZone: string, home: string): Words => {
  const clock = new Intl.DateTimeFormat(locale, { timeZone, ...clockOf(clockHours) })
  const day = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short' })
  return {
    time: (at) => {
      const date = new Date(at)
      const today = day.format(date)
      return plain(today === home ? clock.format(date) : `${today} ${clock.format(date)}`)
    },
    money: (amount, currency) => plain(new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount)),
  }
}

/** Some spaces of Intl are in few fonts. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

export const sheetOf = (input: PackInput, trips: readonly PackTrip[], waiting: readonly PackBooking[]): Sheet => {
  const { region, moment, locale, brand } = input
  const zones = new Map<string, Words>()
  const wordsFor = (timeZone: string): Words => {
    const known = zones.get(timeZone)
    if (known !== undefined) return known
    const home = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short' }).format(moment)
    const words = wordsIn(input, timeZone, home)
    zones.set(timeZone, words)
    return words
  }
  return {
    title: `${brand}: ${region.name}`,
    paper: input.paper,
    region: region.name,
    contact: region.contact_phone,
    moment: plain(
      new Intl.DateTimeFormat(locale, {
        timeZone: region.time_zone,
        dateStyle: 'full',
        timeStyle: 'short',
        hour12: input.clockHours === '12',
      }).format(moment),
    ),
    written: input.written,
    bookings: countBookings(trips, waiting),
    trips: trips.map((trip) => tripSheet(trip, wordsFor(trip.time_zone))),
    waiting: waiting.map((booking) => person('Waits for a vehicle', booking, wordsFor(region.time_zone))),
  }
}

const countBookings = (trips: readonly PackTrip[], waiting: readonly PackBooking[]): number => {
  const ids = new Set(waiting.map(({ id }) => id))
  for (const { stops } of trips)
    for (const { boarding, alighting } of stops) for (const { id } of [...boarding, ...alighting]) ids.add(id)
  return ids.size
}

const tripSheet = (trip: PackTrip, words: Words): SheetTrip => ({
  id: trip.id,
  name: trip.name,
  zone: trip.zone,
  vehicle: trip.vehicle === null ? 'No vehicle' : `${trip.vehicle} (${trip.plate ?? ''})`,
  driver: trip.driver ?? 'No driver',
  phone: trip.phone ?? '',
  time: `${words.time(trip.start)} – ${words.time(trip.end)}`,
  stops: trip.stops.map((stop, index) => stopSheet(stop, index + 1, words)),
})

const kinds = { passenger: '', route_stop: '', break: 'Break', staging: 'Wait here' } as const

const stopSheet = (stop: PackStop, number: number, words: Words): SheetStop => ({
  number,
  arrive: words.time(stop.arrive),
  leave: words.time(stop.leave),
  name: stop.name,
  address: stop.address ?? '',
  note: [kinds[stop.kind], stop.note ?? ''].filter((text) => text !== '').join('. '),
  done: [
    ...(stop.arrived_at === null ? [] : [`arrived ${words.time(stop.arrived_at)}`]),
    ...(stop.departed_at === null ? [] : [`left ${words.time(stop.departed_at)}`]),
  ].join(', '),
  people: [
    ...stop.alighting.map((booking) => person('Set down', booking, words)),
    ...stop.boarding.map((booking) => person('Board', booking, words)),
  ],
})

const over: Readonly<Record<string, string>> = { completed: 'journey done', no_show: 'did not come' }

const person = (what: SheetPerson['what'], booking: PackBooking, words: Words): SheetPerson => ({
  what,
  booking: booking.id,
  name: booking.name,
  phone: booking.phone ?? '',
  party: booking.passengers === 1 ? '1 passenger' : `${booking.passengers} passengers`,
  wheelchairs: booking.wheelchairs,
  notes: notesOf(what, booking),
  fare: what === 'Set down' ? '' : fareOf(booking, words),
  window: `${words.time(booking.from)} – ${words.time(booking.until)}`,
  journey: `${booking.origin} → ${booking.destination}`,
  done: over[booking.status] ?? (booking.boarded_at === null ? '' : `on board since ${words.time(booking.boarded_at)}`),
})

/** The pages of trips go to drivers: they have what is for them, at its stop and while that is to come. */
const notesOf = (what: SheetPerson['what'], booking: PackBooking): string => {
  const { comment, pickup_note, dropoff_note, boarded_at, status } = booking
  if (what === 'Board') return boarded_at === null && over[status] === undefined ? (pickup_note ?? '') : ''
  if (what === 'Set down') return over[status] === undefined ? (dropoff_note ?? '') : ''
  return [comment, pickup_note, dropoff_note].filter((text) => text !== null && text !== '').join('. ')
}

/** Only what is paid in the vehicle is to be collected there. */
const fareOf = ({ price, currency, payment_method, charged }: PackBooking, { money }: Words): string => {
  if (price === 0) return 'Free'
  if (charged) return 'Paid'
  const known: Readonly<Record<string, string>> = paymentMethodNames
  const method = known[payment_method] ?? payment_method
  return payment_method === 'card' ? 'Charged to card' : `Collect ${money(price, currency)}, ${method}`
}
