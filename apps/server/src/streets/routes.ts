import { api } from '@ambit/contract'
import { encodeFlexiblePolyline, flatDistance, type LngLat } from '@ambit/geo'
import type { Address } from '@ambit/streets'
import { streetsNow } from '../planning/plan/closures.ts'
import { holds } from '../http/authenticate.ts'
import type { Module } from '../http/bind.ts'
import { regionScope } from '../http/scope.ts'
import { createFindPlaces } from './find-places.ts'
import type { PlaceRecord } from '../places/queries.ts'
import { pointIn } from './point.ts'
import { requireStreets } from './source.ts'

const REVERSE_RADIUS = 300
const MAPS_RESULTS = 10
/** of a place's name in a booking */
const MOST_LETTERS = 255
/** of the place book, before addresses */
const MOST_PLACES_FOUND = 5

export const routes: Module = (bind, deps) => {
  bind(api.geo.routes, async ({ query }) => {
    requireStreets(deps)
    const streets = (await streetsNow(deps, deps.db))! // there are some, as was just required
    const profile = query.transportMode === 'pedestrian' ? 'foot' : 'car'
    const route = streets.route(profile, pointIn(query.origin, 'origin'), pointIn(query.destination, 'destination'))
    if (route === null) {
      return {
        routes: [],
        notices: [{ title: "Route calculation failed: Couldn't find a route.", code: 'noRouteFound' }],
      }
    }
    const wanted = query.return.split(',')
    const duration = Math.round(route.duration)
    const section = {
      id: deps.random.uuid(),
      type: profile === 'foot' ? 'pedestrian' : 'vehicle',
      ...(wanted.includes('polyline') ? { polyline: encodeFlexiblePolyline(route.geometry) } : {}),
      ...(wanted.includes('summary')
        ? { summary: { duration, length: Math.round(route.distance), baseDuration: duration } }
        : {}),
      transport: { mode: query.transportMode },
    }
    return { routes: [{ id: deps.random.uuid(), sections: [section] }] }
  })

  const findPlaces = createFindPlaces(deps.db)

  bind(api.geo.autosuggest, async ({ query: { q, at: near, limit }, actor }) => {
    const at = near === undefined ? undefined : pointIn(near, 'at')
    const { addresses } = requireStreets(deps)
    const reads = await holds(deps, 'TravellerManagement:place:canRead', actor)
    const places = reads
      ? await findPlaces(regionScope(actor), q, { at, limit: Math.min(limit, MOST_PLACES_FOUND) })
      : []
    const found = addresses
      .suggest(q, { at, limit })
      .filter((address) => !places.some((place) => isSame(place, address)))
      .map((address) => itemOf(address, at))
    return { items: [...places.map((place) => placeItem(place, at)), ...found].slice(0, limit) }
  })

  bind(api.geo.revgeocode, async ({ query }) => {
    const at = pointIn(query.at, 'at')
    const { addresses } = requireStreets(deps)
    const found = addresses.reverse(at, { limit: query.limit, radius: REVERSE_RADIUS })
    return { items: found.map((address) => itemOf(address, at)) }
  })

  bind(api.geo.geocode, async ({ query }) => {
    const { addresses } = requireStreets(deps)
    const near = { limit: MAPS_RESULTS, radius: REVERSE_RADIUS }
    return mapsAnswer(addresses.reverse(pointIn(query.latlng, 'latlng'), near))
  })

  bind(api.geo.textSearch, async ({ query }) => {
    const at = query.location === undefined ? undefined : pointIn(query.location, 'location')
    const { addresses } = requireStreets(deps)
    return mapsAnswer(addresses.suggest(query.query, { at, limit: MAPS_RESULTS }))
  })
}

/** So far from its place, a landmark of that name is another one. Metres */
const SAME_M = 300

const isSame = ({ name, point }: PlaceRecord, { title, position }: Address): boolean =>
  name.toLowerCase() === title.toLowerCase() && flatDistance(point, position) < SAME_M

/** An address that begins with the name says it already. */
const labelOf = ({ name, address }: PlaceRecord): string =>
  (address.toLowerCase().startsWith(name.toLowerCase()) ? address : `${name}, ${address}`).slice(0, MOST_LETTERS)

const placeItem = (place: PlaceRecord, at: LngLat | undefined) => {
  const { id, name, target, hours, note } = place
  return {
    title: name,
    id: `place:${id}`,
    resultType: 'place',
    address: { label: labelOf(place) },
    position: { lat: target[1], lng: target[0] },
    ...(at === undefined ? {} : { distance: Math.round(flatDistance(at, target)) }),
    place: { id, hours, note },
  }
}

const mapsAnswer = (found: readonly Address[]) => ({
  status: found.length === 0 ? 'ZERO_RESULTS' : 'OK',
  results: found.map(({ id, label, position: [lng, lat] }) => ({
    formatted_address: label,
    place_id: id,
    geometry: { location: { lat, lng } },
  })),
})

const resultTypes = { street: 'street', house_number: 'houseNumber', place: 'locality', poi: 'place' } as const

const itemOf = (address: Address, at: LngLat | undefined) => {
  const { id, label, title, kind, position, street, house_number, district, city, postcode } = address
  return {
    title,
    id,
    resultType: resultTypes[kind],
    address: {
      label,
      ...(street === undefined ? {} : { street }),
      ...(house_number === undefined ? {} : { houseNumber: house_number }),
      ...(district === undefined ? {} : { district }),
      ...(city === undefined ? {} : { city }),
      ...(postcode === undefined ? {} : { postalCode: postcode }),
    },
    position: { lat: position[1], lng: position[0] },
    ...(at === undefined ? {} : { distance: Math.round(flatDistance(at, position)) }),
  }
}
