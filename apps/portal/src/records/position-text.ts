import type { Trip } from '@ambit/contract'

/** Where the vehicle is drawn, for stories that cannot look into the map's canvas: `longitude,latitude`. */
export const positionText = (at: Trip['latest_trip_monitor']): string | undefined =>
  at === null ? undefined : `${at.longitude.toFixed(5)},${at.latitude.toFixed(5)}`
