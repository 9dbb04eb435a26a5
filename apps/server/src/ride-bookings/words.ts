import type { Reason } from '@ambit/contract'
import { BY_PHONE } from '../searches/create.ts'

const NO_VEHICLE = 'No vehicle can take you at this time'

/** What stood in the way, as a passenger reads it: without vehicles and other passengers. */
const sentences: Readonly<Record<string, string>> = {
  origin_outside: 'The pick-up is outside of the area that we serve',
  destination_outside: 'The drop-off is outside of the area that we serve from there',
  not_connected: 'We do not drive between these two places',
  no_zone: 'We do not serve this area',
  no_stop_origin: 'There is no stop near enough to the pick-up',
  no_stop_destination: 'There is no stop near enough to the drop-off',
  no_way: 'No road leads from the pick-up to the drop-off',
  no_run: 'No ride goes between these places at this time',
  outside_service_hours: 'There is no service at this time',
  too_soon: 'You cannot be there by this time any more',
  capacity_seats: 'All vehicles are full around this time',
  capacity_wheelchairs: 'All wheelchair spaces are taken around this time',
  too_small_seats: 'No vehicle has so many seats',
  too_small_wheelchairs: 'No vehicle has so many wheelchair spaces',
}

const MOST = 2

/** Why nothing was found. */
export const messageOf = (reasons: readonly Reason[]): string => {
  if (reasons.length === 0) return NO_VEHICLE
  const said = reasons.map(({ code, text }) => (code === BY_PHONE ? text : (sentences[code] ?? NO_VEHICLE)))
  return [...new Set(said)].slice(0, MOST).join('. ')
}
