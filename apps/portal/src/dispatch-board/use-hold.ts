import type { BoardBooking, DispatchBoard, DispatchProbes } from '@ambit/contract'
import { useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type PointerEvent, useRef, useState } from 'react'
import { notify } from '../notifications/notify.tsx'
import type { TimeScale } from '../records/effects/lanes.ts'
import { bestPlace, type Hold, placeNear, placesOf, probeOf, tripAfter } from './hold.ts'
import { probeQuery } from './queries.ts'
import { effectStrings } from '../records/effects/strings.ts'
import { boardStrings as words } from './strings.ts'
import { useAction } from './use-action.ts'

/** A pointer that moves less has clicked. px */
const CLICK_PX = 4

type Options = {
  board: DispatchBoard
  scale: TimeScale
  /** the vehicles in the order in which they are shown */
  trips: readonly number[]
  may: boolean
  say: (sentence: string) => void
  /** what a screen reader is told of a choice */
  tell: (hold: Hold) => void
}

/** A booking that is moved by pointer or by key: held, taken to a vehicle and a place there, and let go. */
export const useHold = ({ board, scale, trips, may, say, tell }: Options) => {
  const [hold, setHold] = useState<Hold | null>(null)
  const { data: probes, isFetching } = useQuery(probeQuery(hold?.booking.id ?? null))
  const { show } = useAction()

  const take = (booking: BoardBooking): boolean => {
    if (!may) return false
    const row = board.rows.find(({ trip_id }) => trip_id === booking.trip_id)
    if (booking.status === 'on_board' || booking.status === 'completed') {
      const reason = `${booking.traveler_name}: ${effectStrings.marks.on_board}, ${row?.vehicle_number ?? ''}`
      notify({ type: 'info', title: words.cannot(booking.traveler_name), message: reason })
      return false
    }
    setHold({ booking, trip: booking.trip_id, place: 0 })
    say(words.held(booking.traveler_name))
    return true
  }
  const leave = (): void => {
    if (hold === null) return
    say(words.left(hold.booking.traveler_name))
    setHold(null)
  }
  /** Shows the effect of the place that is chosen, or why there is none. */
  const drop = (): void => {
    if (hold === null) return
    const { booking, trip, place } = hold
    setHold(null)
    if (trip === null) return say(words.left(booking.traveler_name))
    const probe = probeOf(probes, trip)
    if (probe?.fit === 'impossible') {
      const vehicle = board.rows.find(({ trip_id }) => trip_id === trip)?.vehicle_number ?? ''
      const reasons = probe.reasons.map(({ text }) => text)
      notify({ type: 'warning', title: words.impossibleThere(vehicle), message: reasons })
      return
    }
    if (trip === booking.trip_id && place === bestPlace(probe)) return say(words.left(booking.traveler_name))
    const chosen = place === bestPlace(probe) ? undefined : placesOf(probe)[place]
    show({
      kind: 'assign',
      service_request_ids: [booking.id],
      trip_id: trip,
      hold: 'short',
      ...(chosen === undefined
        ? {}
        : { place: { pickup_before: chosen.pickup_before, dropoff_before: chosen.dropoff_before } }),
    })
  }
  /** By key: so many vehicles further down, or so many places later. */
  const choose = (rows: number, places: number): void => {
    if (hold === null) return
    const trip = rows === 0 ? hold.trip : tripAfter(trips, hold.trip, rows)
    const probe = probeOf(probes, trip)
    const last = Math.max(0, placesOf(probe).length - 1)
    const place = rows === 0 ? Math.min(last, Math.max(0, hold.place + places)) : bestPlace(probe)
    const next = { ...hold, trip, place }
    setHold(next)
    tell(next)
  }

  const { pointer, wasMoved } = usePointer({ hold, setHold, probes, scale, take, drop, leave })
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || hold === null) return
    event.preventDefault()
    event.stopPropagation()
    leave()
  })
  return { hold, probes, asking: hold !== null && isFetching, take, leave, drop, choose, pointer, wasMoved }
}

type Pressed = { booking: BoardBooking; x: number; y: number; width: number }

type Pointing = {
  hold: Hold | null
  setHold: (hold: Hold) => void
  probes: DispatchProbes | undefined
  scale: TimeScale
  take: (booking: BoardBooking) => boolean
  drop: () => void
  leave: () => void
}

/** What a pointer does on the board: a press that goes far enough takes hold, and letting go drops. */
const usePointer = ({ hold, setHold, probes, scale, take, drop, leave }: Pointing) => {
  const pressed = useRef<Pressed | null>(null)
  const moved = useRef(false)
  const pointer = {
    onPointerDown: (event: PointerEvent, booking: BoardBooking | undefined): void => {
      moved.current = false
      if (event.button !== 0 || booking === undefined) return
      const track = event.target instanceof Element ? event.target.closest('[data-trip] > :last-child') : null
      pressed.current = { booking, x: event.clientX, y: event.clientY, width: track?.clientWidth ?? 1 }
    },
    onPointerMove: (event: PointerEvent): void => {
      const { current } = pressed
      if (current === null) return
      const far = Math.hypot(event.clientX - current.x, event.clientY - current.y) > CLICK_PX
      if (hold === null) {
        if (!far || moved.current) return
        moved.current = true
        if (take(current.booking)) event.currentTarget.setPointerCapture(event.pointerId)
        else pressed.current = null
        return
      }
      const row = document
        .elementsFromPoint(event.clientX, event.clientY)
        .map((element) => element.closest<HTMLElement>('[data-trip]'))
        .find((element) => element !== null)
      const trip = row?.dataset['trip'] === undefined ? null : Number(row.dataset['trip'])
      const track = row?.lastElementChild?.getBoundingClientRect()
      const share = track === undefined ? 0 : (event.clientX - track.left) / track.width
      const probe = probeOf(probes, trip)
      const other = trip !== hold.booking.trip_id
      // On another vehicle the engine's place is offered until the pointer goes along the row.
      const time = scale.from + share * (scale.until - scale.from)
      const place = other && trip !== hold.trip ? bestPlace(probe) : placeNear(probe, time)
      if (trip !== hold.trip || place !== hold.place) setHold({ ...hold, trip, place })
    },
    onPointerUp: (): void => {
      pressed.current = null
      drop()
    },
    onPointerCancel: (): void => {
      pressed.current = null
      leave()
    },
  }
  /** Whether the press that just ended moved a booking: it is no click then. */
  const wasMoved = (): boolean => moved.current
  return { pointer, wasMoved }
}
