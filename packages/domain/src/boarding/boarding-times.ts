import { type AidKind, type BoardingTimes, type MobilityAid, type VehicleNeed, vehicleNeeds } from '@ambit/contract'

export type TimedAid = Pick<MobilityAid, 'id' | 'seats' | 'wheelchair_spaces'> & BoardingTimes

export type Boarding = {
  /** on seats and in wheelchair spaces */
  people: number
  wheelchairs: number
  aids: readonly TimedAid[]
  /** of the passenger, in place of those of the aids that the profile holds; null: as the aids say */
  own: { times: BoardingTimes; aids: readonly number[] } | null
}

/** Of somebody without an aid, and of a wheelchair that no aid tells of. */
export type UsualTimes = { none: BoardingTimes; wheelchair: BoardingTimes }

/**
 * How long everybody of a booking takes to get in and out, beside what the stop takes; null where nobody has an aid or
 * times of their own, and the zone's strategy counts.
 */
export const boardingTimesOf = (boarding: Boarding, usual: UsualTimes): BoardingTimes | null => {
  const { people, wheelchairs, aids, own } = boarding
  if (aids.length === 0 && own === null) return null
  const counted = own === null ? aids : withoutHeld(aids, own.aids)
  const places = counted.filter(({ seats, wheelchair_spaces }) => seats + wheelchair_spaces > 0).length
  const unnamed = Math.max(0, wheelchairs - spacesOf(aids))
  const others = Math.max(0, people - (own === null ? 0 : 1) - places - unnamed)
  const sum = (end: keyof BoardingTimes): number =>
    (own?.times[end] ?? 0) +
    counted.reduce((seconds, aid) => seconds + aid[end], 0) +
    unnamed * usual.wheelchair[end] +
    others * usual.none[end]
  return { load_s: sum('load_s'), unload_s: sum('unload_s') }
}

/** Wheelchair spaces that the aids take. */
export const spacesOf = (aids: readonly Pick<MobilityAid, 'wheelchair_spaces'>[]): number =>
  aids.reduce((spaces, { wheelchair_spaces }) => spaces + wheelchair_spaces, 0)

/** What the vehicle has to take. */
export const needsOf = (kinds: readonly AidKind[]): VehicleNeed[] => vehicleNeeds.filter((need) => kinds.includes(need))

/** Each of those held stands for one. */
const withoutHeld = (aids: readonly TimedAid[], held: readonly number[]): TimedAid[] => {
  const left = [...held]
  return aids.filter(({ id }) => {
    const at = left.indexOf(id)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
