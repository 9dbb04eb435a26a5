import type { LngLat } from '@ambit/geo'
import { Marker } from '@vis.gl/react-maplibre'
import type { KeyboardEvent } from 'react'
import classes from './Pin.module.css'
import { mapStrings } from './strings.ts'

/** `place` is a drop without a letter */
export type PinLook = 'origin' | 'destination' | 'pickup' | 'dropoff' | 'place'

type Props = {
  name: string
  look: PinLook
  point: LngLat
  /** of a `place` that stands in a row of them */
  letter?: string
  outOfZone?: boolean
  /** the pin can be dragged, and moved by the arrow keys */
  onMove?: (point: LngLat) => void
  onDragStart?: () => void
}

/** Degrees that an arrow key moves a pin: some 20 m. */
const KEY_STEP = 0.0002
const FAST = 10

const colors: Record<PinLook, string> = {
  origin: 'var(--success)',
  pickup: 'var(--success)',
  destination: 'var(--info)',
  dropoff: 'var(--info)',
  place: 'var(--info)',
}

/** A passenger's own places are drops with a letter; the stops where the vehicle halts are squares. */
export const Pin = ({ name, look, point, letter, outOfZone = false, onMove, onDragStart }: Props) => {
  const color = outOfZone ? 'var(--danger)' : colors[look]
  const stop = look === 'pickup' || look === 'dropoff'
  const move = (event: KeyboardEvent): void => {
    const step = KEY_STEP * (event.shiftKey ? FAST : 1)
    const by = steps[event.key]
    if (by === undefined || onMove === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onMove([point[0] + by[0] * step, point[1] + by[1] * step])
  }
  return (
    <Marker
      longitude={point[0]}
      latitude={point[1]}
      anchor={stop ? 'center' : 'bottom'}
      draggable={onMove !== undefined}
      onDragStart={onDragStart}
      onDragEnd={({ lngLat }) => onMove?.([lngLat.lng, lngLat.lat])}
    >
      {onMove === undefined ? (
        <span className={classes['pin']} data-fixed role="img" aria-label={name}>
          <PinShape {...{ look, color, letter }} />
        </span>
      ) : (
        <button
          type="button"
          className={classes['pin']}
          data-set={!outOfZone || undefined}
          aria-label={mapStrings.pinHint(name)}
          onKeyDown={move}
        >
          <PinShape {...{ look, color, letter }} />
          {outOfZone && <span className={classes['flag']}>{mapStrings.outOfZone}</span>}
        </button>
      )}
    </Marker>
  )
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

const letters: Partial<Record<PinLook, string>> = { origin: 'A', destination: 'B' }

const PinShape = ({
  look,
  color,
  letter = letters[look],
}: {
  look: PinLook
  color: string
  letter?: string | undefined
}) => {
  if (look === 'pickup' || look === 'dropoff')
    return (
      <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
        <rect x="2" y="2" width="20" height="20" rx="5" fill="var(--panel)" stroke={color} strokeWidth="3" />
        {look === 'pickup' ? (
          <path
            d="M12 17V8m0 0-4 4m4-4 4 4"
            fill="none"
            stroke={color}
            strokeWidth="2.4"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ) : (
          <path
            d="M12 7v9m0 0-4-4m4 4 4-4"
            fill="none"
            stroke={color}
            strokeWidth="2.4"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        )}
      </svg>
    )
  return (
    <svg width="32" height="40" viewBox="0 0 32 40" aria-hidden="true">
      <path
        d="M16 38.5C10 30 4 23.8 4 15.6a12 12 0 0 1 24 0c0 8.2-6 14.4-12 22.9z"
        fill={color}
        stroke="var(--panel)"
        strokeWidth="2"
      />
      {letter === undefined ? (
        <circle cx="16" cy="15.6" r="4.4" fill="var(--panel)" />
      ) : (
        <text x="16" y="20.5" textAnchor="middle" fontSize="13" fontWeight="650" fill="var(--panel)">
          {letter}
        </text>
      )}
    </svg>
  )
}
