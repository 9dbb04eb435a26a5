import type { Endpoint } from '@ambit/contract'
import type { Call } from './bind.ts'

/** Whom an answer shows: one passenger, or a list of so many; null for none. */
export type Seen = { traveler: number } | { passengers: number | null }

/** Files with names of passengers, which nobody counts. */
const files = new Set(['serviceRequests.export', 'bookingReports.export', 'auditEvents.export', 'continuityPacks.file'])

/** An answer that is a file; the call's filter says what is in it. */
export const passengersInFile = ({ name }: Endpoint): Seen | null => (files.has(name) ? { passengers: null } : null)

/**
 * The passengers whom a reading call answers. They are recognised by `traveler_id` or `traveler_name`, of which every
 * record of a passenger's has one, so a new call needs nothing here. A call about one thing that shows one passenger is a
 * look at that passenger.
 */
export const passengersIn = (endpoint: Endpoint, call: Call<Endpoint>, answer: unknown): Seen | null => {
  // Who looked is itself no passenger's data.
  if (endpoint.method !== 'GET' || endpoint.name === 'accessEvents.list') return null
  const about = passengerOf(endpoint, call)
  if (about !== null) return { traveler: about }
  const found = new Set<number | string>()
  collect(answer, found)
  for (const one of ownList[endpoint.name]?.(answer as Answer) ?? []) found.add(one)
  const [only] = found
  if (only === undefined) return null
  return found.size === 1 && typeof only === 'number' && endpoint.path.includes(':id')
    ? { traveler: only }
    : { passengers: found.size }
}

/** What is asked below a passenger's own address, and the passenger's history. */
const passengerOf = ({ path }: Endpoint, { params, query }: Call<Endpoint>): number | null => {
  const { id } = params as { id?: number }
  if (path.startsWith('/travelers/:id') && id !== undefined) return id
  const { record_kind, record_id } = query as { record_kind?: string; record_id?: string }
  return record_kind === 'travelers' ? Number(record_id) : null
}

type Person = { id: number }
type Itinerary = { stops?: { PassengersBoardingInfo: { name: string }[] }[] }
type Answer = { data: Person[] & { travelers?: Person[] } & Itinerary }

/** Calls that show passengers in words of their own. */
const ownList: Readonly<Record<string, (answer: Answer) => (number | string)[]>> = {
  'travelers.list': ({ data }) => data.map(({ id }) => id),
  'search.find': ({ data }) => (data.travelers ?? []).map(({ id }) => id),
  'tripItineraries.show': ({ data: { stops = [] } }) =>
    stops.flatMap(({ PassengersBoardingInfo }) => PassengersBoardingInfo.map(({ name }) => name)),
}

const collect = (value: unknown, found: Set<number | string>): void => {
  if (typeof value !== 'object' || value === null || value instanceof Date) return
  if (Array.isArray(value)) {
    for (const one of value) collect(one, found)
    return
  }
  const { traveler_id, traveler_name } = value as { traveler_id?: unknown; traveler_name?: unknown }
  if (typeof traveler_id === 'number') found.add(traveler_id)
  else if (typeof traveler_name === 'string') found.add(traveler_name)
  for (const one of Object.values(value)) collect(one, found)
}
