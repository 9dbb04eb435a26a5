import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import type { TripManifest, TripStop } from '@ambit/contract'
import type { WayMap as DrawnMap } from '../map/WayMap.tsx'
import { guidanceTo } from '../trip/guidance.ts'
import { metresLeft } from '../trip/arrival.ts'
import { useDrive } from '../ui/drive.tsx'

/** The map comes by itself once there is a way to show; where it does not come, the screen is whole without it. */
const WayMap = lazy((): Promise<{ default: ComponentType<ComponentProps<typeof DrawnMap>> }> =>
  import('../map/WayMap.tsx').then(
    ({ WayMap: map }) => ({ default: map }),
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
      <WayMap
        label={say('map_of_way')}
        tiles={manifest.map.tiles}
        attribution={manifest.map.attribution}
        shown={shown}
        metres={Math.min(FAR_M, Math.max(NEAR_M, ahead))}
      />
    </Suspense>
  )
}
