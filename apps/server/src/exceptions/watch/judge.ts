import type { ExceptionSeverity, FaultName, JudgedKind } from '@ambit/contract'
import { isWorse, oneHigher, severityAt, SIGN_ON_MINUTES } from '@ambit/domain'
import { pointInPolygon } from '@ambit/geo'
import { subjectOf } from '../../open-returns/store/end.ts'
import type { Figure } from '../figures.ts'
import type { RuleOf } from '../rules.ts'
import { type Condition, conditionOf } from '../conditions.ts'
import type { BookingNow, Snapshot, TripNow } from './snapshot.ts'
import type { Strayed } from './strayed.ts'

const MINUTE_MS = 60_000
/** Without a position for so long somebody on board, or a pick-up that is due, makes it urgent. */
const PICKUP_SOON_MS = 15 * MINUTE_MS
/** Minutes before an entry of the waiting list is given up. */
const GIVEN_UP_SOON = 60
const NEEDED_SOON_MS = 30 * MINUTE_MS
/** A place of a vehicle that is older says nothing of where it stands. */
const SEEN_MS = 2 * MINUTE_MS

const minutesBetween = (from: Date, until: Date): number => (until.getTime() - from.getTime()) / MINUTE_MS

/**
 * What holds by the stored rows and the rules of each zone, and how urgent it is. It knows nothing of what is stored as an
 * exception already. `note` hears how far each came, whether it is raised or not.
 */
export const judge = (
  snapshot: Snapshot & Strayed,
  ruleOf: RuleOf,
  note: (figure: Figure) => void = () => {},
): Condition[] => {
  const { now } = snapshot
  const severity = (zoneId: number, kind: JudgedKind, minutes: number): ExceptionSeverity | null => {
    const rule = ruleOf(zoneId, kind)
    return rule.enabled ? severityAt(kind, rule, minutes) : null
  }
  const found: Condition[] = []
  /** Minutes as the kind's rule counts them. */
  const add: Add = (kind, minutes, told, change = (same) => same) => {
    note({ zone_id: told.zone_id, kind, subject: told.subject, minutes })
    const judged = severity(told.zone_id, kind, minutes)
    if (judged !== null) found.push(conditionOf({ ...told, kind, severity: change(judged) }))
  }
  const trips = new Map(snapshot.trips.map((trip) => [trip.id, trip]))
  for (const trip of snapshot.trips) judgeTrip(trip, snapshot, add)
  for (const [tripId, bookings] of Map.groupBy(snapshot.late, ({ trip_id }) => trip_id)) {
    const trip = tripId === null ? undefined : trips.get(tripId)
    if (trip !== undefined)
      found.push(
        ...lateTrip(trip, bookings, (minutes) => {
          note({ zone_id: trip.zone_id, kind: 'promise_at_risk', subject: ofTrip(trip).subject, minutes })
          return severity(trip.zone_id, 'promise_at_risk', minutes)
        }),
      )
  }
  for (const booking of snapshot.waiting)
    add('booking_waiting', Math.min(minutesBetween(now, booking.pickup_from), 1440), {
      ...ofBooking(booking),
      parent: leftBy(booking, snapshot),
    })
  for (const booking of snapshot.untold)
    add('notification_failed', minutesBetween(now, booking.pickup_from), ofBooking(booking))
  for (const { id, zone_id, start, vehicle, driver } of snapshot.unallocated) {
    const told = {
      subject: `schedule:${id}`,
      zone_id,
      service_plan_id: id,
      facts: { at: start.toISOString() },
      harm_at: start,
    }
    if (!vehicle) add('schedule_unallocated', minutesBetween(now, start), told)
    if (!driver) add('driver_unallocated', minutesBetween(now, start), told)
  }
  judgeTexts(snapshot, trips, add)
  for (const { trip_id, last_start } of snapshot.breaks) {
    const trip = trips.get(trip_id)
    if (trip !== undefined)
      add('break_at_risk', minutesBetween(now, last_start), {
        ...ofTrip(trip),
        facts: { at: last_start.toISOString() },
        harm_at: last_start,
      })
  }
  for (const { id, zone_id, ends, people, wheelchairs } of snapshot.open_returns)
    add('open_return_waiting', minutesBetween(now, ends), {
      subject: subjectOf(id),
      zone_id,
      facts: { open_return_id: id, at: ends.toISOString() },
      people,
      wheelchairs,
      harm_at: ends,
    })
  return [...found, ...waitingEntries(snapshot, ruleOf), ...faults(snapshot)]
}

/** What drivers and passengers wrote, and nobody has answered. */
const judgeTexts = ({ now, unanswered, replies }: Snapshot, trips: ReadonlyMap<number, TripNow>, add: Add): void => {
  for (const { trip_id, written_at } of unanswered) {
    const trip = trips.get(trip_id)
    const minutes = minutesBetween(written_at, now)
    if (trip !== undefined)
      add('message_unanswered', minutes, { ...ofTrip(trip), facts: { minutes: Math.floor(minutes) } })
  }
  for (const { traveler_id, zone_id, received_at } of replies) {
    const minutes = minutesBetween(received_at, now)
    const told = { subject: `traveler:${traveler_id}`, zone_id, traveler_id, people: 1 }
    add('reply_unanswered', minutes, { ...told, facts: { minutes: Math.floor(minutes) } })
  }
}

/**
 * Entries of the waiting list for which nothing was found. Soon is what somebody has to act on: to call when it is given
 * up, or to fetch who called for an open return and is away from home (docs/decisions/109).
 */
const waitingEntries = ({ now, entries }: Snapshot, ruleOf: RuleOf): Condition[] =>
  entries
    .filter(({ zone_id, called }) => called || ruleOf(zone_id, 'booking_waiting').enabled)
    .map(({ id, zone_id, give_up_at, people, called, written_to, failed_series }) => {
      const toBeCalled = !written_to && minutesBetween(now, give_up_at) <= GIVEN_UP_SOON
      return conditionOf({
        kind: 'booking_waiting',
        subject: `waitlist:${id}`,
        severity: called || toBeCalled ? 'soon' : 'watch',
        zone_id,
        facts: { waitlist_entry_id: id },
        people,
        harm_at: give_up_at,
        parent: failed_series === null ? null : `series_failed series:${failed_series}`,
      })
    })

type Add = (
  kind: JudgedKind,
  minutes: number,
  told: Omit<Parameters<typeof conditionOf>[0], 'kind' | 'severity'> & { zone_id: number },
  change?: (severity: ExceptionSeverity) => ExceptionSeverity,
) => void

const ofTrip = ({ id, zone_id, driver_id }: TripNow) => ({
  subject: `trip:${id}`,
  zone_id,
  trip_id: id,
  driver_id,
})

const ofBooking = (booking: BookingNow) => ({
  subject: `booking:${booking.id}`,
  zone_id: booking.zone_id,
  trip_id: booking.trip_id,
  bookings: [concerned(booking, null, 'pickup')],
  people: booking.people,
  wheelchairs: booking.wheelchairs,
  harm_at: booking.pickup_until,
})

const concerned = (booking: BookingNow, minutes: number | null, end: 'pickup' | 'dropoff') => ({
  id: booking.id,
  minutes,
  from: booking[`${end}_from`].toISOString(),
  until: booking[`${end}_until`].toISOString(),
})

/** The disruption that left it without a vehicle. */
const leftBy = ({ id }: BookingNow, { disruptions }: Snapshot): string | null => {
  const disruption = disruptions.find(({ bookings }) => bookings.some((one) => one.id === id))
  return disruption === undefined ? null : `disruption ${disruption.subject}`
}

const judgeTrip = (trip: TripNow, snapshot: Snapshot & Strayed, add: Add): void => {
  const { now } = snapshot
  const told = ofTrip(trip)
  if (trip.state === 'staged') {
    const minutes = minutesBetween(trip.start, now)
    if (trip.crewed)
      add('not_signed_on', minutes + SIGN_ON_MINUTES, {
        ...told,
        facts: { at: trip.start.toISOString() },
        harm_at: trip.start,
      })
    return
  }
  const late = trip.ends_at === null ? 0 : minutesBetween(trip.end, trip.ends_at)
  add('shift_overrun', late, { ...told, facts: { minutes: Math.floor(late) }, harm_at: trip.end })
  const heard = trip.seen_at ?? trip.signed_on_at
  if (heard !== null) judgeSignal(trip, heard, now, add)
  if (trip.seen_at !== null && now.getTime() - trip.seen_at.getTime() <= SEEN_MS) judgePlace(trip, snapshot, add)
}

const judgeSignal = (trip: TripNow, heard: Date, now: Date, add: Add): void => {
  const silent = minutesBetween(heard, now)
  const due = trip.stop_kind === 'passenger' && trip.scheduled_at !== null ? trip.scheduled_at.getTime() : Infinity
  const matters = trip.aboard || due - now.getTime() <= PICKUP_SOON_MS
  add(
    'no_signal',
    silent,
    { ...ofTrip(trip), facts: { minutes: Math.floor(silent), at: heard.toISOString() } },
    (severity) => (severity === 'urgent' && !matters ? 'soon' : severity),
  )
}

/** What follows from where the vehicle was seen just now. */
const judgePlace = (trip: TripNow, { now, areas, strayed }: Snapshot & Strayed, add: Add): void => {
  const told = ofTrip(trip)
  const stood = trip.stands_since === null ? 0 : minutesBetween(trip.stands_since, now)
  const facts = { minutes: Math.floor(stood) }
  if (trip.stop_kind === null) {
    const zone = areas.filter(({ zone_id }) => zone_id === trip.zone_id)
    const place: [number, number] = [trip.longitude ?? 0, trip.latitude ?? 0]
    if (zone.length > 0 && !zone.some(({ coordinates }) => pointInPolygon(place, coordinates)))
      add('out_of_zone', stood, { ...told, facts })
    return
  }
  if (trip.arrived_at !== null) {
    const leaves = Math.max(trip.scheduled_departure_at?.getTime() ?? 0, trip.waits_until?.getTime() ?? 0)
    const needed = trip.needed_at
    const over = minutesBetween(new Date(leaves), now)
    if (trip.stop_kind === 'passenger' && needed !== null && needed.getTime() - now.getTime() <= NEEDED_SOON_MS)
      add('stop_overlong', over, { ...told, facts: { minutes: Math.floor(over) }, harm_at: needed })
    return
  }
  const later = strayed.get(trip.id)
  if (later !== undefined) add('off_route', later, { ...told, facts: { minutes: Math.floor(later) } })
  if (!trip.pulled_out) {
    // The way there takes as long as its estimate says: so much later than planned it would arrive, so late it has to leave.
    const late = minutesBetween(trip.scheduled_at ?? now, trip.eta ?? now)
    add('pull_out_late', late, { ...told, facts: { minutes: Math.floor(late) }, harm_at: trip.scheduled_at })
  } else if (!trip.near_stop) add('unexpected_stop', stood, { ...told, facts })
}

/** One exception of the trip, with the bookings that are late by it, the worst first. */
const lateTrip = (
  trip: TripNow,
  bookings: readonly BookingNow[],
  severity: (minutes: number) => ExceptionSeverity | null,
): Condition[] => {
  const late = bookings
    .flatMap((booking) => {
      const [pickup, dropoff] = (['pickup', 'dropoff'] as const).map((end) => {
        const eta = booking[`${end}_eta`]
        return eta === null ? 0 : minutesBetween(booking[`${end}_until`], eta)
      })
      const end = (pickup ?? 0) > 0 ? 'pickup' : 'dropoff'
      const minutes = Math.max(pickup ?? 0, dropoff ?? 0)
      const judged = severity(minutes)
      if (judged === null) return []
      return [{ booking, end, minutes, severity: booking.arrives ? oneHigher(judged) : judged } as const]
    })
    .toSorted((one, other) => other.minutes - one.minutes || one.booking.id - other.booking.id)
  const [first] = late
  if (first === undefined) return []
  return [
    conditionOf({
      ...ofTrip(trip),
      kind: 'promise_at_risk',
      severity: late.reduce((most, one) => (isWorse(one.severity, most) ? one.severity : most), first.severity),
      facts: { minutes: Math.floor(first.minutes) },
      bookings: late.map(({ booking, end, minutes }) => concerned(booking, Math.floor(minutes), end)),
      people: late.reduce((sum, { booking }) => sum + booking.people, 0),
      wheelchairs: late.reduce((sum, { booking }) => sum + booking.wheelchairs, 0),
      harm_at: new Date(Math.min(...late.map(({ booking, end }) => booking[`${end}_until`].getTime()))),
    }),
  ]
}

/** Without streets nothing can be searched; what the day's work does not need yet is to be known of. */
const severityOfFault: Readonly<Record<FaultName, ExceptionSeverity>> = {
  streets: 'urgent',
  job: 'soon',
  mail: 'soon',
  audit_broken: 'soon',
  disk: 'soon',
  pack_old: 'soon',
  channel: 'soon',
  backup_old: 'watch',
  drill_failed: 'watch',
  backup_room: 'watch',
  sms_limit: 'watch',
}

const faults = ({ faulty }: Snapshot): Condition[] =>
  faulty.map((facts) =>
    conditionOf({
      kind: 'fault',
      subject: [facts.fault, facts.job ?? facts.channel].filter((part) => part !== undefined).join(':'),
      severity: severityOfFault[facts.fault],
      zone_id: null,
      facts,
    }),
  )
