import type { PointerEvent as ReactPointerEvent } from 'react'
import type { RecordId } from '../drafts/diff.ts'
import { DAY_UNITS, drawn, endedAt, overlap, setDown, shifted, snap, type Span, startedAt } from './units.ts'

export const LANE_PX = 34

export type Block = { id: RecordId; shift: number; span: Span }
/** What a pointer is doing: drawing a new block, moving one, or pulling one of its edges. */
export type Gesture = {
  kind: 'draw' | 'move' | 'start' | 'end'
  id: RecordId | null
  shift: number
  span: Span
  /** the block that is in the way; null where this one may be let go */
  blockedBy: RecordId | null
}

type Lanes = {
  rows: readonly number[]
  blocks: readonly Block[]
  /** what a block says about where it is held */
  words: (span: Span) => string
  /** the change, once the pointer lets go */
  onDone: (gesture: Gesture) => void
  /** the pointer let go where another block lies */
  onBlocked: (gesture: Gesture) => void
  /** a press without a drag */
  onClick: (id: RecordId) => void
}

type Drag = {
  lanes: Lanes
  track: HTMLElement
  /** of the track, until something scrolls: asking for it lays the page out */
  box: DOMRect | null
  kind: Gesture['kind']
  block: Block | null
  shift: number
  at: number
  x: number
  y: number
  element: HTMLElement
  far: boolean
  shown: Gesture | null
  /** puts the block back where the page has it */
  restore: () => void
}

/** A press that moves less is a click. */
const CLICK_PX = 4

/** Where a block lies on the track, for the style sheet. */
export const blockPlace = ({ start, end }: Span, row: number): Record<'--at' | '--for' | '--row', number> => {
  const [from, to] = [Math.max(0, start), Math.min(DAY_UNITS, end)]
  return { '--at': from, '--for': to - from, '--row': row }
}

const put = (element: HTMLElement, span: Span, row: number): void => {
  for (const [name, value] of Object.entries(blockPlace(span, row))) element.style.setProperty(name, String(value))
}

const unitsAt = (drag: Drag, x: number): number => {
  drag.box ??= drag.track.getBoundingClientRect()
  return ((x - drag.box.left) / drag.box.width) * DAY_UNITS
}

const shiftAt = (drag: Drag, y: number): number => {
  drag.box ??= drag.track.getBoundingClientRect()
  const { rows } = drag.lanes
  const row = Math.floor((y - drag.box.top) / LANE_PX)
  return rows[Math.max(0, Math.min(rows.length - 1, row))] ?? 1
}

const gestureAt = (drag: Drag, x: number, y: number): Gesture | null => {
  const { kind, block, shift, lanes } = drag
  const units = unitsAt(drag, x)
  const inRow = (row: number): Block[] => lanes.blocks.filter((one) => one.shift === row && one.id !== block?.id)
  const spans = (row: number): Span[] => inRow(row).map(({ span }) => span)
  if (block === null) {
    const span = drawn(drag.at, units, spans(shift))
    return span === null ? null : { kind, id: null, shift, span, blockedBy: null }
  }
  const by = units - drag.at
  const { id, span } = block
  switch (kind) {
    case 'start':
      return { kind, id, shift, span: startedAt(span, snap(span.start + by), spans(shift)), blockedBy: null }
    case 'end':
      return { kind, id, shift, span: endedAt(span, snap(span.end + by), spans(shift)), blockedBy: null }
    case 'move': {
      const below = shiftAt(drag, y)
      const wanted = snap(span.start + by)
      const free = setDown(span, wanted, spans(below))
      if (free !== null) return { kind, id, shift: below, span: free, blockedBy: null }
      const over = shifted(span, wanted)
      const inTheWay = inRow(below).find((one) => overlap(one.span, over))
      return { kind, id, shift: below, span: over, blockedBy: inTheWay?.id ?? null }
    }
    case 'draw':
      return null
  }
}

/** Draws a gesture with style properties of its one element: no component is rendered while the pointer moves. */
const show = (drag: Drag, gesture: Gesture | null): void => {
  const { element, lanes, shown } = drag
  if (gesture === null) return
  if (shown?.span.start === gesture.span.start && shown.span.end === gesture.span.end && shown.shift === gesture.shift)
    return
  drag.shown = gesture
  put(element, gesture.span, lanes.rows.indexOf(gesture.shift))
  element.toggleAttribute('data-held', true)
  element.toggleAttribute('data-blocked', gesture.blockedBy !== null)
  const times = element.querySelector('[data-times]')?.firstChild
  if (times != null) times.nodeValue = lanes.words(gesture.span)
}

const memory = ({ style, ...element }: { style: CSSStyleDeclaration; times: ChildNode | null }): (() => void) => {
  const places = (['--at', '--for', '--row'] as const).map((name) => [name, style.getPropertyValue(name)] as const)
  const words = element.times?.nodeValue ?? null
  return () => {
    for (const [name, value] of places) style.setProperty(name, value)
    if (element.times !== null) element.times.nodeValue = words
  }
}

/** Pointers on one zone's rows: everything snaps to ten minutes, and Escape takes it back. */
export const createLaneDrag = () => {
  let drag: Drag | null = null
  const scrolled = (): void => {
    if (drag !== null) drag.box = null
  }
  const stop = (): void => {
    if (drag === null) return
    drag.restore()
    drag.element.removeAttribute('data-held')
    drag.element.removeAttribute('data-blocked')
    drag = null
    removeEventListener('scroll', scrolled, true)
    removeEventListener('keydown', escape)
  }
  const escape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') stop()
  }
  return {
    /** `element` is the block, or what stands for a new one */
    begin: (event: ReactPointerEvent<HTMLElement>, lanes: Lanes, what: Pick<Drag, 'kind' | 'block' | 'element'>) => {
      if (event.button !== 0) return
      stop()
      const { currentTarget: track, clientX: x, clientY: y } = event
      const times = what.element.querySelector('[data-times]')?.firstChild ?? null
      const restore = memory({ style: what.element.style, times })
      drag = { ...what, lanes, track, box: null, shift: 0, at: 0, x, y, far: false, shown: null, restore }
      drag.shift = what.block?.shift ?? shiftAt(drag, y)
      drag.at = unitsAt(drag, x)
      track.setPointerCapture(event.pointerId)
      addEventListener('scroll', scrolled, true)
      addEventListener('keydown', escape)
    },
    move: ({ clientX, clientY }: ReactPointerEvent): void => {
      if (drag === null) return
      drag.far ||= Math.abs(clientX - drag.x) >= CLICK_PX || Math.abs(clientY - drag.y) >= CLICK_PX
      if (drag.far) show(drag, gestureAt(drag, clientX, clientY))
    },
    /** A press on a block without a drag is its click: with the pointer captured, the block itself gets none. */
    end: ({ clientX, clientY }: ReactPointerEvent): void => {
      if (drag === null) return
      const { far, block, lanes } = drag
      const done = far ? gestureAt(drag, clientX, clientY) : null
      stop()
      if (done !== null && done.blockedBy !== null) lanes.onBlocked(done)
      else if (done !== null) lanes.onDone(done)
      else if (!far && block !== null) lanes.onClick(block.id)
    },
    stop,
  }
}
