import type { StopSuggestions } from '@ambit/contract'
import { Layer, Source, useMap } from '@vis.gl/react-maplibre'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { usePalette } from '../../../map/palette-context.ts'
import { fonts } from '../../../map/style.ts'

export type Suggestion = StopSuggestions['stops'][number]

export const GHOSTS_LAYER = 'suggested-stops'

/** Suggested stops; a press accepts one, as the button in the list does. */
export const GhostLayer = ({
  suggestions,
  onAccept,
}: {
  suggestions: readonly Suggestion[]
  onAccept: (suggestion: Suggestion) => void
}) => {
  const palette = usePalette()
  const { current: map } = useMap()
  const data = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: suggestions.map(({ point }, index) => ({
        type: 'Feature' as const,
        properties: { index },
        geometry: { type: 'Point' as const, coordinates: [...point] },
      })),
    }),
    [suggestions],
  )
  const accept = useEffectEvent((index: unknown) => {
    const suggestion = typeof index === 'number' ? suggestions[index] : undefined
    if (suggestion !== undefined) onAccept(suggestion)
  })
  useEffect(() => {
    const pressed = map
      ?.getMap()
      .on('click', GHOSTS_LAYER, ({ features }) => accept(features?.[0]?.properties['index']))
    return () => pressed?.unsubscribe()
  }, [map])
  return (
    <Source id={GHOSTS_LAYER} type="geojson" data={data}>
      <Layer
        id={GHOSTS_LAYER}
        type="circle"
        paint={{
          'circle-radius': 10,
          'circle-color': palette.success,
          'circle-opacity': 0.18,
          'circle-stroke-width': 1.5,
          'circle-stroke-color': palette.success,
        }}
      />
      <Layer
        id="suggested-stops-plus"
        type="symbol"
        layout={{
          'text-field': '+',
          'text-font': fonts.semibold,
          'text-size': 15,
          'text-allow-overlap': true,
          'text-ignore-placement': true,
        }}
        paint={{ 'text-color': palette.success }}
      />
    </Source>
  )
}
