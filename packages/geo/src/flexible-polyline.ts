/**
 * The flexible polyline format, version 1: a string of URL-safe characters for a line with an optional third dimension.
 * Source: HERE's published description and reference decoder. On the wire latitude comes before longitude; the values
 * here have longitude first, as in GeoJSON.
 */
const FORMAT_VERSION = 1
const DEFAULT_PRECISION = 5
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const MAX_PRECISION = 15

/** Kind of the third number: 0 absent, 1 level, 2 altitude, 3 elevation, 6 and 7 custom (4 and 5 are reserved) */
export type ThirdDimension = 0 | 1 | 2 | 3 | 6 | 7
/** [longitude, latitude] or [longitude, latitude, third] */
export type PolylinePoint = readonly [number, number] | readonly [number, number, number]

export type FlexiblePolyline = {
  polyline: PolylinePoint[]
  precision: number
  third_dimension: ThirdDimension
  third_dimension_precision: number
}
export type FlexiblePolylineOptions = {
  /** Decimal places of the degrees, 0 to 15 */
  precision?: number
  third_dimension?: ThirdDimension
  /** Decimal places of the third dimension, 0 to 15 */
  third_dimension_precision?: number
}

export type PolylineErrorMessage =
  | 'Invalid encoding'
  | 'Invalid format version'
  | 'Invalid encoding. Premature ending reached'

export class PolylineError extends Error {
  constructor(message: PolylineErrorMessage) {
    super(message)
    this.name = 'PolylineError'
  }
}

// Values are BigInt: at precision 15 a longitude is beyond the integers that a number holds exactly.
const encodeUnsigned = (value: bigint): string => {
  let rest = value
  let text = ''
  while (rest > 0x1fn) {
    text += ALPHABET[Number(rest & 0x1fn) | 0x20]!
    rest >>= 5n
  }
  return text + ALPHABET[Number(rest)]!
}

// The sign goes to the lowest bit, so that small negative steps stay short.
const encodeSigned = (value: bigint): string => encodeUnsigned(value < 0n ? (-value << 1n) - 1n : value << 1n)
const fromSigned = (value: bigint): bigint => ((value & 1n) === 1n ? -((value + 1n) >> 1n) : value >> 1n)

const checkPrecision = (name: string, value: number): void => {
  if (!Number.isInteger(value) || value < 0 || value > MAX_PRECISION) {
    throw new RangeError(`${name} must be a whole number from 0 to ${MAX_PRECISION}`)
  }
}

const isThirdDimension = (value: number): value is ThirdDimension =>
  value === 0 || value === 1 || value === 2 || value === 3 || value === 6 || value === 7

/** Throws RangeError for a precision or third dimension outside the format. */
export const encodeFlexiblePolyline = (
  points: readonly PolylinePoint[],
  options: FlexiblePolylineOptions = {},
): string => {
  const precision = options.precision ?? DEFAULT_PRECISION
  const third = options.third_dimension ?? 0
  const thirdPrecision = options.third_dimension_precision ?? 0
  checkPrecision('precision', precision)
  checkPrecision('third_dimension_precision', thirdPrecision)
  if (!isThirdDimension(third)) throw new RangeError('third_dimension must be one of 0, 1, 2, 3, 6, 7')

  const scales = [10 ** precision, 10 ** precision, 10 ** thirdPrecision]
  const last = [0n, 0n, 0n]
  const header = (thirdPrecision << 7) | (third << 4) | precision
  let text = encodeUnsigned(BigInt(FORMAT_VERSION)) + encodeUnsigned(BigInt(header))
  for (const [lng, lat, z = 0] of points) {
    const values = third === 0 ? [lat, lng] : [lat, lng, z]
    values.forEach((value, axis) => {
      const scaled = BigInt(Math.round(value * scales[axis]!))
      text += encodeSigned(scaled - last[axis]!)
      last[axis] = scaled
    })
  }
  return text
}

const decodeUnsignedValues = (text: string): bigint[] => {
  const values: bigint[] = []
  let value = 0n
  let shift = 0n
  for (const character of text) {
    const digit = ALPHABET.indexOf(character)
    if (digit < 0) throw new PolylineError('Invalid encoding')
    value |= BigInt(digit & 0x1f) << shift
    if ((digit & 0x20) === 0) {
      values.push(value)
      value = 0n
      shift = 0n
    } else {
      shift += 5n
      // No value of the format needs more than 64 bits: stop before a hostile text builds a number of its own length.
      if (shift > 65n) throw new PolylineError('Invalid encoding')
    }
  }
  if (shift > 0n) throw new PolylineError('Invalid encoding')
  return values
}

/**
 * Throws PolylineError: 'Invalid encoding' for characters or numbers that the format does not have (a last number
 * that is not finished too, as in the reference decoder), 'Invalid format version' for a version other than 1,
 * 'Invalid encoding. Premature ending reached' when the header or the last point lacks a number.
 */
export const decodeFlexiblePolyline = (text: string): FlexiblePolyline => {
  const values = decodeUnsignedValues(text)
  const [version, header] = values
  if (version === undefined) throw new PolylineError('Invalid encoding. Premature ending reached')
  if (version !== BigInt(FORMAT_VERSION)) throw new PolylineError('Invalid format version')
  if (header === undefined) throw new PolylineError('Invalid encoding. Premature ending reached')
  const bits = Number(header)
  const third = (bits >> 4) & 7
  if (bits >= 2 ** 11 || !isThirdDimension(third)) throw new PolylineError('Invalid encoding')
  const precision = bits & 15
  const thirdPrecision = (bits >> 7) & 15
  const axes = third === 0 ? 2 : 3
  if ((values.length - 2) % axes !== 0) throw new PolylineError('Invalid encoding. Premature ending reached')

  const polyline: PolylinePoint[] = []
  let [lat, lng, z] = [0n, 0n, 0n]
  for (let i = 2; i < values.length; i += axes) {
    lat += fromSigned(values[i]!)
    lng += fromSigned(values[i + 1]!)
    const point = [Number(lng) / 10 ** precision, Number(lat) / 10 ** precision] as const
    if (axes === 2) polyline.push(point)
    else {
      z += fromSigned(values[i + 2]!)
      polyline.push([...point, Number(z) / 10 ** thirdPrecision])
    }
  }
  return { polyline, precision, third_dimension: third, third_dimension_precision: thirdPrecision }
}
