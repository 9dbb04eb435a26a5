import type { LngLat } from '@ambit/geo'
import { invalid } from '../http/errors.ts'

/** `latitude,longitude`, as the specification's format has it; the contract has checked that these are two numbers. */
export const pointIn = (text: string, field: string): LngLat => {
  const [lat = Number.NaN, lng = Number.NaN] = text.split(',').map(Number)
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return [lng, lat]
  throw invalid([{ pointer: `/query/${field}`, detail: 'Two numbers: latitude,longitude' }])
}
