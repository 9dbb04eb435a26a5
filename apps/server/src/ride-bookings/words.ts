import type { Reason } from '@ambit/contract'
import { dayAndTime } from '../planning/plan/format.ts'
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

/** Why nothing was found; `timeZone` is that of the zone that was asked. */
export const messageOf = (reasons: readonly Reason[], timeZone: string | null): string => {
  if (reasons.length === 0) return NO_VEHICLE
  const said = reasons.map((reason) => (reason.code === BY_PHONE ? reason.text : sentenceOf(reason, timeZone)))
  return [...new Set(said)].slice(0, MOST).join('. ')
}

const sentenceOf = (reason: Reason, timeZone: string | null): string =>
  ruleSentence(reason, timeZone) ?? sentences[reason.code] ?? NO_VEHICLE

const timeOf = (value: unknown, timeZone: string | null): string | null =>
  typeof value === 'string' && timeZone !== null ? dayAndTime(new Date(value), timeZone) : null

/** What a booking rule says, with the next moment that works. */
export const ruleSentence = ({ code, figures }: Reason, timeZone: string | null): string | null => {
  const next = timeOf(figures?.['next'], timeZone)
  const then = next === null ? '' : `. The next rides begin ${next}`
  const most = Number(figures?.['most'])
  switch (code) {
    case 'outside_hours': {
      const notice = figures?.['notice']
      return `${typeof notice === 'string' && notice !== '' ? notice.replace(/\.$/, '') : 'We do not drive at this time'}${then}`
    }
    case 'after_cut_off':
      return `Rides at this time had to be booked by ${timeOf(figures?.['until'], timeZone) ?? 'an earlier time'}${then}`
    case 'too_many_open':
      return `You may have at most ${most} ${most === 1 ? 'ride' : 'rides'} ahead${next === null ? '' : `. The first of them ends ${next}`}`
    case 'too_many_people':
      return `At most ${most} ${most === 1 ? 'person' : 'people'} can travel on one booking`
    default:
      return null
  }
}
