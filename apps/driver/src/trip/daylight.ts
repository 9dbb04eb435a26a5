const DAY_MS = 86_400_000
/** noon of 1 January 2000 UTC, from which almanacs count */
const J2000_MS = Date.UTC(2000, 0, 1, 12)
/** How far below the horizon the sun's middle is when its edge touches it, bent by the air. degrees */
const HORIZON = -0.833

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const sin = (degrees: number): number => Math.sin(radians(degrees))
const cos = (degrees: number): number => Math.cos(radians(degrees))

/**
 * Whether the sun is down at a place, by the low-precision formulas of the Astronomical Almanac: within a minute or two
 * of sunrise and sunset. `at`: ms; the place in degrees.
 */
export const isNight = (at: number, [lng, lat]: readonly [number, number]): boolean => {
  const days = (at - J2000_MS) / DAY_MS
  const anomaly = 357.529 + 0.98560028 * days
  const longitude = 280.459 + 0.98564736 * days + 1.915 * sin(anomaly) + 0.02 * sin(2 * anomaly)
  const tilt = 23.439 - 0.00000036 * days
  const ascension = (Math.atan2(cos(tilt) * sin(longitude), cos(longitude)) * 180) / Math.PI
  const declination = (Math.asin(sin(tilt) * sin(longitude)) * 180) / Math.PI
  const sidereal = 15 * (18.697374558 + 24.06570982441908 * days)
  const hour = sidereal + lng - ascension
  const height = sin(lat) * sin(declination) + cos(lat) * cos(declination) * cos(hour)
  return height < sin(HORIZON)
}
