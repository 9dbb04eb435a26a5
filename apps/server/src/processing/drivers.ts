import { api, type ProcessingKind } from '@ambit/contract'
import type { Definition } from './definition.ts'

const WITH_DRIVER = 'The trips stay. The name goes together with the driver’s record, which is kept as follows.'

export const ofDrivers: Readonly<
  Record<
    Extract<
      ProcessingKind,
      | 'dispatch_actions'
      | 'driver_actions'
      | 'driver_messages'
      | 'drivers'
      | 'exceptions'
      | 'positions'
      | 'trips'
      | 'vehicle_checks'
    >,
    Definition
  >
> = {
  drivers: {
    people: 'drivers',
    name: 'Drivers',
    data: 'Name, username, e-mail, phone, PIN as a hash, region, and whether they may drive.',
    purpose: 'To give drivers their trips, to let them sign in, and to reach them on the road.',
    read: [{ by: [api.drivers.list.access] }],
    sent: [],
    rules: ['drivers'],
    tables: ['drivers'],
  },
  trips: {
    people: 'drivers',
    name: 'Schedules and trips',
    data: 'Who drives which vehicle when, with breaks, stops, times of arrival, and what was changed by whom.',
    purpose: 'To plan the service, to drive it, and to see whether it was on time.',
    read: [{ by: [api.servicePlans.list.access, api.trips.list.access, api.tripItineraries.list.access] }],
    also: 'Drivers, of their own',
    sent: [],
    rules: ['drivers'],
    kept: WITH_DRIVER,
    tables: ['service_plans', 'trips', 'trip_stops', 'trip_histories'],
  },
  positions: {
    people: 'drivers',
    name: 'Positions of vehicles',
    data: 'Where a vehicle was on a trip, when, how fast and in which direction: so also where its driver was.',
    purpose: 'To estimate arrivals, to send help, and to look into complaints and accidents.',
    read: [{ by: [api.trips.active.access, api.trips.show.access] }],
    sent: [],
    rules: ['positions_thinned', 'positions'],
    tables: ['positions', 'trip_monitors'],
  },
  driver_actions: {
    people: 'drivers',
    name: 'Drivers’ taps',
    data: 'What drivers entered on a trip and when: signing on, checks of the vehicle, arrivals, departures, boardings, no-shows, fares, set-downs, and where their device was; the answer they got, and what dispatch made of it.',
    purpose:
      'To keep what happened on the road, also where it was sent late or twice, and to let a driver take back what was entered by mistake.',
    read: [{ by: [api.trips.driverActions.access] }],
    also: 'Drivers, of their own',
    sent: [],
    rules: ['driver_actions'],
    tables: ['driver_actions', 'trip_devices'],
  },
  vehicle_checks: {
    people: 'drivers',
    name: 'Checks of vehicles',
    data: 'What a driver answered to a checklist on a trip and when, with notes and photos, and who released the vehicle why.',
    purpose: 'To know that vehicles are fit to be driven, and to have repaired what is not.',
    read: [{ by: [api.vehicleChecks.list.access] }],
    sent: [],
    rules: ['vehicle_checks'],
    kept: 'A photo goes with the last check or note that shows it, and after 2 days where none ever did. Staff may remove one before, with a reason. The app asks for no faces and no passengers, and where it was taken is removed from it.',
    tables: ['vehicle_checks', 'driver_photos'],
  },
  driver_messages: {
    people: 'drivers',
    name: 'Messages between drivers and dispatch',
    data: 'Texts that drivers and dispatchers wrote to each other on a trip, and when they were delivered and read.',
    purpose: 'To talk to drivers on the road, and to look into what was said.',
    read: [{ by: [api.driverMessages.list.access] }],
    also: 'Drivers, of their own',
    sent: [],
    rules: ['driver_messages'],
    tables: ['driver_messages', 'broadcasts', 'thread_answers'],
  },
  exceptions: {
    people: 'drivers',
    name: 'Emergencies, incidents and what else needs attention',
    data: 'Who called for help or reported what, when and where, how many people were on board, which trips and bookings ran late or out of sight, who was on duty, what was muted, who answered how, and what was handed over.',
    purpose: 'To help drivers and passengers at once, and to look into what happened.',
    read: [{ by: [api.exceptions.list.access] }],
    also: 'Drivers, whether theirs were seen',
    sent: [],
    rules: ['exceptions'],
    kept: 'Who was on duty, what was muted and what was handed over: a year. How far what may become an exception came: 14 days.',
    tables: [
      'exceptions',
      'exception_changes',
      'interruptions',
      'exception_figures',
      'exception_mutes',
      'watches',
      'presences',
      'handovers',
    ],
  },
  dispatch_actions: {
    people: 'staff',
    name: 'Actions of dispatchers, their effects, and promises broken on purpose',
    data: 'Who changed a plan how, when and why, what it did to each booking, what was undone, which bookings are pinned and vehicles paused by whom, and who approved that a promise was broken.',
    purpose: 'To undo what was done by mistake, and to answer for what was decided about passengers and drivers.',
    read: [{ by: [api.dispatchActions.list.access, api.overrides.list.access] }],
    sent: [],
    rules: ['dispatch_actions'],
    tables: ['dispatch_actions', 'booking_pins', 'booking_bans', 'vehicle_pauses', 'overrides'],
  },
}
