import type { PolygonIndex } from '@ambit/geo'
import type { Steps } from '../walking/steps.ts'

export type LngLat = readonly [lng: number, lat: number]

/** An address as it is shown and stored: a street, a house in it, a place (suburb, town) or a landmark. */
export type Address = {
  /** Stable for one build of the street data */
  id: string
  /** One line with everything that tells it from others: "12 Ocean Street, Eastbeach, Port Halloran 4991" */
  label: string
  /** The short form: "12 Ocean Street" */
  title: string
  kind: 'street' | 'house_number' | 'place' | 'poi'
  position: LngLat
  street?: string
  house_number?: string
  district?: string
  city?: string
  postcode?: string
}

export type SuggestOptions = { at?: LngLat | undefined; limit?: number | undefined }
/** `radius` in metres */
export type ReverseOptions = { limit?: number | undefined; radius?: number | undefined }

/** Every house number as a row, for questions about many at once. */
export type Houses = {
  count: number
  at: (house: number) => LngLat
  /** The houses inside at least one of the polygons, rising */
  inside: (polygons: readonly PolygonIndex[]) => Steps<Int32Array>
}

export type AddressIndex = {
  houses: Houses
  /** What a person may mean by the text, best first; near `at` before far from it. */
  suggest: (query: string, options?: SuggestOptions) => Address[]
  /** The nearest addresses, nearest first: houses, streets and landmarks. Default: one within 300 m. */
  reverse: (point: LngLat, options?: ReverseOptions) => Address[]
  /** Every house number of the data, in no particular order */
  houseNumbers: () => IterableIterator<Address>
  streets: () => Address[]
  /** Towns, villages and suburbs */
  places: () => Address[]
  /** Landmarks, all of them or those of one kind ("hospital", "station", "supermarket") */
  landmarks: (what?: string) => Address[]
}
