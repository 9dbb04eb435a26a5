import { clockTime } from '../dispatch/words.ts'
import type { FieldError } from '../http/errors.ts'
import type { Clash } from './queries.ts'

const OVERLAP = '23P01'

/** The database's own refusal of two schedules at once. */
export const isOverlap = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === OVERLAP

/** Names the other schedule, beside the field that meets it. */
export const clashFault = (clash: Clash): FieldError => {
  const from = clockTime(clash.start_time, clash.time_zone)
  const until = clockTime(clash.end_time, clash.time_zone)
  return {
    pointer: clash.kind === 'vehicle' ? '/vehicle_id' : '/driver_id',
    detail: `${clash.name} is already in schedule ${clash.id} in ${clash.zone_name}, ${from} to ${until}`,
  }
}
