import { useEffect, useRef, useState } from 'react'
import { api, type Place } from '@ambit/contract'
import { useRide } from '../ui/ride.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { placeOf } from '../ui/use-suggestions.ts'
import { DrawnMap } from './DrawnMap.tsx'
import styles from './screens.module.css'

/** Metres around the middle that are seen first, at the nearest, and from the farthest. */
const METRES = { first: 800, least: 100, most: 6400 }

type Point = readonly [number, number]
type Props = { label: string; near: Place | null; onPlace: (place: Place) => void }

/** A tap on the map moves pin and map there; nothing is dragged. */
export const PlacePin = ({ label, near, onPlace }: Props) => {
  const { say } = useRide()
  const [isOpen, setOpen] = useState(false)
  const middle = useAsked(api.ride.stops).answer?.data.middle ?? null
  const from = near?.point ?? middle
  if (from === null) return null
  if (isOpen) return <Pin label={label} from={from} onPlace={onPlace} />
  return (
    <button type="button" onClick={() => setOpen(true)}>
      {say('pin_on_map')}
    </button>
  )
}

const Pin = ({ label, from, onPlace }: Pick<Props, 'label' | 'onPlace'> & { from: Point }) => {
  const { say, calls } = useRide()
  const [pin, setPin] = useState<Point>(from)
  const [metres, setMetres] = useState(METRES.first)
  const [isBusy, setBusy] = useState(false)
  const section = useRef<HTMLElement>(null)
  // The button that opened it is gone.
  useEffect(() => section.current?.focus(), [])
  const use = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    const answered = await calls.call(api.geo.revgeocode, { query: { at: `${pin[1]},${pin[0]}`, limit: 1 } })
    const item = answered.ok ? answered.answer.items[0] : undefined
    setBusy(false)
    // It is the pin that was chosen, and not the middle of the house beside it.
    onPlace({ name: item === undefined ? say('pin') : placeOf(item).name, point: [pin[0], pin[1]] })
  }
  return (
    <section ref={section} tabIndex={-1} className={styles['form']} aria-label={`${label}: ${say('pin_on_map')}`}>
      <p className={styles['muted']}>{say('pin_how')}</p>
      <DrawnMap
        label={say('pin_on_map')}
        shown={{ way: [], turn: null, stop: pin, vehicle: null }}
        middle={pin}
        metres={metres}
        onTap={setPin}
      />
      <div className={styles['buttons']}>
        <button type="button" onClick={() => setMetres(Math.max(METRES.least, metres / 2))}>
          {say('nearer')}
        </button>
        <button type="button" onClick={() => setMetres(Math.min(METRES.most, metres * 2))}>
          {say('farther')}
        </button>
        <button type="button" aria-disabled={isBusy} onClick={() => void use()}>
          {say('use_pin')}
        </button>
      </div>
    </section>
  )
}
