import type { LngLat, Polygon } from '@ambit/geo'
import { pointInPolygon, ringCentroid } from '@ambit/geo'
import { Layer, Source } from '@vis.gl/react-maplibre'
import { useMemo } from 'react'
import { usePalette } from '../../../map/palette-context.ts'
import { fonts } from '../../../map/style.ts'
import type { Editor } from './editor.ts'
import { gripLayers } from './grips.ts'
import type { AreaProblem } from './problems.ts'
import { closedRing, midpointsOf, shapeOf } from './shape.ts'
import type { AreaEditor } from './use-area-editor.ts'

type Feature = {
  type: 'Feature'
  properties: { [key: string]: string | number | boolean }
  geometry:
    | { type: 'Point'; coordinates: number[] }
    | { type: 'LineString'; coordinates: number[][] }
    | { type: 'Polygon'; coordinates: number[][][] }
    | { type: 'MultiPolygon'; coordinates: number[][][][] }
}

export const collection = (features: Feature[]) => ({ type: 'FeatureCollection' as const, features })

const feature = (geometry: Feature['geometry'], properties: Feature['properties'] = {}): Feature => ({
  type: 'Feature',
  properties,
  geometry,
})
const pointFeature = (point: LngLat, properties: Feature['properties'] = {}): Feature =>
  feature({ type: 'Point', coordinates: [...point] }, properties)
export const lineFeature = (line: readonly LngLat[], properties: Feature['properties'] = {}): Feature =>
  feature({ type: 'LineString', coordinates: line.map((point) => [...point]) }, properties)

/** The middle of an area, or a corner when the middle lies outside of it. */
export const middleOf = (polygon: Polygon): LngLat => {
  const outline = polygon[0] ?? []
  const middle = ringCentroid(outline)
  return middle !== null && pointInPolygon(middle, polygon) ? middle : (outline[0] ?? [0, 0])
}

/** The zones around, for the eye and for snapping. */
export const NeighbourLayer = ({ outlines }: { outlines: readonly (readonly LngLat[])[] }) => {
  const palette = usePalette()
  const data = useMemo(() => collection(outlines.map((ring) => lineFeature(closedRing(ring)))), [outlines])
  return (
    <Source id="area-neighbours" type="geojson" data={data}>
      <Layer
        id="area-neighbours"
        type="line"
        paint={{ 'line-color': palette.neutral, 'line-width': 1.2, 'line-opacity': 0.65, 'line-dasharray': [4, 3] }}
      />
    </Source>
  )
}

/** The areas with their names; the chosen ones stronger, those with a problem in red. */
export const AreaShapes = ({ editor, highlight }: { editor: AreaEditor; highlight: ReadonlySet<unknown> }) => {
  const palette = usePalette()
  const { shown, problems } = editor
  const data = useMemo(() => {
    const bad = new Set(problems.flatMap(({ areas }) => areas))
    return {
      shapes: collection(
        shown.map(({ id, coordinates }) =>
          feature(
            { type: 'Polygon', coordinates: coordinates.map(closedRing) },
            { id, chosen: highlight.has(id), bad: bad.has(id) },
          ),
        ),
      ),
      names: collection(shown.map(({ name, coordinates }) => pointFeature(middleOf(coordinates), { name }))),
    }
  }, [shown, problems, highlight])
  const color: ['case', ['get', string], string, string] = ['case', ['get', 'bad'], palette.danger, palette.zone]
  return (
    <>
      <Source id="area-shapes" type="geojson" data={data.shapes} tolerance={0}>
        <Layer
          id={gripLayers.fills}
          type="fill"
          paint={{ 'fill-color': color, 'fill-opacity': ['case', ['get', 'chosen'], 0.2, 0.08] }}
        />
        <Layer
          id="area-lines"
          type="line"
          layout={{ 'line-join': 'round' }}
          paint={{ 'line-color': color, 'line-width': ['case', ['get', 'chosen'], 3, 2] }}
        />
      </Source>
      <Source id="area-names" type="geojson" data={data.names}>
        <Layer
          id="area-names"
          type="symbol"
          layout={{ 'text-field': ['get', 'name'], 'text-font': fonts.semibold, 'text-size': 12 }}
          paint={{ 'text-color': palette.zone, 'text-halo-color': palette.halo, 'text-halo-width': 1.6 }}
        />
      </Source>
    </>
  )
}

/** The corners of the one chosen area, and small points in the middle of its edges. */
export const CornerLayer = ({ editor }: { editor: AreaEditor }) => {
  const palette = usePalette()
  const { only, shown, state, may } = editor
  const area = may && state.tool === 'select' && only !== null ? shown.find(({ id }) => id === only.id) : undefined
  const { corner } = state
  const data = useMemo(() => {
    const shape = area === undefined ? [] : shapeOf(area.coordinates)
    return {
      corners: collection(
        shape.flatMap((points, ring) =>
          points.map((point, index) =>
            pointFeature(point, { ring, index, chosen: corner?.ring === ring && corner.index === index }),
          ),
        ),
      ),
      midpoints: collection(
        midpointsOf(shape).map(({ corner: { ring, index }, point }) => pointFeature(point, { ring, index })),
      ),
    }
  }, [area, corner])
  return (
    <>
      <Source id="area-midpoints" type="geojson" data={data.midpoints}>
        <Layer
          id={gripLayers.midpoints}
          type="circle"
          minzoom={11}
          paint={{
            'circle-radius': 3,
            'circle-color': palette.zone,
            'circle-opacity': 0.75,
            'circle-stroke-width': 1,
            'circle-stroke-color': palette.rim,
          }}
        />
      </Source>
      <Source id="area-corners" type="geojson" data={data.corners}>
        <Layer
          id={gripLayers.corners}
          type="circle"
          paint={{
            'circle-radius': ['case', ['get', 'chosen'], 7, 5],
            'circle-color': ['case', ['get', 'chosen'], palette.zone, palette.rim],
            'circle-stroke-width': 2,
            'circle-stroke-color': ['case', ['get', 'chosen'], palette.rim, palette.zone],
          }}
        />
      </Source>
    </>
  )
}

/** What is being drawn, up to where the next point would fall. */
export const DrawingLayer = ({ state }: { state: Editor }) => {
  const palette = usePalette()
  const { points, pointer, tool } = state
  const line = pointer === null ? points : [...points, pointer]
  const first = line[0]
  const shown = first !== undefined && tool !== 'split' && line.length > 2 ? [...line, first] : line
  const color = tool === 'split' ? palette.live : palette.zone
  return (
    <Source
      id="area-drawing"
      type="geojson"
      data={collection([
        ...(shown.length > 1 ? [lineFeature(shown)] : []),
        ...line.map((point, index) => pointFeature(point, { next: index === points.length })),
      ])}
    >
      <Layer
        id="area-drawing-line"
        type="line"
        layout={{ 'line-join': 'round' }}
        paint={{ 'line-color': color, 'line-width': 2, 'line-dasharray': [3, 2] }}
      />
      <Layer
        id="area-drawing-points"
        type="circle"
        filter={['==', ['geometry-type'], 'Point']}
        paint={{
          'circle-radius': ['case', ['get', 'next'], 4, 5],
          'circle-color': ['case', ['get', 'next'], color, palette.rim],
          'circle-stroke-width': 2,
          'circle-stroke-color': color,
        }}
      />
    </Source>
  )
}

/** Where areas cross themselves or overlap. */
export const ProblemLayer = ({ problems }: { problems: readonly AreaProblem[] }) => {
  const palette = usePalette()
  const data = useMemo(
    () =>
      collection([
        ...problems.flatMap(({ parts }) =>
          parts.length === 0
            ? []
            : [feature({ type: 'MultiPolygon', coordinates: parts.map((part) => [closedRing(part)]) })],
        ),
        ...problems.flatMap(({ points }) => points.map((point) => pointFeature(point))),
      ]),
    [problems],
  )
  return (
    <Source id="area-problems" type="geojson" data={data} tolerance={0}>
      <Layer
        id="area-overlaps"
        type="fill"
        filter={['==', ['geometry-type'], 'Polygon']}
        paint={{ 'fill-color': palette.danger, 'fill-opacity': 0.45, 'fill-antialias': false }}
      />
      <Layer
        id="area-crossings"
        type="circle"
        filter={['==', ['geometry-type'], 'Point']}
        paint={{
          'circle-radius': 9,
          'circle-color': palette.danger,
          'circle-opacity': 0.25,
          'circle-stroke-width': 2.5,
          'circle-stroke-color': palette.danger,
        }}
      />
    </Source>
  )
}
