import type { LngLat } from '@ambit/geo'
import { Layer, Source } from '@vis.gl/react-maplibre'
import { useMemo } from 'react'
import { usePalette } from './palette-context.ts'
import { fonts } from './style.ts'

export type MapClosure = {
  point: LngLat
  lines: readonly (readonly LngLat[])[]
  /** until when, beneath the street */
  label: string
}

type Props = {
  id: string
  closures: readonly MapClosure[]
  /** drawn broken: it is not closed yet */
  planned?: boolean
}

/** Closed streets. The list beside the map says the same in words. */
export const ClosureLayer = ({ id, closures, planned = false }: Props) => {
  const palette = usePalette()
  const lines = useMemo(() => collection(closures.flatMap((closure) => closure.lines.map(lineOf))), [closures])
  const labels = useMemo(
    () => collection(closures.map(({ point, label }) => featureOf({ type: 'Point', coordinates: [...point] }, label))),
    [closures],
  )
  return (
    <>
      <Source id={`${id}-lines`} type="geojson" data={lines}>
        <Layer
          id={`${id}-casing`}
          type="line"
          layout={{ 'line-cap': 'round', 'line-join': 'round' }}
          paint={{ 'line-color': palette.halo, 'line-width': 9, 'line-opacity': 0.9 }}
        />
        <Layer
          id={`${id}-line`}
          type="line"
          layout={{ 'line-join': 'round' }}
          paint={{
            'line-color': planned ? palette.warning : palette.danger,
            'line-width': 5,
            ...(planned ? { 'line-dasharray': [1.2, 0.8] } : {}),
          }}
        />
      </Source>
      <Source id={`${id}-labels`} type="geojson" data={labels}>
        <Layer
          id={`${id}-label`}
          type="symbol"
          layout={{
            'text-field': ['get', 'label'],
            'text-font': fonts.semibold,
            'text-size': 12,
            'text-offset': [0, 1.2],
            'text-anchor': 'top',
            'text-optional': true,
          }}
          paint={{
            'text-color': planned ? palette.warning : palette.danger,
            'text-halo-color': palette.halo,
            'text-halo-width': 2,
          }}
        />
      </Source>
    </>
  )
}

type Geometry = { type: 'LineString'; coordinates: number[][] } | { type: 'Point'; coordinates: number[] }

const featureOf = <G extends Geometry>(geometry: G, label: string) => ({
  type: 'Feature' as const,
  properties: { label },
  geometry,
})

const lineOf = (points: readonly LngLat[]) =>
  featureOf({ type: 'LineString' as const, coordinates: points.map((point) => [...point]) }, '')

const collection = <F,>(features: F[]) => ({ type: 'FeatureCollection' as const, features })
