import type { LngLat } from '@ambit/geo'
import { Layer, Source, useMap } from '@vis.gl/react-maplibre'
import type { GeoJSONSource } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { createGlide, type Glide } from './glide.ts'
import { usePalette } from './palette-context.ts'
import { prefersStillness } from './reduced-motion.ts'
import { fonts } from './style.ts'
import { useImages } from './use-images.ts'
import { vehicleImages, type VehicleTone } from './vehicle-images.ts'

export type MapVehicle = {
  id: number
  /** the last four characters of the vehicle number */
  label: string
  point: LngLat
  /** degrees clockwise from north */
  bearing: number
  tone: VehicleTone
  /** null: its positions arrive */
  signal: 'lost' | 'lost-long' | null
  /** draws attention to itself, every two seconds */
  pulses: boolean
  selected: boolean
}

/** Newer positions than those of the vehicles, which are drawn without rendering anything. */
export type LivePositions = {
  /** the newest of a vehicle, by its id; null: none has come */
  at: (id: number) => { longitude: number; latitude: number; bearing: number } | null
  /** calls back when vehicles have moved; returns the way to stop */
  subscribe: (moved: () => void) => () => void
}
const standstill: LivePositions = { at: () => null, subscribe: () => () => {} }

const SOURCE = 'vehicles'
const FRAME_MS = 33
/** The map draws all of itself for each step: many vehicles move in fewer steps, 500 of them twice a second. */
const MS_PER_VEHICLE = 1
/** Beyond so many, steps are too far apart to glide. */
const GLIDING_AT_MOST = 80
const PULSE_MS = 2000
const PULSE_STEP_MS = 60
const NONE = { type: 'FeatureCollection' as const, features: [] }
const still = { 'icon-allow-overlap': true, 'icon-ignore-placement': true } as const

/** Vehicles, gliding between their positions. A click chooses one; the list beside the map does so by keyboard. */
export const VehicleLayer = ({
  vehicles,
  live = standstill,
  onChoose,
}: {
  vehicles: readonly MapVehicle[]
  live?: LivePositions | undefined
  /** left out: they are shown only */
  onChoose?: (id: number) => void
}) => {
  const palette = usePalette()
  useImages(vehicleImages(palette))
  useMovement(vehicles, live)
  useChoice(onChoose)
  usePulse(
    vehicles.some((vehicle) => vehicle.pulses),
    Math.max(PULSE_STEP_MS, vehicles.length * MS_PER_VEHICLE),
  )
  return (
    <Source id={SOURCE} type="geojson" data={NONE}>
      <Layer
        id="vehicle-pulse"
        type="circle"
        filter={['get', 'pulses']}
        paint={{
          'circle-color': palette.danger,
          'circle-radius': 10,
          'circle-opacity': 0,
          // Each step would be blended into the next, frame by frame.
          'circle-radius-transition': { duration: 0 },
          'circle-opacity-transition': { duration: 0 },
        }}
      />
      <Layer
        id="vehicle-chosen"
        type="circle"
        filter={['get', 'selected']}
        paint={{
          'circle-radius': 19,
          'circle-color': palette.live,
          'circle-opacity': 0.18,
          'circle-stroke-color': palette.live,
          'circle-stroke-width': 1.5,
        }}
      />
      <Layer
        id="vehicle-signal"
        type="symbol"
        filter={['!=', ['get', 'signal'], '']}
        layout={{ ...still, 'icon-image': ['get', 'signal'] }}
      />
      <Layer
        id="vehicle-body"
        type="symbol"
        layout={{
          ...still,
          'icon-image': ['get', 'body'],
          'icon-rotate': ['get', 'bearing'],
          'icon-rotation-alignment': 'map',
          'symbol-sort-key': ['get', 'rank'],
        }}
      />
      <Layer
        id="vehicle-mark"
        type="symbol"
        layout={{
          ...still,
          'icon-image': ['get', 'mark'],
          'text-field': ['get', 'label'],
          'text-font': fonts.semibold,
          'text-size': 11,
          'text-anchor': 'top',
          'text-offset': [0, 1.15],
          'text-optional': true,
          'symbol-sort-key': ['get', 'rank'],
        }}
        paint={{ 'text-color': palette.labelStrong, 'text-halo-color': palette.halo, 'text-halo-width': 1.5 }}
      />
    </Source>
  )
}

/** Draws at most 30 times a second, and only while something moves. */
const useMovement = (vehicles: readonly MapVehicle[], live: LivePositions): void => {
  const { current: map } = useMap()
  const latest = useRef(vehicles)
  const wake = useRef<() => void>(() => {})
  useEffect(() => {
    if (map === undefined) return
    const moves = createGlide(prefersStillness())
    let timer: ReturnType<typeof setTimeout> | undefined
    let frame = 0
    let drawn = -Infinity
    const draw = (now: number): void => {
      frame = 0
      const source = map.getSource<GeoJSONSource>(SOURCE)
      if (source === undefined) return next(FRAME_MS)
      drawn = now
      const known = latest.current.map((vehicle) => moved(vehicle, live))
      const gliding = known.length <= GLIDING_AT_MOST
      moves.keepOnly(gliding ? new Set(known.map(({ id }) => id)) : new Set())
      if (gliding) for (const { id, point, bearing } of known) moves.report(id, { point, bearing }, now)
      void source.setData(featuresOf(known, moves, now))
      if (gliding && moves.moving(now)) next(FRAME_MS)
    }
    const next = (pause: number): void => {
      if (timer !== undefined || frame !== 0) return
      timer = setTimeout(() => {
        timer = undefined
        frame = requestAnimationFrame(draw)
      }, pause)
    }
    wake.current = () => {
      const pause = Math.max(FRAME_MS, latest.current.length * MS_PER_VEHICLE)
      next(Math.max(0, drawn + pause - performance.now()))
    }
    wake.current()
    const stop = live.subscribe(wake.current)
    return () => {
      stop()
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
  }, [map, live])
  useEffect(() => {
    latest.current = vehicles
    wake.current()
  }, [vehicles])
}

const moved = (vehicle: MapVehicle, live: LivePositions): MapVehicle => {
  const at = live.at(vehicle.id)
  return at === null ? vehicle : { ...vehicle, point: [at.longitude, at.latitude], bearing: at.bearing }
}

const featuresOf = (vehicles: readonly MapVehicle[], glide: Glide, now: number) => ({
  type: 'FeatureCollection' as const,
  features: vehicles.map((vehicle) => {
    const pose = glide.pose(vehicle.id, now) ?? vehicle
    return {
      type: 'Feature' as const,
      id: vehicle.id,
      properties: {
        id: vehicle.id,
        label: vehicle.label,
        body: `vehicle-${vehicle.tone}`,
        mark: `mark-${vehicle.tone}`,
        bearing: pose.bearing,
        signal: vehicle.signal === null ? '' : `signal-${vehicle.signal}`,
        pulses: vehicle.pulses,
        selected: vehicle.selected,
        rank: vehicle.selected ? 2 : vehicle.tone === 'danger' ? 1 : 0,
      },
      geometry: { type: 'Point' as const, coordinates: [...pose.point] },
    }
  }),
})

const useChoice = (onChoose: ((id: number) => void) | undefined): void => {
  const { current: map } = useMap()
  const choose = useEffectEvent((id: number) => onChoose?.(id))
  const offered = onChoose !== undefined
  useEffect(() => {
    if (map === undefined || !offered) return
    const inner = map.getMap()
    const pick = inner.on('click', 'vehicle-body', ({ features }) => {
      const id: unknown = features?.[0]?.properties['id']
      if (typeof id === 'number') choose(id)
    })
    const point = (cursor: string) => () => {
      inner.getCanvas().style.cursor = cursor
    }
    const enter = inner.on('mouseenter', 'vehicle-body', point('pointer'))
    const leave = inner.on('mouseleave', 'vehicle-body', point(''))
    return () => {
      pick.unsubscribe()
      enter.unsubscribe()
      leave.unsubscribe()
    }
  }, [map, offered])
}

/** `step` in ms: each step draws the whole map */
const usePulse = (wanted: boolean, step: number): void => {
  const { current: map } = useMap()
  useEffect(() => {
    if (map === undefined || !wanted || prefersStillness()) return
    const started = performance.now()
    const timer = setInterval(() => {
      const inner = map.getMap()
      if (document.hidden || inner.getLayer('vehicle-pulse') === undefined) return
      const share = ((performance.now() - started) % PULSE_MS) / PULSE_MS
      inner.setPaintProperty('vehicle-pulse', 'circle-radius', 9 + 16 * share)
      inner.setPaintProperty('vehicle-pulse', 'circle-opacity', 0.45 * (1 - share))
    }, step)
    return () => clearInterval(timer)
  }, [map, wanted, step])
}
