import type { LngLat } from '@ambit/geo'

/** Two numbers with a comma or a space between them are latitude and longitude; anything else is null. */
export const readCoordinates = (text: string): LngLat | null => {
  const match = /^\s*([+-]?\d{1,2}(?:\.\d*)?)(?:\s*,\s*|\s+)([+-]?\d{1,3}(?:\.\d*)?)\s*$/.exec(text)
  if (match === null) return null
  const [lat, lng] = [Number(match[1]), Number(match[2])]
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? [lng, lat] : null
}

export const writeCoordinates = ([lng, lat]: LngLat): string => `${lat.toFixed(5)}, ${lng.toFixed(5)}`
