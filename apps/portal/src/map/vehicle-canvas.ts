import type { LngLat } from '@ambit/geo'
import type { Map as StreetMap } from 'maplibre-gl'
import { createGlide } from './glide.ts'
import { createPace } from './pace.ts'
import { paintVehicles, type PlacedVehicle } from './paint-vehicles.ts'
import type { MapPalette } from './palette.ts'
import { prefersStillness } from './reduced-motion.ts'
import classes from './VehicleCanvas.module.css'
import { createVehicleImages, type VehicleLook } from './vehicle-images.ts'

/** Its bearing is in degrees clockwise from north. */
export type MapVehicle = VehicleLook & {
  id: number
  /** the last four characters of the vehicle number */
  label: string
  point: LngLat
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

const FRAME_MS = 33
/** Many vehicles are drawn in fewer steps, 500 of them five times a second. */
const MS_PER_VEHICLE = 0.4
const PULSE_MS = 2000
/** px from a vehicle's middle within which a press means it */
const REACH = 15
/** px around the canvas within which a vehicle is still seen in part */
const EDGE = 30

/**
 * Vehicles on a canvas of their own above the map's: while they move, the map beneath is not drawn again. Without a
 * graphics card each drawing of the map holds the page until the processor has done it.
 */
export const createVehicleCanvas = (map: StreetMap, palette: MapPalette, live: LivePositions) => {
  const sheet = createSheet(map, palette)
  const still = prefersStillness()
  const glide = createGlide(still)
  let vehicles: readonly MapVehicle[] = []
  let placed: readonly PlacedVehicle[] = []
  const paint = (now: number): void => {
    placed = vehicles.flatMap((vehicle) => {
      const { point, bearing } = glide.pose(vehicle.id, now) ?? vehicle
      const { x, y } = map.project([point[0], point[1]])
      if (!sheet.shows(x, y)) return []
      return [{ ...vehicle, x, y, bearing: bearing - map.getBearing(), pulses: vehicle.pulses && !still }]
    })
    sheet.paint(placed, (now % PULSE_MS) / PULSE_MS)
  }
  const step = (now: number): void => {
    for (const { id, point, bearing } of vehicles) {
      const at = live.at(id)
      const pose =
        at === null ? { point, bearing } : { point: [at.longitude, at.latitude] as const, bearing: at.bearing }
      glide.report(id, pose, now)
    }
    paint(now)
    if (glide.moving(now) || placed.some(({ pulses }) => pulses)) pace.wake()
  }
  const pace = createPace(step, () => Math.max(FRAME_MS, vehicles.length * MS_PER_VEHICLE))
  const repaint = (): void => paint(performance.now())
  const resized = (): void => {
    sheet.fit()
    repaint()
  }
  map.on('move', repaint)
  map.on('resize', resized)
  const unsubscribe = live.subscribe(pace.wake)
  return {
    show: (next: readonly MapVehicle[]): void => {
      vehicles = next.toSorted((a, b) => rank(a) - rank(b))
      glide.keepOnly(new Set(next.map(({ id }) => id)))
      pace.wake()
    },
    /** the vehicle that is drawn at a point of the canvas, in px */
    at: (x: number, y: number): number | null => nearest(placed, x, y),
    remove: (): void => {
      unsubscribe()
      pace.stop()
      map.off('move', repaint)
      map.off('resize', resized)
      sheet.remove()
    },
  }
}
export type VehicleCanvas = ReturnType<typeof createVehicleCanvas>

/** The higher is drawn on top. */
const rank = ({ selected, tone }: MapVehicle): number => (selected ? 2 : tone === 'danger' ? 1 : 0)

const nearest = (placed: readonly PlacedVehicle[], x: number, y: number): number | null => {
  const distance = (vehicle: PlacedVehicle): number => Math.hypot(vehicle.x - x, vehicle.y - y)
  const within = placed.filter((vehicle) => distance(vehicle) <= REACH)
  return within.toSorted((a, b) => distance(a) - distance(b))[0]?.id ?? null
}

/** A canvas as large as the map's and right above it, below its pins. */
const createSheet = (map: StreetMap, palette: MapPalette) => {
  const canvas = document.createElement('canvas')
  canvas.className = classes['canvas'] ?? ''
  canvas.ariaHidden = 'true'
  map.getCanvas().after(canvas)
  const pen = canvas.getContext('2d')
  let [width, height, ratio] = [0, 0, devicePixelRatio]
  let images = createVehicleImages(palette, ratio)
  const fit = (): void => {
    ;({ clientWidth: width, clientHeight: height } = map.getCanvas())
    if (ratio !== devicePixelRatio) {
      ratio = devicePixelRatio
      images = createVehicleImages(palette, ratio)
    }
    canvas.width = width * ratio
    canvas.height = height * ratio
    canvas.style.width = `${width}px`
    canvas.style.height = `${height}px`
    pen?.scale(ratio, ratio)
  }
  fit()
  return {
    fit,
    shows: (x: number, y: number): boolean => x > -EDGE && y > -EDGE && x < width + EDGE && y < height + EDGE,
    paint: (placed: readonly PlacedVehicle[], pulse: number): void => {
      if (pen === null) return
      pen.clearRect(0, 0, width, height)
      paintVehicles(pen, placed, { palette, images, ratio }, pulse)
    },
    remove: (): void => canvas.remove(),
  }
}
