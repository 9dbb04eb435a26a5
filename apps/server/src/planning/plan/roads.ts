import type { LngLat } from '@ambit/geo'
import type { Steps } from '@ambit/streets'

export type Profile = 'car' | 'foot'
export type Table = { duration: Float32Array | Float64Array; distance: Float32Array | Float64Array }

/** The part of the street data that planning needs. Durations in seconds, distances in metres, Infinity without a way. */
export type Roads = {
  /** row-major: sources × targets */
  table: (profile: Profile, sources: readonly LngLat[], targets: readonly LngLat[]) => Table
  /** the same in steps, where others have to be served meanwhile */
  tableInSteps: (profile: Profile, sources: readonly LngLat[], targets: readonly LngLat[]) => Steps<Table>
  /** one source against targets that are prepared once */
  targets: (profile: Profile, points: readonly LngLat[]) => { from: (point: LngLat) => Table }
}
