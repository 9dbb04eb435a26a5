import type { ServiceException } from '@ambit/contract'
import type { Format } from '../../settings/create-format.ts'
import { messageChannelWords } from '../messages.ts'
import { exceptionStrings as words } from './strings.ts'

/** How moments are written, by the clocks of the exception's zone. */
export type Clocks = Pick<Format, 'day' | 'time' | 'civilDay'>

/** What has happened to whom, in one sentence. */
export const sentenceOf = (exception: ServiceException, clocks: Clocks): string => {
  const { time } = clocks
  const { kind, facts, bookings, vehicle_number, trip_name, driver_name, zone_name, text } = exception
  const vehicle = vehicle_number ?? trip_name ?? words.noVehicle
  const driver = driver_name ?? words.driver
  const minutes = facts.minutes ?? 0
  const at = facts.at === undefined ? '' : time(facts.at)
  const [first] = bookings
  const passenger = first?.traveler_name ?? words.somePassenger
  const window = first === undefined ? '' : `${time(first.window_from)} to ${time(first.window_until)}`
  if (exception.waiting !== null) return waits(exception, exception.waiting, clocks)
  if (kind === 'series_failed' || kind === 'series_review') return ofSeries(exception, clocks)
  if (kind === 'fault') return faulty(facts)
  if (kind === 'plan_broken') return broken(exception)
  switch (kind) {
    case 'emergency':
      return words.help(vehicle, driver, words.people(facts.people ?? 0))
    case 'incident':
      return words.incident(vehicle, facts.incident ?? 'other', driver)
    case 'plan_unconfirmed':
      return words.unconfirmed(vehicle, driver)
    case 'driver_action':
      return words.actions(vehicle, facts.actions ?? 1)
    case 'approval':
      return asks(exception, vehicle)
    case 'no_show_contested':
      return contested(facts)
    case 'passenger_call':
      if (facts.booking_series_id !== undefined) return ofSeries(exception, clocks)
      return words.returnWanted(passenger, window, facts.leg ?? null)
    case 'disruption':
      return words.disruption(vehicle, facts.not_served ?? 0, facts.late ?? 0)
    case 'by_hand':
      return text ?? ''
    case 'not_signed_on':
      return words.notSignedOn(vehicle, driver, at)
    case 'no_signal':
      return facts.no_permission === true ? words.noPermission(vehicle) : words.noSignal(vehicle, facts.minutes)
    case 'promise_at_risk':
      return words.late(vehicle, minutes, passenger, window, bookings.length - 1)
    case 'schedule_unallocated':
      return words.noVehicleFor(at)
    case 'driver_unallocated':
      return words.noDriverFor(at)
    // What is waited for is told above, unless its passenger is gone.
    case 'open_return_waiting':
    case 'booking_waiting':
      return words.waiting(passenger, window)
    case 'message_unanswered':
      return words.unanswered(vehicle, driver, minutes)
    case 'reply_unanswered':
      return words.unread(exception.passenger?.traveler_name ?? words.somePassenger, minutes)
    case 'notification_failed':
      return words.untold(passenger, window)
    case 'break_at_risk':
      return words.breakAtRisk(vehicle, at)
    case 'pull_out_late':
    case 'stop_overlong':
    case 'unexpected_stop':
    case 'out_of_zone':
    case 'off_route':
    case 'shift_overrun':
      return ofVehicle[kind](vehicle, minutes)
    case 'signal_outage':
      return words.outage(zone_name ?? words.everywhere, facts.vehicles ?? 0)
    case 'zone_late':
      return words.zoneLate(zone_name ?? words.everywhere, facts.trips ?? 0)
    case 'mass_event':
      return words.massEvent(zone_name ?? words.everywhere, facts.exceptions ?? 0)
  }
}

/** What a vehicle does, by how many minutes. */
const ofVehicle = {
  pull_out_late: words.pullOut,
  stop_overlong: words.overlong,
  unexpected_stop: words.unexpected,
  out_of_zone: words.outOfZone,
  off_route: words.offRoute,
  shift_overrun: words.overrun,
} as const

/** Of the waiting list: nothing is found yet, or its passenger has to be called. It may be about another day. */
const waits = (
  { kind, facts }: ServiceException,
  { traveler_name, traveling_at, fits_at, ended }: NonNullable<ServiceException['waiting']>,
  { day, time }: Clocks,
): string => {
  const [wish, at] = [`${day(traveling_at)}, ${time(traveling_at)}`, fits_at === null ? null : time(fits_at)]
  if (kind === 'open_return_waiting')
    return words.stillWaiting(traveler_name, facts.at === undefined ? '' : time(facts.at))
  if (kind === 'booking_waiting') return words.onTheList(traveler_name, wish)
  return ended || at === null ? words.nothingFound(traveler_name, wish, at) : words.roomFound(traveler_name, wish, at)
}

/** A driver asks for a no-show, or somebody to break a promise. */
const asks = ({ facts }: ServiceException, vehicle: string): string =>
  facts.override === undefined
    ? words.noShow(vehicle, facts.service_request_id ?? 0)
    : words.approval(vehicle, facts.asked_by ?? words.somebody, facts.minutes ?? 0)

/** Rides of a recurring journey were not booked, or it is to be looked at. */
const ofSeries = ({ kind, series, facts }: ServiceException, { civilDay }: Clocks): string => {
  const whose = [series?.traveler_name ?? words.somePassenger, series?.words ?? words.somePattern] as const
  if (kind === 'passenger_call') return words.rideLeftOut(...whose, (facts.dates ?? []).map(civilDay).join(', '))
  return kind === 'series_failed'
    ? words.seriesFailed(...whose, (facts.dates ?? []).map(civilDay))
    : words.seriesReview[facts.review ?? 'missed'](...whose)
}

const broken = ({ facts: { rule = 'history', service_request_id }, trip_name }: ServiceException): string => {
  const booking = service_request_id === undefined ? null : words.brokenBooking(service_request_id)
  return words.broken(rule, [trip_name, booking].filter((part) => part !== null).join(', '))
}

const faulty = ({ fault = 'job', job = '', channel }: ServiceException['facts']): string =>
  words.faults[fault](channel === undefined ? job : messageChannelWords[channel])

const contested = ({ service_request_id = 0, miss = 'no_show', metres }: ServiceException['facts']): string =>
  metres === undefined ? words.contested(service_request_id, miss) : words.doubted(service_request_id, metres)
