import type { OdometerMoment, TripWithStops } from '@ambit/contract'

/** A vehicle that drives further than this between two readings is asked about. In units of the odometer */
const FARTHEST = 1500

/** Is it below the last reading, or so far above it that it may be mistyped? */
export const isDoubtful = (last: number | null, reading: number): boolean =>
  last !== null && (reading < last || reading > last + FARTHEST)

/** What a reading at this moment follows; null: none is known. */
export const readingBefore = ({ odometer }: Pick<TripWithStops, 'odometer'>, moment: OdometerMoment): number | null =>
  (moment === 'end' ? odometer?.start : null) ?? odometer?.last ?? null

/** How far the vehicle drove on the trip by its odometer; null: it was not told twice, or makes no sense. */
export const drivenBy = ({ odometer }: Pick<TripWithStops, 'odometer'>): number | null => {
  const { start, end } = odometer ?? {}
  return start == null || end == null || end < start ? null : end - start
}
