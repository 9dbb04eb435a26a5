import { counted } from '@ambit/domain'
import type { StrategyConfiguration } from '@ambit/contract'

type Choice = 'walk_ons' | 'no_show_approval' | 'passenger_calls' | 'driver_sees'
type Figure = Exclude<keyof StrategyConfiguration, 'door_to_door' | Choice>

type Look = {
  unit: string
  min: number
  max: number
  step: number
  digits?: number
  /** what the figure does, said with its value */
  effect: (value: number, strategy: StrategyConfiguration) => string
}

const minutes = (value: number): string => counted(value, 'minute')
const seconds = (value: number): string => counted(value, 'second')

/** A ride that takes ten minutes directly makes the rule of detours plain. */
const SAMPLE_RIDE = 10

export const figures: Record<Figure, Look> = {
  max_walk_m: {
    unit: 'm',
    min: 0,
    max: 5000,
    step: 50,
    effect: (value) => `A passenger walks at most ${value} m to or from a stop.`,
  },
  pickup_window_minutes: {
    unit: 'min',
    min: 0,
    max: 120,
    step: 1,
    effect: (value) => `The pick-up is promised within a window of ${minutes(value)}.`,
  },
  dropoff_window_minutes: {
    unit: 'min',
    min: 0,
    max: 120,
    step: 1,
    effect: (value) => `The drop-off is promised within a window of ${minutes(value)}.`,
  },
  max_detour_factor: {
    unit: '×',
    min: 1,
    max: 10,
    step: 0.1,
    digits: 2,
    effect: (value, { max_detour_minutes }) =>
      `A ride of ${minutes(SAMPLE_RIDE)} without detours takes at most ${minutes(Math.round((SAMPLE_RIDE * value + max_detour_minutes) * 10) / 10)} shared.`,
  },
  max_detour_minutes: {
    unit: 'min',
    min: 0,
    max: 240,
    step: 1,
    effect: (value) => `Every ride may take ${minutes(value)} longer on top of the factor.`,
  },
  secure_minutes: {
    unit: 'min',
    min: 0,
    max: 240,
    step: 1,
    effect: (value) => `From ${minutes(value)} before its pick-up a booking stays on its vehicle.`,
  },
  wait_minutes: {
    unit: 'min',
    min: 0,
    max: 60,
    step: 1,
    effect: (value) => `A driver waits ${minutes(value)} before a no-show may be declared.`,
  },
  dwell_stop_s: {
    unit: 's',
    min: 0,
    max: 900,
    step: 5,
    effect: (value) => `Pulling in and out of a stop takes ${seconds(value)}.`,
  },
  dwell_passenger_s: {
    unit: 's',
    min: 0,
    max: 300,
    step: 5,
    effect: (value) => `Each passenger takes ${seconds(value)} to get on or off.`,
  },
  dwell_wheelchair_s: {
    unit: 's',
    min: 0,
    max: 900,
    step: 5,
    effect: (value) => `Each wheelchair takes ${seconds(value)} to get on or off.`,
  },
  max_wait_minutes: {
    unit: 'min',
    min: 0,
    max: 240,
    step: 5,
    effect: (value) => `Rides are offered up to ${minutes(value)} from the requested time.`,
  },
  booking_horizon_days: {
    unit: 'days',
    min: 1,
    max: 365,
    step: 1,
    effect: (value) => `Rides can be booked up to ${counted(value, 'day')} ahead.`,
  },
  vehicle_time_weight: {
    unit: '',
    min: 0,
    max: 1,
    step: 0.05,
    digits: 2,
    effect: (value) =>
      `Offers weigh driving at ${Math.round(value * 100)} % and passengers’ time at ${Math.round((1 - value) * 100)} %; planning within what was promised weighs their time half as much.`,
  },
  route_slack_minutes: {
    unit: 'min',
    min: 0,
    max: 60,
    step: 1,
    effect: (value) =>
      value === 0
        ? 'A vehicle on a route keeps its timetable to the minute.'
        : `A vehicle on a route may fall ${minutes(value)} behind its timetable for passengers.`,
  },
  staging_after_minutes: {
    unit: 'min',
    min: 0,
    max: 240,
    step: 1,
    effect: (value) => `A vehicle with nothing to do goes to a staging stop after ${minutes(value)}.`,
  },
  override_limit_minutes: {
    unit: 'min',
    min: 0,
    max: 240,
    step: 5,
    effect: (value) =>
      value === 0
        ? 'No promise may be broken on purpose.'
        : `Whoever may override makes a passenger at most ${minutes(value)} late.`,
  },
}

type Group = { title: string; figures: readonly Figure[] }

export const figureGroups: readonly Group[] = [
  {
    title: 'Promises',
    figures: [
      'max_walk_m',
      'pickup_window_minutes',
      'dropoff_window_minutes',
      'max_wait_minutes',
      'override_limit_minutes',
    ],
  },
  { title: 'Detours', figures: ['max_detour_factor', 'max_detour_minutes', 'vehicle_time_weight'] },
  { title: 'At the stop', figures: ['dwell_stop_s', 'dwell_passenger_s', 'dwell_wheelchair_s', 'wait_minutes'] },
  { title: 'Vehicles', figures: ['route_slack_minutes', 'staging_after_minutes'] },
  { title: 'Booking', figures: ['booking_horizon_days', 'secure_minutes'] },
]

export const doorEffect = (on: boolean): string =>
  on
    ? 'Vehicles come to the door; passengers need not walk to a stop.'
    : 'Passengers are picked up and dropped off at stops.'

type Options = { [K in Choice]: Record<NonNullable<StrategyConfiguration[K]>, { label: string; effect: string }> }

/** What drivers do at a stop, with what each choice means. */
export const choices: Options = {
  walk_ons: {
    off: { label: 'Not taken', effect: 'Drivers take nobody along who did not book.' },
    listed_stops: {
      label: 'At stops of the trip',
      effect: 'Drivers take passengers along who did not book, where the vehicle stands at a stop of its trip.',
    },
    anywhere: { label: 'Anywhere', effect: 'Drivers take passengers along who did not book, anywhere on the way.' },
  },
  no_show_approval: {
    driver: { label: 'The driver declares', effect: 'A driver declares a no-show once the wait is over.' },
    dispatcher: {
      label: 'A dispatcher approves',
      effect: 'A no-show waits up to 3 minutes for a dispatcher. Without a signal it is the driver’s at once.',
    },
  },
  passenger_calls: {
    direct: {
      label: 'By the driver',
      effect: 'Drivers call passengers themselves. The number stays in the call list of their phone.',
    },
    dispatch: { label: 'By dispatch', effect: 'Drivers call dispatch, and never see a passenger’s number.' },
    off: { label: 'None', effect: 'Nobody is called from the driver’s app.' },
  },
  driver_sees: {
    short_name: { label: 'First name and initial', effect: 'Drivers see a passenger as “Maria S.”.' },
    full_name: { label: 'Full name', effect: 'Drivers see a passenger as “Maria Silva”.' },
  },
}
export const choiceNames = [
  'walk_ons',
  'no_show_approval',
  'passenger_calls',
  'driver_sees',
] as const satisfies Choice[]
