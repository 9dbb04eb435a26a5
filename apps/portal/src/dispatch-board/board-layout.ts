import type { BoardBooking, BoardRow, BoardStop, DispatchBoard, OpenReturn } from '@ambit/contract'
import { inLanes, shareAt, type Span, type TimeScale } from '../records/effects/lanes.ts'

/** The time that the board shows. */
export const scaleOf = ({ from, until }: Pick<DispatchBoard, 'from' | 'until'>): TimeScale => ({
  from: Date.parse(from),
  until: Date.parse(until),
})
export type Bar = Span & { booking: BoardBooking; lane: number }
export type LaidOutRow = { row: BoardRow; bars: Bar[]; lanes: number }

/** Room that a short ride takes at least, for its name. Share of the board's width */
const SHORTEST = 0.035

/** The bars of one vehicle that are in sight. */
export const layOutRow = (row: BoardRow, bookings: readonly BoardBooking[], scale: TimeScale): LaidOutRow => {
  const bars = bookings
    .flatMap((booking) => {
      const { pickup_at, dropoff_at } = booking
      if (pickup_at === null || dropoff_at === null) return []
      const start = shareAt(scale, pickup_at)
      return [{ booking, start, end: Math.max(shareAt(scale, dropoff_at), start + SHORTEST) }]
    })
    .filter(({ start, end }) => end > 0 && start < 1)
    .toSorted((a, b) => a.start - b.start || a.booking.id - b.booking.id)
  const { laid, lanes } = inLanes(bars)
  return { row, bars: laid, lanes }
}

type Call = Span & { open: OpenReturn; lane: number }

/** Room for a time and the beginning of a name. Share of the board's width */
const CALL = 0.14

/** Open returns at the time before which their passenger does not call, those outside of the board at its edges. */
export const layOutCalls = (returns: readonly OpenReturn[], scale: TimeScale): { calls: Call[]; lanes: number } => {
  const calls = returns
    .map((open) => ({ open, start: Math.min(1 - CALL, Math.max(0, shareAt(scale, open.not_before))) }))
    .map(({ open, start }) => ({ open, start, end: start + CALL }))
    .toSorted((a, b) => a.start - b.start || a.open.id - b.open.id)
  const { laid, lanes } = inLanes(calls)
  return { calls: laid, lanes }
}

export const boardSorts = ['vehicle', 'lateness', 'next', 'capacity'] as const
export type BoardSort = (typeof boardSorts)[number]
export type BoardFilter = { sort: BoardSort; hideIdle: boolean; search: string }

const inService = ({ state }: BoardRow): boolean => state === 'live' || state === 'in_transit'
const stopAhead = ({ stops }: BoardRow): BoardStop | undefined => stops.find(({ arrived_at }) => arrived_at === null)
const momentOf = (stop: BoardStop | undefined): number =>
  stop === undefined ? Infinity : Date.parse(stop.expected_at ?? stop.planned_at)
const freeSeats = ({ capacity, stops }: BoardRow): number => {
  const load = stops.findLast(({ departed_at }) => departed_at !== null)?.load
  return capacity.seats + capacity.wheelchairs - (load === undefined ? 0 : load.seats + load.wheelchairs)
}

/** The rows that are shown, in order, each with the bookings on it. */
export const shownRows = (
  { rows, bookings }: DispatchBoard,
  { sort, hideIdle, search }: BoardFilter,
): { row: BoardRow; bookings: readonly BoardBooking[] }[] => {
  const byTrip = Map.groupBy(bookings, ({ trip_id }) => trip_id)
  const sought = search.trim().toLowerCase()
  const matches = (texts: readonly (string | null)[]): boolean =>
    texts.some((text) => text?.toLowerCase().includes(sought) === true)
  const late = (trip: number): number => Math.max(0, ...(byTrip.get(trip) ?? []).map(({ late_s }) => late_s))
  const order: Record<BoardSort, (a: BoardRow, b: BoardRow) => number> = {
    vehicle: () => 0,
    lateness: (a, b) => late(b.trip_id) - late(a.trip_id),
    next: (a, b) => momentOf(stopAhead(a)) - momentOf(stopAhead(b)),
    capacity: (a, b) => freeSeats(b) - freeSeats(a),
  }
  return rows
    .filter((row) => !hideIdle || inService(row))
    .filter(
      ({ trip_id, vehicle_number, driver_name }) =>
        sought === '' ||
        matches([vehicle_number, driver_name, ...(byTrip.get(trip_id) ?? []).map((one) => one.traveler_name)]),
    )
    .toSorted(order[sort])
    .map((row) => ({ row, bookings: byTrip.get(row.trip_id) ?? [] }))
}

/** Full hours and half hours in the time shown, as shares. */
export const ticksOf = ({ from, until }: TimeScale): { at: number; time: Date }[] => {
  const hours = (until - from) / 3_600_000
  const step = (hours <= 3 ? 15 : hours <= 6 ? 30 : hours <= 12 ? 60 : 120) * 60_000
  const ticks: { at: number; time: Date }[] = []
  for (let time = Math.ceil(from / step) * step; time < until; time += step)
    ticks.push({ at: (time - from) / (until - from), time: new Date(time) })
  return ticks
}

/** People on board between two stops, for the step line: where it begins and ends, and how full it is. */
export type LoadStep = { start: number; end: number; seats: number; wheelchairs: number; share: number }

export const loadOf = ({ stops, capacity }: BoardRow, scale: TimeScale): LoadStep[] =>
  stops.flatMap((stop, index) => {
    const next = stops[index + 1]
    const { seats, wheelchairs } = stop.load
    if (next === undefined || seats + wheelchairs === 0) return []
    const [start, end] = [
      shareAt(scale, stop.departed_at ?? stop.planned_departure_at),
      shareAt(scale, next.arrived_at ?? next.expected_at ?? next.planned_at),
    ]
    if (end <= 0 || start >= 1) return []
    const room = Math.max(1, capacity.seats + capacity.wheelchairs)
    return [{ start, end, seats, wheelchairs, share: Math.min(1, (seats + wheelchairs) / room) }]
  })
