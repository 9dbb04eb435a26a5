import type { CheckLabel, TripManifest } from '@ambit/contract'
import { type DeedRefusal, waits } from '@ambit/domain'
import type { Say } from '../texts/catalogue.ts'
import type { Times } from '../texts/times.ts'
import { nameOf } from './details.ts'
import { MINUTE_MS, type Rider } from './stop-view.ts'

/** Names of those bookings of the trip, each once; by number while names are not to be shown. */
const namesOf = (manifest: TripManifest, which: (rider: Rider) => boolean, say: Say, now: number): string => {
  const riders = manifest.trip.trip_stops.flatMap(({ boardings, alightings }) => [...boardings, ...alightings])
  const ids = [...new Set(riders.filter(which).map(({ id }) => id))]
  return ids.map((id, at) => nameOf(manifest, id, now) ?? say('passenger', { n: at + 1 })).join(', ')
}

type Told = { manifest: TripManifest; say: Say; label: (label: CheckLabel) => string; times: Times; now: number }

/** Why something cannot be done now, in the driver's language. */
export const refusalText = (refusal: DeedRefusal, { manifest, say, label, times, now }: Told): string => {
  switch (refusal.code) {
    case 'sign_on_from':
      return say('sign_on_from', { time: times.clock(refusal.at) })
    case 'wait_until':
      // What may be done at 9:05:20 is possible at 9:06 by a clock without seconds.
      return say('refused_wait_until', { time: times.clock(Math.ceil(refusal.at / MINUTE_MS) * MINUTE_MS) })
    case 'dispatch_thinks':
      return say('refused_dispatch_thinks', { time: times.clock(Math.ceil(refusal.at / MINUTE_MS) * MINUTE_MS) })
    case 'check_incomplete':
    case 'check_needs_note':
    case 'vehicle_check_failed':
      return say(`refused_${refusal.code}`, { item: label(refusal.item) })
    case 'not_boarded':
      return say('still_to_board', { name: refusal.name || say('passenger', { n: 1 }) })
    case 'not_set_down':
      return say('still_on_board', { name: refusal.name || say('passenger', { n: 1 }) })
    case 'on_board':
      return say('refused_on_board', {
        names: namesOf(manifest, ({ status }) => status === 'on_board', say, now),
      })
    case 'left_to_pick_up':
      return say('refused_left_to_pick_up', { names: namesOf(manifest, waits, say, now) })
    default:
      return say(`refused_${refusal.code}`)
  }
}
