import type { AnyId } from '@ambit/contract'
import { Layer, Source, useMap } from '@vis.gl/react-maplibre'
import { useEffect, useMemo } from 'react'
import { usePalette } from '../../../map/palette-context.ts'
import { fonts } from '../../../map/style.ts'
import { useDesign } from '../design/design-session.ts'
import { IMAGE_RATIO, imageOf, markImage, marksIn } from './mark-images.ts'
import { marksOf } from './StopMarks.tsx'

export const STOPS_SOURCE = 'design-stops'
/** What a press on the map hits. */
export const STOPS_LAYER = 'design-stops-body'
/** From here on a street has room for icons and names. */
const NEAR = 13.5

/** The zone's stops: filled where saved, hollow where only drafted, square where vehicles wait. The list says the same. */
export const StopsLayer = ({ hidden }: { hidden: AnyId | null }) => {
  const palette = usePalette()
  const { zone_stops: stops, stateOf, selection } = useDesign()
  useMarkImages()
  const data = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: stops
        .filter(({ id }) => id !== hidden)
        .map((stop) => ({
          type: 'Feature' as const,
          properties: {
            id: stop.id,
            name: stop.name,
            draft: stateOf('zone_stops', stop.id) !== 'saved',
            selected: selection.has(stop.id),
            // Nearly every stop takes passengers; on the map that mark would say nothing.
            marks: imageOf(marksOf(stop).filter((mark) => mark !== 'passenger')),
          },
          geometry: { type: 'Point' as const, coordinates: [...stop.point] },
        })),
    }),
    [stops, stateOf, selection, hidden],
  )
  return (
    <Source id={STOPS_SOURCE} type="geojson" data={data}>
      <Layer
        id="design-stops-selected"
        type="circle"
        filter={['get', 'selected']}
        paint={{
          'circle-radius': ['interpolate', ['linear'], ['zoom'], 10, 7, 16, 15],
          'circle-color': palette.live,
          'circle-opacity': 0.25,
          'circle-stroke-color': palette.live,
          'circle-stroke-width': 2,
        }}
      />
      <Layer
        id={STOPS_LAYER}
        type="circle"
        paint={{
          'circle-radius': ['interpolate', ['linear'], ['zoom'], 10, 3, 16, 8],
          'circle-color': ['case', ['get', 'draft'], palette.halo, palette.info],
          'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 10, 1, 16, 2.5],
          'circle-stroke-color': ['case', ['get', 'draft'], palette.warning, palette.rim],
        }}
      />
      <Layer
        id="design-stops-marks"
        type="symbol"
        minzoom={NEAR}
        filter={['!=', ['get', 'marks'], '']}
        layout={{
          'icon-image': ['get', 'marks'],
          'icon-anchor': 'bottom',
          'icon-offset': [0, -10],
          'icon-allow-overlap': ['step', ['zoom'], false, 15, true],
        }}
      />
      <Layer
        id="design-stops-names"
        type="symbol"
        minzoom={15}
        layout={{
          'text-field': ['get', 'name'],
          'text-font': fonts.medium,
          'text-size': 11,
          'text-anchor': 'top',
          'text-offset': [0, 0.9],
          'text-optional': true,
        }}
        paint={{ 'text-color': palette.labelStrong, 'text-halo-color': palette.halo, 'text-halo-width': 1.5 }}
      />
    </Source>
  )
}

/** Each combination of marks is drawn when it is first seen. */
const useMarkImages = (): void => {
  const palette = usePalette()
  const { current: map } = useMap()
  useEffect(() => {
    const inner = map?.getMap()
    if (inner === undefined) return
    const missing = inner.on('styleimagemissing', ({ id }) => {
      const marks = marksIn(id)
      if (marks.length > 0 && !inner.hasImage(id))
        inner.addImage(id, markImage(marks, palette), { pixelRatio: IMAGE_RATIO })
    })
    return () => missing.unsubscribe()
  }, [map, palette])
}
