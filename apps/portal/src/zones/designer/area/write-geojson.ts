import type { Polygon } from '@ambit/geo'
import { closedRing } from './shape.ts'

/** The areas as they are on screen, as a GeoJSON file that an import reads back to the same areas. */
export const writeGeoJson = (areas: readonly { name: string; coordinates: Polygon }[]): string =>
  JSON.stringify(
    {
      type: 'FeatureCollection',
      features: areas.map(({ name, coordinates }) => ({
        type: 'Feature',
        properties: { name },
        geometry: { type: 'Polygon', coordinates: coordinates.map(closedRing) },
      })),
    },
    null,
    1,
  )

export const fileName = (zone: string): string =>
  `${
    zone
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'zone'
  }-service-area.geojson`
