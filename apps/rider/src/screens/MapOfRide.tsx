import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import type { PhoneMap as DrawnMap } from '@ambit/phone-map'
import type { Followed } from '../ride/happening.ts'
import { seenOf } from '../ride/seen.ts'
import { useRide } from '../ui/ride.tsx'
import styles from './map-of-ride.module.css'

/** The map comes by itself once there is something to show; where it does not come, the page is whole without it. */
const PhoneMap = lazy((): Promise<{ default: ComponentType<ComponentProps<typeof DrawnMap>> }> =>
  import('@ambit/phone-map').then(
    ({ PhoneMap: map }) => ({ default: map }),
    () => ({ default: () => null }),
  ),
)

/** Where the vehicle, the stop and the way on foot are. Everything on it is said in words as well. */
export const MapOfRide = ({ ride }: { ride: Followed }) => {
  const { say, config } = useRide()
  const seen = seenOf(ride)
  if (seen === null) return null
  const { stop, vehicle, walk, middle, metres } = seen
  const { tiles, attribution } = config?.map ?? { tiles: null, attribution: null }
  return (
    <Suspense fallback={<div className={styles['place']} />}>
      <PhoneMap
        label={say('map_of_ride')}
        tiles={tiles}
        attribution={attribution}
        shown={{ way: [], walk, turn: null, stop, vehicle: vehicle && { at: vehicle, bearing: null } }}
        middle={middle}
        metres={metres}
        className={styles['map']}
      />
    </Suspense>
  )
}
