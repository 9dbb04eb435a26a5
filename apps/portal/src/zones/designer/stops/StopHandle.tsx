import type { LngLat } from '@ambit/geo'
import { Marker } from '@vis.gl/react-maplibre'
import type { KeyboardEvent } from 'react'
import type { StopDraft } from '../design/design.ts'
import classes from './StopHandle.module.css'
import { stopStrings as words } from './strings.ts'

/** Degrees that an arrow key moves a stop: some two metres. */
const STEP = 0.00002
const FAST = 10

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** A ring around the one selected stop that the keyboard can move; the pointer drags the stop itself. */
export const StopHandle = ({ stop, onNudge }: { stop: StopDraft; onNudge: (point: LngLat) => void }) => {
  const move = (event: KeyboardEvent): void => {
    const by = directions[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    const step = STEP * (event.shiftKey ? FAST : 1)
    onNudge([stop.point[0] + by[0] * step, stop.point[1] + by[1] * step])
  }
  return (
    <Marker longitude={stop.point[0]} latitude={stop.point[1]} anchor="center" style={{ pointerEvents: 'none' }}>
      <button type="button" className={classes['handle']} aria-label={words.handle(stop.name)} onKeyDown={move} />
    </Marker>
  )
}
