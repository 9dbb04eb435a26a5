import type { AnyId } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { useMap } from '@vis.gl/react-maplibre'
import type { Map as MapCanvas, MapMouseEvent, PointLike } from 'maplibre-gl'
import { useEffect, useEffectEvent, useState } from 'react'
import { GHOSTS_LAYER } from './GhostLayer.tsx'
import { STOPS_LAYER } from './StopsLayer.tsx'
import classes from './StopGestures.module.css'

export type StopTool = 'select' | 'place' | 'box'

export type Choice = 'only' | 'toggle' | 'add'

type Props = {
  tool: StopTool
  mayMove: boolean
  onPlace: (point: LngLat) => void
  onChoose: (ids: readonly AnyId[], how: Choice) => void
  onMove: (id: AnyId, point: LngLat) => void
  /** a stop is on its way under the pointer */
  onDrag: (drag: { id: AnyId; point: LngLat } | null) => void
}

/** Pixels that a press may wander and still be a press. */
const SLACK = 4
/** Pixels around the pointer in which a stop is hit. */
const REACH = 4

type Corner = { x: number; y: number }

/** A press selects or places, a drag on a stop moves it, a drag with Shift (or the box tool) selects what is inside. */
export const StopGestures = ({ tool, mayMove, onPlace, onChoose, onMove, onDrag }: Props) => {
  const { current: map } = useMap()
  const [box, setBox] = useState<readonly [Corner, Corner] | null>(null)
  const press = useEffectEvent((inner: MapCanvas, event: MapMouseEvent) => {
    const id = stopAt(inner, event.point)
    const shift = event.originalEvent.shiftKey
    if (tool === 'place') return
    if (id !== null && tool === 'select' && mayMove && !shift) startMove(inner, event, id, { onMove, onDrag })
    else if (id === null && (tool === 'box' || shift))
      startBox(inner, event, setBox, (ids) => onChoose(ids, shift ? 'add' : 'only'))
  })
  const click = useEffectEvent((inner: MapCanvas, event: MapMouseEvent) => {
    if (tool === 'place') {
      // A press on a suggestion accepts it.
      if (featuresIn(inner, event.point, GHOSTS_LAYER).length === 0) onPlace([event.lngLat.lng, event.lngLat.lat])
      return
    }
    const { shiftKey, ctrlKey, metaKey } = event.originalEvent
    const id = stopAt(inner, event.point)
    const many = shiftKey || ctrlKey || metaKey
    if (id !== null) onChoose([id], many ? 'toggle' : 'only')
    else if (!many && tool === 'select') onChoose([], 'only')
  })
  useEffect(() => {
    const inner = map?.getMap()
    if (inner === undefined) return
    inner.boxZoom.disable()
    const down = inner.on('mousedown', (event) => press(inner, event))
    const clicked = inner.on('click', (event) => click(inner, event))
    return () => {
      down.unsubscribe()
      clicked.unsubscribe()
      inner.boxZoom.enable()
    }
  }, [map])
  useEffect(() => {
    const inner = map?.getMap()
    if (inner === undefined) return
    const canvas = inner.getCanvas()
    canvas.style.cursor = tool === 'select' ? '' : 'crosshair'
    const over = inner.on('mousemove', STOPS_LAYER, () => {
      if (tool === 'select') canvas.style.cursor = 'pointer'
    })
    const out = inner.on('mouseleave', STOPS_LAYER, () => {
      canvas.style.cursor = tool === 'select' ? '' : 'crosshair'
    })
    return () => {
      over.unsubscribe()
      out.unsubscribe()
      canvas.style.cursor = ''
    }
  }, [map, tool])
  if (box === null) return null
  const [a, b] = box
  return (
    <div
      className={classes['box']}
      style={{
        left: Math.min(a.x, b.x),
        top: Math.min(a.y, b.y),
        width: Math.abs(a.x - b.x),
        height: Math.abs(a.y - b.y),
      }}
    />
  )
}

const around = ({ x, y }: Corner, by: number): [PointLike, PointLike] => [
  [x - by, y - by],
  [x + by, y + by],
]

const featuresIn = (map: MapCanvas, area: PointLike | [PointLike, PointLike], layer: string) =>
  map.getLayer(layer) === undefined ? [] : map.queryRenderedFeatures(area, { layers: [layer] })

const stopsIn = (map: MapCanvas, area: [PointLike, PointLike]): AnyId[] => {
  const ids = featuresIn(map, area, STOPS_LAYER).map((feature): unknown => feature.properties['id'])
  return [...new Set(ids.filter((id): id is AnyId => typeof id === 'number' || typeof id === 'string'))]
}

const stopAt = (map: MapCanvas, point: Corner): AnyId | null => stopsIn(map, around(point, REACH))[0] ?? null

const far = (a: Corner, b: Corner): boolean => Math.hypot(a.x - b.x, a.y - b.y) > SLACK

type Carry = { onMove: (at: MapMouseEvent) => void; onEnd: (last: MapMouseEvent | null) => void }

/** Follows the pointer until the button is released, wherever that is. */
const carry = (map: MapCanvas, event: MapMouseEvent, { onMove, onEnd }: Carry): void => {
  let last: MapMouseEvent | null = null
  // The map itself must not pan along.
  event.preventDefault()
  const move = map.on('mousemove', (at) => {
    if (last === null && !far(event.point, at.point)) return
    last = at
    onMove(at)
  })
  const end = (): void => {
    move.unsubscribe()
    onEnd(last)
  }
  window.addEventListener('mouseup', end, { once: true })
}

const startMove = (
  map: MapCanvas,
  event: MapMouseEvent,
  id: AnyId,
  { onMove, onDrag }: Pick<Props, 'onMove' | 'onDrag'>,
): void =>
  carry(map, event, {
    onMove: ({ lngLat }) => onDrag({ id, point: [lngLat.lng, lngLat.lat] }),
    onEnd: (last) => {
      onDrag(null)
      if (last !== null) onMove(id, [last.lngLat.lng, last.lngLat.lat])
    },
  })

const startBox = (
  map: MapCanvas,
  event: MapMouseEvent,
  show: (box: readonly [Corner, Corner] | null) => void,
  choose: (ids: readonly AnyId[]) => void,
): void => {
  const start = event.point
  carry(map, event, {
    onMove: ({ point }) => show([start, point]),
    onEnd: (last) => {
      show(null)
      if (last === null) return
      const { point } = last
      choose(
        stopsIn(map, [
          [Math.min(start.x, point.x), Math.min(start.y, point.y)],
          [Math.max(start.x, point.x), Math.max(start.y, point.y)],
        ]),
      )
    },
  })
}
