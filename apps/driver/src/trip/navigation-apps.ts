import type { NavigationApp } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'

/** What each is called, the same in every language. */
export const navigationAppNames: Readonly<Record<NavigationApp, string>> = {
  apple_maps: 'Apple Maps',
  google_maps: 'Google Maps',
  waze: 'Waze',
  osmand: 'OsmAnd',
  organic_maps: 'Organic Maps',
}

/**
 * What opens the place in the app: its coordinates and nothing else. Sources: Apple's Map Links, Google's Maps URLs, Waze
 * Deep Links, OsmAnd's intents, Organic Maps' API.
 */
export const linkTo = (app: NavigationApp, [lng, lat]: LngLat): string => {
  const place = `${lat.toFixed(6)},${lng.toFixed(6)}`
  switch (app) {
    case 'apple_maps':
      return `https://maps.apple.com/?daddr=${place}&dirflg=d`
    case 'google_maps':
      return `https://www.google.com/maps/dir/?api=1&destination=${place}&travelmode=driving`
    case 'waze':
      return `https://waze.com/ul?ll=${place}&navigate=yes`
    case 'osmand':
      return `https://osmand.net/map/?pin=${place}#16/${place.replace(',', '/')}`
    case 'organic_maps':
      return `om://map?v=1&ll=${place}`
  }
}
