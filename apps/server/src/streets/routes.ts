import { api } from '@ambit/contract'
import { encodeFlexiblePolyline, flatDistance, type LngLat } from '@ambit/geo'
import type { Address } from '@ambit/streets'
import { streetsNow } from '../planning/plan/closures.ts'
import type { Module } from '../http/bind.ts'
import { pointIn } from './point.ts'
import { requireStreets } from './source.ts'

const REVERSE_RADIUS = 300
const MAPS_RESULTS = 10

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

  bind(api.geo.autosuggest, async ({ query }) => {
    const at = query.at === undefined ? undefined : pointIn(query.at, 'at')
    const { addresses } = requireStreets(deps)
    return { items: addresses.suggest(query.q, { at, limit: query.limit }).map((address) => itemOf(address, at)) }
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
