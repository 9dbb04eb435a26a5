import type { OfferedStop } from '@ambit/contract'
import type { z } from 'zod'
import { bookingWords } from '../../records/booking-words.ts'
import type { Format } from '../../settings/create-format.ts'
import type { BookingBefore } from '../booking-draft.ts'
import { wizardStrings } from './strings.ts'

const words = wizardStrings.changing

type Stop = Pick<z.infer<typeof OfferedStop>, 'name' | 'lower_bound' | 'upper_bound'>

/** What a booking is to become, or has become. */
export type After = {
  pickup: Stop
  dropoff: Stop
  passengers: number
  /** null: masked for the reader */
  wheelchairs: number | null
  price: number
  /** null: not known */
  vehicle: string | null
}

/** One thing that a change makes different; `was` is null for what stays. */
export type Difference = { label: string; was: string | null; is: string }

/** A booking's change in plain words: both windows, the people, the price and the vehicle, as far as they differ. */
export const differences = (before: BookingBefore, after: After, format: Format): Difference[] => {
  const { label } = words
  const found = [
    differing(label.pickup, ...windowsOf(firstPromise(before.pickup), after.pickup, format)),
    differing(label.dropoff, ...windowsOf(firstPromise(before.dropoff), after.dropoff, format)),
    differing(
      label.people,
      peopleOf(before.passenger_count, before.mobility_support),
      peopleOf(after.passengers, after.wheelchairs),
    ),
    differing(label.price, format.money(before.total_price, before.currency), format.money(after.price)),
  ].filter((one) => one !== null)
  const journey = found.length > 0 ? found : [{ label: label.journey, was: null, is: words.sameJourney }]
  const vehicle = vehicleOf(before.vehicle_number, after.vehicle)
  return vehicle === null ? journey : [...journey, vehicle]
}

const firstPromise = ({ name, promised_lower_bound, promised_upper_bound }: BookingBefore['pickup']): Stop => ({
  name,
  lower_bound: promised_lower_bound,
  upper_bound: promised_upper_bound,
})

const differing = (label: string, was: string, is: string): Difference | null =>
  was === is ? null : { label, was, is }

/** The day is said where it changes, and the place where it does. */
const windowsOf = (was: Stop, is: Stop, format: Format): [string, string] => {
  const otherDay = format.day(was.lower_bound) !== format.day(is.lower_bound)
  const text = ({ name, lower_bound, upper_bound }: Stop): string =>
    [
      ...(otherDay ? [format.day(lower_bound)] : []),
      bookingWords.window(format.time(lower_bound), format.time(upper_bound)),
      ...(was.name === is.name ? [] : [name]),
    ].join(', ')
  return [text(was), text(is)]
}

const peopleOf = (passengers: number, wheelchairs: number | null): string =>
  [
    wizardStrings.asked.passengers(passengers),
    ...(wheelchairs === null || wheelchairs === 0 ? [] : [wizardStrings.asked.wheelchairs(wheelchairs)]),
  ].join(', ')

const vehicleOf = (was: string | null, is: string | null): Difference | null => {
  if (was === null || is === null) return null
  return was === is
    ? { label: words.label.vehicle, was: null, is: words.sameVehicle(is) }
    : { label: words.label.vehicle, was, is }
}
