import type { LegStep, TripStop } from '@ambit/contract'
import { bearing } from '@ambit/geo'
import type { Place } from '../device/device.ts'
import { metresTo, ofLeg } from '../device/way.ts'

/** What leads to the stop: the next thing to do on the way, or the straight line where none is known or it was left. */
export type Guidance =
  | { kind: 'step'; step: LegStep; number: number; metres: number }
  /** `degrees`: clockwise from north; `turned`: from where the vehicle heads, null where that is not known */
  | { kind: 'line'; degrees: number; turned: number | null; metres: number }

/** Null: the vehicle has arrived, or neither a way nor both places are known. */
export const guidanceTo = (stop: TripStop, place: Place | null): Guidance | null => {
  // Once a trip's details are gone its stops have neither names nor exact places.
  if (stop.arrived_at !== null || stop.location_name === '') return null
  const { leg } = stop
  const steps = leg?.steps ?? []
  // A vehicle that was not on the way yet has nothing to do there.
  const metres = place?.along == null ? 0 : place.along.metres
  if (leg !== null && steps.length > 0 && metres !== null && place?.along?.off !== true) {
    const done = ofLeg(leg, metres)
    let at = 0
    for (const [number, step] of steps.entries()) {
      at += step.distance_m
      if (at > done || number === steps.length - 1)
        return { kind: 'step', step, number, metres: Math.max(0, at - done) }
    }
  }
  if (place === null) return null
  const degrees = bearing([place.lon, place.lat], stop.point)
  const turned = place.bearing === null ? null : (degrees - place.bearing + 360) % 360
  return { kind: 'line', degrees, turned, metres: metresTo(place, stop.point) }
}

export const winds = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'] as const
export type Wind = (typeof winds)[number]

export const windOf = (degrees: number): Wind => winds[Math.round(degrees / 45) % 8] ?? 'north'

/** A distance as it is read at a glance: to ten metres, from a kilometre on to a tenth of one. */
export const glance = (metres: number): { unit: 'm' | 'km'; n: number } => {
  const tens = Math.round(metres / 10) * 10
  return tens < 1000 ? { unit: 'm', n: tens } : { unit: 'km', n: Math.round(metres / 100) / 10 }
}

/** A turn is spoken once from afar, and once more right before it. Metres */
const SPOKEN_AT = [60, 300] as const

/** What of the step is to be spoken now; null: nothing new. */
export const spokenOf = (stop: TripStop, guidance: Guidance | null): string | null => {
  if (guidance?.kind !== 'step') return null
  const reached = SPOKEN_AT.findIndex((from) => guidance.metres <= from)
  return reached < 0 ? null : [stop.id, guidance.number, guidance.step.point.join(), reached].join(' ')
}
