import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { RecordId } from '../drafts/diff.ts'
import { DAY_UNITS, drawn, endedAt, moved, snap, type Span, startedAt } from './units.ts'

export const LANE_PX = 34

export type Block = { id: RecordId; shift: number; span: Span }
/** What a pointer is doing: drawing a new block, moving one, or pulling one of its edges. */
export type Gesture = { kind: 'draw' | 'move' | 'start' | 'end'; id: RecordId | null; shift: number; span: Span }

type Start = { kind: Gesture['kind']; block: Block | null; shift: number; at: number; x: number; y: number }

type Options = {
  rows: readonly number[]
  blocks: readonly Block[]
  /** the change, once the pointer lets go */
  onDone: (gesture: Gesture) => void
}

/** A press that moves less is a click. */
const CLICK_PX = 4

/** A block that is moved by so many units, to that shift, or pulled at one of its edges; null where it fits nowhere. */
const changedBlock = (
  { kind, shift }: Start,
  { id, span }: Block,
  by: number,
  shiftBelow: number,
  others: (shift: number) => Span[],
): Gesture | null => {
  switch (kind) {
    case 'start':
      return { kind, id, shift, span: startedAt(span, snap(span.start + by), others(shift)) }
    case 'end':
      return { kind, id, shift, span: endedAt(span, snap(span.end + by), others(shift)) }
    case 'move': {
      const to = moved(span, snap(span.start + by), others(shiftBelow))
      return to === null ? null : { kind, id, shift: shiftBelow, span: to }
    }
    case 'draw':
      return null
  }
}

/** Pointers on one zone's rows: everything snaps to ten minutes, stops at its neighbours, and Escape takes it back. */
export const useLaneDrag = ({ rows, blocks, onDone }: Options) => {
  const lanes = useRef<HTMLDivElement>(null)
  const start = useRef<Start | null>(null)
  const [gesture, setGesture] = useState<Gesture | null>(null)
  /** the click that ends a drag opens nothing */
  const dragged = useRef(false)

  const unitsAt = (x: number): number => {
    const box = lanes.current?.getBoundingClientRect()
    return box === undefined ? 0 : ((x - box.left) / box.width) * DAY_UNITS
  }
  const shiftAt = (y: number): number => {
    const box = lanes.current?.getBoundingClientRect()
    const row = box === undefined ? 0 : Math.floor((y - box.top) / LANE_PX)
    return rows[Math.max(0, Math.min(rows.length - 1, row))] ?? 1
  }
  const gestureAt = (from: Start, x: number, y: number): Gesture | null => {
    const units = unitsAt(x)
    const others = (shift: number): Span[] =>
      blocks.filter((one) => one.shift === shift && one.id !== from.block?.id).map(({ span }) => span)
    if (from.block === null) {
      const span = drawn(from.at, units, others(from.shift))
      return span === null ? null : { kind: 'draw', id: null, shift: from.shift, span }
    }
    return changedBlock(from, from.block, units - from.at, shiftAt(y), others)
  }
  const begin = (event: ReactPointerEvent, kind: Gesture['kind'], block: Block | null): void => {
    if (event.button !== 0) return
    event.stopPropagation()
    dragged.current = false
    const shift = block?.shift ?? shiftAt(event.clientY)
    start.current = { kind, block, shift, at: unitsAt(event.clientX), x: event.clientX, y: event.clientY }
    lanes.current?.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: ReactPointerEvent): void => {
    const from = start.current
    if (from === null) return
    const far = Math.abs(event.clientX - from.x) >= CLICK_PX || Math.abs(event.clientY - from.y) >= CLICK_PX
    if (!far && !dragged.current) return
    dragged.current = true
    setGesture(gestureAt(from, event.clientX, event.clientY))
  }
  const stop = useCallback((): void => {
    start.current = null
    setGesture(null)
  }, [])
  /** A press on a block without a drag is its click: with the pointer captured, the block itself gets none. */
  const onPointerUp = (event: ReactPointerEvent, onClick: (id: RecordId) => void): void => {
    const from = start.current
    if (from === null) return
    const done = dragged.current ? gestureAt(from, event.clientX, event.clientY) : null
    stop()
    if (done !== null) onDone(done)
    else if (!dragged.current && from.block !== null) onClick(from.block.id)
  }
  useEffect(() => {
    const escape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') stop()
    }
    window.addEventListener('keydown', escape)
    return () => window.removeEventListener('keydown', escape)
  }, [stop])
  return { lanes, gesture, begin, onPointerMove, onPointerUp, onPointerCancel: stop }
}
