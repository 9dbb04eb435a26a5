import type { LngLat, Polygon } from '@ambit/geo'
import { Layer, Source } from '@vis.gl/react-maplibre'
import { useMemo } from 'react'
import { closedRing } from './closed-ring.ts'
import { dissolve } from './dissolve.ts'
import { outsideOf } from './outside.ts'
import { usePalette } from './palette-context.ts'
import { fonts } from './style.ts'

export type MapZone = { id: number; name: string; point: LngLat | null; polygons: readonly Polygon[] }

/** Outlines and names of zones, and everything outside them lightly shaded (SHELL-66). */
export const ZoneLayer = ({ zones, names = true }: { zones: readonly MapZone[]; names?: boolean }) => {
  const palette = usePalette()
  const data = useMemo(() => {
    const polygons = zones.flatMap((zone) => zone.polygons)
    return {
      shade: collection(
        polygons.length === 0
          ? []
          : [{ type: 'MultiPolygon', coordinates: outsideOf(polygons).map((ring) => [closedRing(ring)]) }],
      ),
      outlines: collection(
        zones.map((zone) => ({
          type: 'MultiLineString',
          coordinates: dissolve(zone.polygons).flatMap((polygon) => polygon.map(closedRing)),
        })),
      ),
      names: {
        type: 'FeatureCollection' as const,
        features: zones.flatMap((zone) =>
          zone.point === null
            ? []
            : [
                {
                  type: 'Feature' as const,
                  properties: { name: zone.name },
                  geometry: { type: 'Point' as const, coordinates: [...zone.point] },
                },
              ],
        ),
      },
    }
  }, [zones])
  return (
    <>
      <Source id="zone-shade" type="geojson" data={data.shade} tolerance={0} buffer={0}>
        <Layer
          id="zone-shade"
          type="fill"
          paint={{
            'fill-color': palette.shade,
            'fill-opacity': palette.shadeOpacity,
            'fill-antialias': false,
          }}
        />
      </Source>
      <Source id="zone-outlines" type="geojson" data={data.outlines}>
        <Layer
          id="zone-outlines"
          type="line"
          layout={{ 'line-join': 'round' }}
          paint={{ 'line-color': palette.zone, 'line-width': 2 }}
        />
      </Source>
      {names && (
        <Source id="zone-names" type="geojson" data={data.names}>
          <Layer
            id="zone-names"
            type="symbol"
            layout={{ 'text-field': ['get', 'name'], 'text-font': fonts.semibold, 'text-size': 12 }}
            paint={{
              'text-color': palette.zone,
              'text-halo-color': palette.halo,
              'text-halo-width': 1.6,
            }}
          />
        </Source>
      )}
    </>
  )
}

type Geometry =
  | { type: 'MultiPolygon'; coordinates: number[][][][] }
  | { type: 'MultiLineString'; coordinates: number[][][] }

const collection = (geometries: readonly Geometry[]) => ({
  type: 'FeatureCollection' as const,
  features: geometries.map((geometry) => ({ type: 'Feature' as const, properties: {}, geometry })),
})
