import { api, type Place } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { writeCoordinates } from './coordinates.ts'

/** The specification's limit of suggestions. */
export const SUGGESTIONS = 10

/** The geocoder query for a text, results nearest to a point first. */
export const suggestionsQuery = (text: string, at: LngLat) =>
  queryOptions({
    queryKey: ['geo', 'autosuggest', text, at.map((degrees) => degrees.toFixed(2)).join()],
    queryFn: ({ signal }) =>
      client
        .call(api.geo.autosuggest, { query: { q: text, at: `${at[1]},${at[0]}`, limit: SUGGESTIONS }, signal })
        .then(({ items }) =>
          items.map((item): Suggestion => ({
            id: item.id,
            title: item.title,
            label: item.address.label,
            point: [item.position.lng, item.position.lat],
            ...(item.place === undefined ? {} : { place_id: item.place.id }),
          })),
        ),
    staleTime: 60_000,
    enabled: text.length > 1,
  })

/** A place that was found; `place_id`: of the place book */
export type FoundPlace = Place & { place_id?: number | undefined }
export type Suggestion = { id: string; title: string; label: string; point: LngLat; place_id?: number | undefined }
/** Answers a text with places near a point first. */
export type Search = typeof suggestionsQuery

const latLngText = ([lng, lat]: LngLat): string => `${lat},${lng}`

/** The same question to the maps service's place text search. */
export const placesQuery: Search = (text, at) =>
  queryOptions({
    queryKey: ['geo', 'textsearch', text, at.map((degrees) => degrees.toFixed(2)).join()],
    queryFn: ({ signal }) =>
      client
        .call(api.geo.textSearch, { query: { query: text, location: latLngText(at) }, signal })
        .then(({ results }) =>
          results.map(({ formatted_address, place_id, geometry: { location } }): Suggestion => ({
            id: place_id,
            title: formatted_address.split(',')[0] ?? formatted_address,
            label: formatted_address,
            point: [location.lng, location.lat],
          })),
        ),
    staleTime: 60_000,
    enabled: text.length > 1,
  })

/** What the maps service calls a point, `latitude,longitude`; null where there is no address. */
export const addressAtQuery = (latlng: string) =>
  queryOptions({
    queryKey: ['geo', 'geocode', latlng],
    queryFn: ({ signal }) =>
      client
        .call(api.geo.geocode, { query: { latlng }, signal })
        .then(({ results }) => results[0]?.formatted_address ?? null),
    staleTime: Infinity,
  })

/** The address nearest to a point; its coordinates where there is none. */
export const placeAt = async (point: LngLat): Promise<Place> => {
  const { items } = await client
    .call(api.geo.revgeocode, { query: { at: `${point[1]},${point[0]}` } })
    .catch(() => ({ items: [] }))
  return { name: items[0]?.address.label ?? writeCoordinates(point), point: [point[0], point[1]] }
}
