import type { LngLat } from '@ambit/geo'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { boundsOf, BOOKING_ZOOM, FIT_DELAY } from './bounds.ts'
import { LineLayer } from './LineLayer.tsx'
import { MapView } from './MapView.tsx'
import { type LivePositions, type MapVehicle, VehicleLayer } from './VehicleLayer.tsx'
import { Pin } from './Pin.tsx'
import { wayQuery } from './ways.ts'

export type Journey = {
  origin: { name: string; point: LngLat }
  pickup: { name: string; point: LngLat }
  dropoff: { name: string; point: LngLat }
  destination: { name: string; point: LngLat }
}

const same = (a: LngLat, b: LngLat): boolean => a[0] === b[0] && a[1] === b[1]

type Props = {
  label: string
  journey: Journey
  /** those that drive it */
  vehicles?: readonly MapVehicle[]
  /** newer positions of theirs */
  live?: LivePositions | undefined
  children?: ReactNode
}
const NONE: readonly MapVehicle[] = []

/** A passenger's journey: on foot to the stop, the ride, on foot to the door. Without walking ways, straight lines. */
const JourneyMap = ({ label, journey, vehicles = NONE, live, children }: Props) => {
  const { origin, pickup, dropoff, destination } = journey
  const there = useQuery(wayQuery('pedestrian', origin.point, pickup.point))
  const ride = useQuery(wayQuery('car', pickup.point, dropoff.point))
  const home = useQuery(wayQuery('pedestrian', dropoff.point, destination.point))
  const walks = [
    { points: there.data?.points ?? [origin.point, pickup.point] },
    { points: home.data?.points ?? [dropoff.point, destination.point] },
  ]
  return (
    <MapView
      label={label}
      bounds={boundsOf([origin.point, pickup.point, dropoff.point, destination.point])}
      fitDelay={FIT_DELAY}
      fitZoom={BOOKING_ZOOM}
    >
      <LineLayer
        id="journey-ride"
        look={ride.data == null ? 'link' : 'route'}
        lines={[ride.data ?? { points: [pickup.point, dropoff.point] }]}
      />
      <LineLayer id="journey-walks" look="walk" lines={walks} />
      {children}
      {!same(origin.point, pickup.point) && <Pin look="origin" {...origin} />}
      {!same(dropoff.point, destination.point) && <Pin look="destination" {...destination} />}
      <Pin look="pickup" {...pickup} />
      <Pin look="dropoff" {...dropoff} />
      {vehicles.length > 0 && <VehicleLayer vehicles={vehicles} live={live} />}
    </MapView>
  )
}
export default JourneyMap
