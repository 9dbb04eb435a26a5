import type { RideWalks } from '@ambit/contract'
import type { Followed } from '../ride/happening.ts'
import { seenOf } from '../ride/seen.ts'
import { useRide } from '../ui/ride.tsx'
import { DrawnMap } from './DrawnMap.tsx'

type Props = {
  ride: Followed
  /** left out, or null: they are not known */
  walks?: RideWalks | null
}

/** Where the vehicle, the stop and the way on foot are. Everything on it is said in words as well. */
export const MapOfRide = ({ ride, walks = null }: Props) => {
  const { say } = useRide()
  const seen = seenOf(ride, walks)
  if (seen === null) return null
  const { stop, vehicle, walk, middle, metres } = seen
  const shown = { way: [], walk, turn: null, stop, vehicle: vehicle && { at: vehicle, bearing: null } }
  return <DrawnMap label={say('map_of_ride')} shown={shown} middle={middle} metres={metres} />
}
