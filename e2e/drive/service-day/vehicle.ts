import type { BrowserContext } from '@playwright/test'

type Point = [number, number]
/** Of the manifest, as far as a vehicle needs it. */
type Stop = {
  id: number
  location_name: string
  scheduled_at: string
  point: Point
  leg: { duration_s: number; distance_m: number; path: Point[] } | null
}
type Coordinates = Pick<GeolocationCoordinates, 'latitude' | 'longitude' | 'accuracy' | 'speed' | 'heading'>

/** What the page holds of its vehicle. */
type Road = {
  /** that the screen shows and says to drive to now; null: none */
  stopToDriveTo: () => Stop | null
  tellPlace: (coords: Coordinates, timestamp: number) => void
  vehicle: Vehicle
}
/** To how many stops it was driven, to how many of them without a way, and whether it stands at the one that is shown. */
export type Vehicle = { driven: number; withoutWay: number; isThere: boolean }

/** In a page: hears each manifest that comes, and reads on the screen which of its stops is to be driven to. */
const readStops = (): void => {
  let stops: Stop[] = []
  const ask = fetch.bind(globalThis)
  globalThis.fetch = async (...call) => {
    const answer = await ask(...call)
    if (answer.status === 200 && new URL(answer.url).pathname.endsWith('/manifest'))
      void answer
        .clone()
        .json()
        .then(({ data }: { data: { trip: { trip_stops: Stop[] } } }) => (stops = data.trip.trip_stops))
        .catch(() => undefined)
    return answer
  }
  const stopToDriveTo = (): Stop | null => {
    const buttons = [...document.querySelectorAll('button')].map(({ textContent }) => textContent.trim())
    const main = document.querySelector('main')
    if (main === null || !buttons.includes('Arrived') || main.textContent.includes('Set out in')) return null
    const when = main.querySelector('time')?.getAttribute('datetime')
    const where = main.querySelector('h1 span:last-child')?.textContent ?? ''
    const then = stops.filter(({ scheduled_at }) => scheduled_at === when)
    return then.find(({ location_name }) => location_name.includes(where)) ?? then[0] ?? null
  }
  Object.assign(globalThis, { stopToDriveTo })
}

/** In a page, instead of the phone's own satellites. */
const tellPlaces = (): void => {
  const watching = new Map<number, PositionCallback>()
  let numbers = 0
  const tellPlace = (coords: Coordinates, timestamp: number): void => {
    for (const told of watching.values()) told({ coords, timestamp } as GeolocationPosition) // as far as it is read
  }
  Object.assign(globalThis, { tellPlace })
  Object.defineProperty(navigator, 'geolocation', {
    value: {
      watchPosition: (told: PositionCallback) => {
        watching.set(++numbers, told)
        return numbers
      },
      clearWatch: (number: number) => watching.delete(number),
      getCurrentPosition: () => {},
    },
  })
}

/** In a page: a vehicle that stands at `start` first and drives along the ways of the manifest, as fast as the plan. */
const drive = (start: Point): void => {
  const METRES_OF_A_DEGREE = 111_195
  const TOLD_EVERY_MS = 1000
  const ACCURACY_M = 6
  const USUAL_MPS = 8
  const vehicle = { driven: 0, withoutWay: 0, isThere: false }
  Object.assign(globalThis, { vehicle })
  const { stopToDriveTo, tellPlace } = globalThis as unknown as Road // by the two scripts before

  /** Metres from one place to another, to the east and to the north. */
  const between = ([lng, lat]: Point, [toLng, toLat]: Point): [number, number] => [
    (toLng - lng) * METRES_OF_A_DEGREE * Math.cos((lat * Math.PI) / 180),
    (toLat - lat) * METRES_OF_A_DEGREE,
  ]
  const metres = (one: Point, other: Point): number => Math.hypot(...between(one, other))

  let place = start
  let bearing: number | null = null
  let goal: number | null = null
  let way: Point[] = []
  let mps = USUAL_MPS
  const setOutTo = ({ id, point, leg }: Stop): void => {
    goal = id
    vehicle.driven += 1
    if (leg === null) vehicle.withoutWay += 1
    const path = leg?.path ?? []
    const nearest = path.reduce((best, one, at) => (metres(place, one) < metres(place, path[best]!) ? at : best), 0)
    way = [...path.slice(nearest + 1), point]
    mps = leg === null || leg.duration_s === 0 ? USUAL_MPS : leg.distance_m / leg.duration_s
  }
  /** How far it came, metres. */
  const goOn = (seconds: number): number => {
    let left = mps * seconds
    while (left > 0 && way[0] !== undefined) {
      const [east, north] = between(place, way[0])
      const length = Math.hypot(east, north)
      if (length > 0) bearing = ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
      const share = length <= left ? 1 : left / length
      place = [place[0] + (way[0][0] - place[0]) * share, place[1] + (way[0][1] - place[1]) * share]
      if (share === 1) way.shift()
      left = share === 1 ? left - length : 0
    }
    return mps * seconds - left
  }
  let last = Date.now()
  setInterval(() => {
    const now = Date.now()
    const seconds = (now - last) / 1000
    if (seconds <= 0) return
    last = now
    const stop = stopToDriveTo()
    if (stop !== null && stop.id !== goal) setOutTo(stop)
    const speed = stop === null ? 0 : goOn(seconds) / seconds
    vehicle.isThere = stop !== null && way.length === 0
    const heading = speed > 0 ? bearing : null
    tellPlace({ latitude: place[1], longitude: place[0], accuracy: ACCURACY_M, speed, heading }, now)
  }, TOLD_EVERY_MS)
}

/** Puts every page of the phone into a vehicle that stands at `start`, [longitude, latitude]. */
export const putInVehicle = async (context: BrowserContext, start: Point): Promise<void> => {
  await context.addInitScript(readStops)
  await context.addInitScript(tellPlaces)
  await context.addInitScript(drive, start)
}
