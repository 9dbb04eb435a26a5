import type { AnyId, ServiceRouteLine } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { Layer, Source, useMap } from '@vis.gl/react-maplibre'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { LineLayer, type MapLine } from '../../../map/LineLayer.tsx'
import { usePalette } from '../../../map/palette-context.ts'
import { fonts } from '../../../map/style.ts'
import type { RouteDraft, StopDraft } from '../design/design.ts'
import { legPoints } from './line.ts'
import { visitsOf } from './route-stops.ts'

const STOPS = 'route-stops'

type Props = {
  routes: readonly RouteDraft[]
  stops: readonly StopDraft[]
  open: { route: RouteDraft; line: ServiceRouteLine | null } | null
  onPick: ((stop: AnyId) => void) | null
}

/**
 * The ways of all routes; of the open one also its stops in order, and every other stop to choose from. A layer that
 * comes later lies on top, so all of them are there from the beginning, empty or not.
 */
export const RouteLayers = ({ routes, stops, open, onPick }: Props) => {
  const openRoute = open?.route ?? null
  const line = open?.line ?? null
  const saved = useMemo(
    () => routes.filter(({ id }) => id !== openRoute?.id).flatMap((route) => waysOf(route.line)),
    [routes, openRoute],
  )
  const ways = useMemo(() => waysOf(line), [line])
  return (
    <>
      <LineLayer id="other-routes" look="link" lines={openRoute === null ? NONE : saved} />
      <LineLayer id="open-route" look="route" lines={openRoute === null ? saved : ways} />
      <BrokenLegs route={openRoute} line={line} stops={stops} />
      <RouteStops route={openRoute} stops={stops} onPick={onPick} />
    </>
  )
}

const NONE: readonly MapLine[] = []

const waysOf = (line: ServiceRouteLine | null): MapLine[] =>
  (line?.legs ?? []).flatMap(({ polyline }) => (polyline === null ? [] : [{ points: legPoints(polyline) }]))

type BrokenProps = { route: RouteDraft | null; line: ServiceRouteLine | null; stops: readonly StopDraft[] }

/** Straight and dashed where no street joins two stops. */
const BrokenLegs = ({ route, line, stops }: BrokenProps) => {
  const palette = usePalette()
  const data = useMemo(() => {
    const visits = route === null ? [] : visitsOf(route, stops)
    const points = visits.flatMap(({ stop }) => (stop === null ? [] : [stop.point]))
    return {
      type: 'FeatureCollection' as const,
      features: (line?.legs ?? []).flatMap(({ from, to, polyline }) => {
        const [a, b] = [points[from], points[to]]
        if (polyline !== null || a === undefined || b === undefined) return []
        const geometry = { type: 'LineString' as const, coordinates: [[...a], [...b]] }
        return [{ type: 'Feature' as const, properties: {}, geometry }]
      }),
    }
  }, [route, line, stops])
  return (
    <Source id="broken-legs" type="geojson" data={data}>
      <Layer
        id="broken-legs"
        type="line"
        paint={{ 'line-color': palette.danger, 'line-width': 2, 'line-dasharray': [3, 2] }}
      />
    </Source>
  )
}

/** `1`, or `1 · 4` for a stop that the route comes to twice. */
const numbersOf = (route: RouteDraft | null): ReadonlyMap<AnyId, string> => {
  const numbers = new Map<AnyId, string>()
  route?.stops.forEach(({ zone_stop_id: id }, index) => {
    const before = numbers.get(id)
    numbers.set(id, before === undefined ? `${index + 1}` : `${before} · ${index + 1}`)
  })
  return numbers
}

type StopsProps = {
  route: RouteDraft | null
  stops: readonly StopDraft[]
  onPick: ((stop: AnyId) => void) | null
}

const RouteStops = ({ route, stops, onPick }: StopsProps) => {
  const palette = usePalette()
  usePicking(onPick)
  const data = useMemo(() => {
    const numbers = numbersOf(route)
    return {
      type: 'FeatureCollection' as const,
      features: stops.map(({ id, name, point }) => ({
        type: 'Feature' as const,
        properties: { id, name, number: numbers.get(id) ?? '', visited: numbers.has(id) },
        geometry: { type: 'Point' as const, coordinates: [...point] },
      })),
    }
  }, [route, stops])
  return (
    <Source id={STOPS} type="geojson" data={data}>
      <Layer
        id={STOPS}
        type="circle"
        layout={{ 'circle-sort-key': ['case', ['get', 'visited'], 1, 0] }}
        paint={{
          'circle-radius': ['case', ['get', 'visited'], 11, 5],
          'circle-color': palette.halo,
          'circle-stroke-width': 2,
          'circle-stroke-color': ['case', ['get', 'visited'], palette.live, palette.neutral],
        }}
      />
      <Layer
        id="route-stop-numbers"
        type="symbol"
        filter={['get', 'visited']}
        layout={{
          'text-field': ['get', 'number'],
          'text-font': fonts.semibold,
          'text-size': 11,
          'text-allow-overlap': true,
          'text-ignore-placement': true,
        }}
        paint={{ 'text-color': palette.labelStrong }}
      />
      <Layer
        id="route-stop-names"
        type="symbol"
        minzoom={13.5}
        layout={{
          'text-field': ['get', 'name'],
          'text-font': fonts.medium,
          'text-size': 11,
          'text-anchor': 'top',
          'text-offset': [0, 1.1],
          'text-optional': true,
        }}
        paint={{ 'text-color': palette.labelStrong, 'text-halo-color': palette.halo, 'text-halo-width': 1.4 }}
      />
    </Source>
  )
}

/** Pixels around a stop in which a click still means it. */
const REACH = 12

/** A click on a stop of the map. */
const usePicking = (onPick: StopsProps['onPick']): void => {
  const { current } = useMap()
  const pick = useEffectEvent((id: AnyId) => onPick?.(id))
  const picking = onPick !== null
  useEffect(() => {
    if (current === undefined || !picking) return
    const map = current.getMap()
    const stopAt = ({ x, y }: { x: number; y: number }): AnyId | null => {
      if (map.getLayer(STOPS) === undefined) return null
      const near = map
        .queryRenderedFeatures(
          [
            [x - REACH, y - REACH],
            [x + REACH, y + REACH],
          ],
          { layers: [STOPS] },
        )
        .flatMap(({ geometry, properties }) => {
          if (geometry.type !== 'Point') return []
          const [lng = 0, lat = 0] = geometry.coordinates
          const place = map.project([lng, lat] satisfies LngLat)
          const id: unknown = properties['id']
          const known = typeof id === 'number' || typeof id === 'string'
          return known ? [{ id, away: Math.hypot(place.x - x, place.y - y) }] : []
        })
        .toSorted((one, other) => one.away - other.away)[0]
      return near === undefined || near.away > REACH ? null : near.id
    }
    const click = map.on('click', ({ point }) => {
      const id = stopAt(point)
      if (id !== null) pick(id)
    })
    const move = map.on('mousemove', ({ point }) => {
      map.getCanvas().style.cursor = stopAt(point) === null ? '' : 'pointer'
    })
    return () => {
      click.unsubscribe()
      move.unsubscribe()
      map.getCanvas().style.cursor = ''
    }
  }, [current, picking])
}
