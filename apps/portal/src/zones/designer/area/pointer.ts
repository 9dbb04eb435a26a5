import type { AnyId } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import type { Map as MapCanvas, MapMouseEvent, Point } from 'maplibre-gl'
import { type Grip, gripAt } from './grips.ts'
import { type Corner, insertCorner, moveCorner, type Shape, shapeOf, shiftShape } from './shape.ts'
import { snap, type SnapLines } from './snap.ts'
import { metresPerPixel, SNAP_PIXELS, streetsAround } from './street-lines.ts'
import { areaStrings as words } from './strings.ts'
import type { AreaEditor } from './use-area-editor.ts'

export type SnapTo = { areas: boolean; streets: boolean }

/** What a hand has taken hold of; without a corner it is the whole area. */
export type Hold = {
  corner: Corner | null
  from: LngLat
  at: Point
  shape: Shape
  label: string
  inserts: boolean
  moved: boolean
}

export type Pointer = {
  map: MapCanvas
  editor: AreaEditor
  snapTo: SnapTo
  /** outlines of the zones around */
  neighbours: SnapLines
  /** when set, a click on an area does this and nothing else */
  onPick: ((id: AnyId) => void) | null
  hold: { current: Hold | null }
}

/** Pixels that a hand must move before it is a drag, and in which a click on the first point closes the shape. */
const DRAG_FROM = 4
const CLOSE_WITHIN = 12

const closed = (ring: readonly LngLat[]): readonly LngLat[] => (ring[0] === undefined ? ring : [...ring, ring[0]])

const placeOf = ({ lngLat }: MapMouseEvent): LngLat => [lngLat.lng, lngLat.lat]

/** The place under the pointer, drawn to what is near unless Alt is held. */
const snapped = ({ map, editor, snapTo, neighbours, hold }: Pointer, event: MapMouseEvent): LngLat => {
  const raw = placeOf(event)
  if (event.originalEvent.altKey) return raw
  // A corner that is dragged is not drawn to its own area.
  const rings = editor.areas
    .filter(({ id }) => hold.current === null || id !== editor.only?.id)
    .flatMap(({ coordinates }) => coordinates.map(closed))
  return snap(
    raw,
    snapTo.areas ? [...rings, ...neighbours.map(closed)] : [],
    snapTo.streets ? streetsAround(map, event.point) : [],
    SNAP_PIXELS * metresPerPixel(map.getZoom(), raw[1]),
  ).point
}

const holdOf = (grip: Grip, { editor: { only } }: Pointer, event: MapMouseEvent): Hold | null => {
  if (grip === null || only === null) return null
  const shape = shapeOf(only.coordinates)
  const held = { from: placeOf(event), at: event.point, shape, inserts: false, moved: false }
  switch (grip.on) {
    case 'corner':
      return { ...held, corner: grip.corner, label: words.steps.corner(only.name) }
    case 'midpoint': {
      const { ring, index } = grip.corner
      const inserted = insertCorner(shape, grip.corner, held.from)
      return {
        ...held,
        corner: { ring, index: index + 1 },
        shape: inserted,
        inserts: true,
        label: words.steps.insert(only.name),
      }
    }
    case 'area':
      return grip.id === only.id ? { ...held, corner: null, label: words.steps.move(only.name) } : null
  }
}

/** Takes hold of a corner, the middle of an edge or the chosen area. */
export const press = (pointer: Pointer, event: MapMouseEvent): void => {
  const { map, editor, hold, onPick } = pointer
  const { button, shiftKey } = event.originalEvent
  if (editor.state.tool !== 'select' || onPick !== null || !editor.may || button !== 0 || shiftKey) return
  hold.current = holdOf(gripAt(map, event.point), pointer, event)
  // The map would move under the hand otherwise.
  if (hold.current !== null) event.preventDefault()
}

const dragged = (pointer: Pointer, event: MapMouseEvent, { corner, shape, from }: Hold): Shape =>
  corner === null
    ? shiftShape(shape, [event.lngLat.lng - from[0], event.lngLat.lat - from[1]])
    : moveCorner(shape, corner, snapped(pointer, event))

export const move = (pointer: Pointer, event: MapMouseEvent): void => {
  const { map, editor, hold, onPick } = pointer
  const held = hold.current
  if (held !== null && editor.only !== null) {
    held.moved ||= event.point.dist(held.at) >= DRAG_FROM
    if (held.moved) editor.act({ act: 'drag', id: editor.only.id, shape: dragged(pointer, event, held) })
    return
  }
  if (editor.state.tool !== 'select') editor.act({ act: 'pointer', at: snapped(pointer, event) })
  map.getCanvas().style.cursor = cursorFor(editor, onPick !== null, gripAt(map, event.point))
}

/** One step of the history, however long the way was. */
export const release = (pointer: Pointer, event: MapMouseEvent): void => {
  const { editor, hold } = pointer
  const held = hold.current
  if (held === null || editor.only === null) return
  if (held.moved) {
    editor.change(editor.only, dragged(pointer, event, held), held.label)
    editor.act({ act: 'corner', corner: held.corner })
  } else if (!held.inserts) {
    // A click on the middle of an edge has nothing to choose: its corner is not there yet.
    editor.act({ act: 'corner', corner: held.corner })
  }
  letGo(pointer)
}

/** The shape stays as it was. */
export const letGo = ({ editor, hold }: Pick<Pointer, 'editor' | 'hold'>): void => {
  hold.current = null
  editor.act({ act: 'drop' })
}

export const click = (pointer: Pointer, event: MapMouseEvent): void => {
  const { map, editor, onPick } = pointer
  const { tool, points } = editor.state
  if (tool !== 'select') {
    const first = points[0]
    const closes = first !== undefined && map.project([first[0], first[1]]).dist(event.point) < CLOSE_WITHIN
    if (closes && tool !== 'split' && points.length > 2) editor.finish()
    else editor.act({ act: 'point', at: snapped(pointer, event) })
    return
  }
  const grip = gripAt(map, event.point)
  if (onPick !== null) {
    if (grip?.on === 'area') onPick(grip.id)
    return
  }
  // What a click on a corner does was done when the button went up.
  if (grip !== null && grip.on !== 'area') return
  const { shiftKey, ctrlKey, metaKey } = event.originalEvent
  const more = shiftKey || ctrlKey || metaKey
  if (more || grip === null || grip.id !== editor.only?.id) editor.choose(grip?.id ?? null, more)
}

export const doubleClick = ({ editor }: Pointer, event: MapMouseEvent): void => {
  if (editor.state.tool === 'select') return
  // No zoom: it closes what is drawn.
  event.preventDefault()
  editor.finish()
}

const cursorFor = (editor: AreaEditor, picking: boolean, grip: Grip): string => {
  if (editor.state.tool !== 'select') return 'crosshair'
  if (grip === null) return ''
  if (picking || !editor.may) return grip.on === 'area' ? 'pointer' : ''
  if (grip.on !== 'area') return 'grab'
  return grip.id === editor.only?.id ? 'move' : 'pointer'
}
