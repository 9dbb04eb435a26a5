import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import type { TripManifest, TripStop } from '@ambit/contract'
import type { PhoneMap as DrawnMap } from '@ambit/phone-map'
import { guidanceTo } from '../trip/guidance.ts'
import { metresLeft } from '../trip/arrival.ts'
import { useDrive } from '../ui/drive.tsx'
import styles from './map-of-way.module.css'

/** The map comes by itself once there is a way to show; where it does not come, the screen is whole without it. */
const PhoneMap = lazy((): Promise<{ default: ComponentType<ComponentProps<typeof DrawnMap>> }> =>
  import('@ambit/phone-map').then(
    ({ PhoneMap: map }) => ({ default: map }),
    () => ({ default: () => null }),
  ),
)

/** So much around the vehicle is seen at least and at most. Metres */
const NEAR_M = 250
const FAR_M = 1500

/** The way, the vehicle and the stop on a map, unless the driver has hidden it. */
export const MapOfWay = ({ manifest, stop }: { manifest: TripManifest; stop: TripStop }) => {
  const { state, say, preferences: prefers } = useDrive()
  const { place } = state
  // Once a trip's details are gone its stops have no exact places.
  if (prefers.map === 'hidden' || stop.location_name === '') return null
  const guidance = guidanceTo(stop, place)
  const ahead = guidance?.metres ?? metresLeft(stop, place) ?? FAR_M
  const shown = {
    way: stop.leg?.path ?? [],
    turn: guidance?.kind === 'step' ? guidance.step.point : null,
    stop: stop.point,
    vehicle: place === null ? null : { at: [place.lon, place.lat] as const, bearing: place.bearing },
  }
  return (
    <Suspense fallback={null}>
      <PhoneMap
        label={say('map_of_way')}
        tiles={manifest.map.tiles}
        attribution={manifest.map.attribution}
        shown={shown}
        middle={shown.vehicle?.at ?? shown.way[0] ?? stop.point}
        metres={Math.min(FAR_M, Math.max(NEAR_M, ahead))}
        className={styles[prefers.map === 'dimmed' ? 'dimmed' : 'map']}
      />
    </Suspense>
  )
}
