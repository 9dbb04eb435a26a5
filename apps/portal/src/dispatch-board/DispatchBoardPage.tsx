import type { BoardBooking, DispatchBoard } from '@ambit/contract'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { useFormat } from '../settings/format.ts'
import { serverClock, useNow } from '../settings/use-now.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useKeyHints } from '../ui/keys.ts'
import { useScope } from '../url/scope.ts'
import classes from './board.module.css'
import { type BoardFilter, layOutRow, scaleOf, shownRows, ticksOf } from './board-layout.ts'
import { shareAt, type TimeScale } from '../records/effects/lanes.ts'
import { BoardRowView } from './BoardRowView.tsx'
import { BoardTools } from './BoardTools.tsx'
import { bookingActions, mayMove } from './booking-actions.ts'
import { BookingMenu, type OpenMenu } from './BookingMenu.tsx'
import { type Hold, placesOf, probeOf } from './hold.ts'
import { OpenReturnsRow } from './OpenReturnsRow.tsx'
import { boardQuery } from './queries.ts'
import { boardKeys, boardStrings as words } from './strings.ts'
import { bookingBeside, useBookingKeys } from './use-booking-keys.ts'
import { useAction } from './use-action.ts'
import { useHold } from './use-hold.ts'
import { Waiting } from './Waiting.tsx'

const HOUR_MS = 3_600_000
const BEFORE_MS = 30 * 60_000
/** How often the board is asked again where no live event says so. ms */
const POLLING_MS = 15_000

/** Every vehicle with its rides along the clock, and the bookings that have none. */
const DispatchBoardPage = () => {
  const [scope] = useScope()
  const [hours, setHours] = useState(3)
  const [from, setFrom] = useState<string | null>(null)
  const [filter, setFilter] = useState<BoardFilter>({ sort: 'vehicle', hideIdle: false, search: '' })
  const query = useQuery({ ...boardQuery(scope, from, hours * 60), refetchInterval: POLLING_MS })
  const { data } = query
  const move = (by: number | null): void => {
    const begin =
      from ??
      new Date((data === undefined ? serverClock.now().getTime() : Date.parse(data.now)) - BEFORE_MS).toISOString()
    setFrom(by === null ? null : new Date(Date.parse(begin) + by * HOUR_MS).toISOString())
  }
  return (
    <div className={classes['page']}>
      <h1 className="visually-hidden">{words.title}</h1>
      <BoardTools
        filter={filter}
        onFilter={(change) => setFilter((before) => ({ ...before, ...change }))}
        hours={hours}
        onHours={setHours}
        onMove={move}
      />
      {data !== undefined ? (
        <Board board={data} filter={filter} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div role="status" aria-label={words.loading}>
          <Skeleton h={58} m={10} />
          <Skeleton h={58} m={10} />
          <Skeleton h={58} m={10} />
        </div>
      )}
    </div>
  )
}
export default DispatchBoardPage

const Board = ({ board: live, filter }: { board: DispatchBoard; filter: BoardFilter }) => {
  useKeyHints(boardKeys)
  const can = useCan()
  const open = useOpenDialog()
  const [current, setCurrent] = useState<number | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [said, say] = useState('')
  const frame = useRef<HTMLDivElement>(null)
  // What is being moved stays where it is on the board, and so does everything beneath it.
  const [frozen, freeze] = useState<DispatchBoard | null>(null)
  const board = frozen ?? live
  const scale = useMemo(() => scaleOf(board), [board])
  const format = useFormat(board.zones[0]?.time_zone)
  const laid = useMemo(
    () => shownRows(board, filter).map(({ row, bookings }) => layOutRow(row, bookings, scale)),
    [board, filter, scale],
  )
  const waiting = useMemo(() => board.bookings.filter(({ trip_id }) => trip_id === null), [board])
  const byId = useMemo(() => new Map(board.bookings.map((booking) => [booking.id, booking])), [board])
  const trips = useMemo(() => laid.map(({ row }) => row.trip_id), [laid])
  const tell = ({ trip, place }: Hold): void => {
    const probe = probeOf(probes, trip)
    const vehicle = board.rows.find(({ trip_id }) => trip_id === trip)?.vehicle_number ?? ''
    const chosen = placesOf(probe)[place]
    const fit = probe === undefined ? words.asking : words.fits[chosen?.fit ?? probe.fit]
    const why = chosen === undefined ? (probe?.reasons[0]?.text ?? '') : ''
    say([words.choice(vehicle, fit, chosen === undefined ? null : format.time(chosen.pickup_at)), why].join('. '))
  }
  const moving = useHold({ board, scale, trips, may: can('DispatchManagement:assign:canUpdate'), say, tell })
  const { hold, probes, asking } = moving
  if (hold !== null && frozen === null) freeze(live)
  if (hold === null && frozen !== null) freeze(null)
  const actions = bookingActions(useAction())
  const focus = (id: number | undefined): void => {
    if (id === undefined) return
    setCurrent(id)
    frame.current?.querySelector<HTMLElement>(`[data-booking="${id}"]`)?.focus()
  }
  const openMenu = (booking: BoardBooking): void => {
    const box = frame.current?.querySelector(`[data-booking="${booking.id}"]`)?.getBoundingClientRect()
    setMenu({ booking, x: box?.left ?? 0, y: box?.bottom ?? 0 })
  }
  const bookingOf = (target: EventTarget | null): BoardBooking | undefined => {
    const bar = target instanceof Element ? target.closest<HTMLElement>('[data-booking]') : null
    return byId.get(Number(bar?.dataset['booking']))
  }
  const keys = useBookingKeys({
    moving,
    beside: (booking, key) => focus(bookingBeside(laid, waiting, booking, key)),
    take: (booking) => void moving.take(booking),
    menu: openMenu,
    pin: (booking) => booking.trip_id !== null && can('DispatchManagement:pin:canUpdate') && actions.pin(booking),
    unassign: (booking) =>
      booking.trip_id !== null &&
      mayMove(booking) &&
      can('DispatchManagement:assign:canUpdate') &&
      actions.unassign(booking),
    optimise: (booking) => can('DispatchManagement:optimise:canUpdate') && actions.optimise(booking.zone_id),
    pause: (booking) => {
      const row = board.rows.find(({ trip_id }) => trip_id === booking.trip_id)
      if (row !== undefined && can('DispatchManagement:pause:canUpdate')) actions.pause(row)
    },
    why: (booking) => open('LiveBookingDialog', 'view', booking.id, 'History'),
  })
  const first = waiting[0]?.id ?? laid.find(({ bars }) => bars.length > 0)?.bars[0]?.booking.id ?? null
  const tabbable = current !== null && byId.has(current) ? current : first
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the bars within are buttons; their events bubble here
    <div
      ref={frame}
      className={classes['frame']}
      data-holding={hold !== null || undefined}
      onKeyDown={(event: KeyboardEvent) => keys(event, bookingOf(event.target))}
      onFocus={(event) => setCurrent(bookingOf(event.target)?.id ?? current)}
      onPointerDown={(event) => moving.pointer.onPointerDown(event, bookingOf(event.target))}
      onPointerMove={moving.pointer.onPointerMove}
      onPointerUp={moving.pointer.onPointerUp}
      onPointerCancel={moving.pointer.onPointerCancel}
      onClick={(event: MouseEvent) => {
        const booking = bookingOf(event.target)
        if (booking !== undefined && !moving.wasMoved() && hold === null) openMenu(booking)
      }}
    >
      <p className="visually-hidden" role="status">
        {asking ? words.asking : said}
      </p>
      <div className={classes['inner']}>
        <Axis scale={scale} format={format} />
        <Waiting bookings={waiting} format={format} current={tabbable} held={hold?.booking.id ?? null} />
        <OpenReturnsRow now={board.now} timeZone={board.zones[0]?.time_zone} scale={scale} format={format} />
        <ul className={classes['rows']} aria-label={words.rows}>
          {laid.map((one) => (
            <BoardRowView
              key={one.row.trip_id}
              laid={one}
              scale={scale}
              format={format}
              current={one.bars.some(({ booking }) => booking.id === tabbable) ? tabbable : null}
              held={hold?.booking.id ?? null}
              probe={hold === null ? undefined : probeOf(probes, one.row.trip_id)}
              asking={asking}
              place={hold?.trip === one.row.trip_id ? hold.place : null}
            />
          ))}
          <NowLine scale={scale} />
        </ul>
        {laid.length === 0 && <EmptyState title={words.empty} reason={words.emptyHint} />}
      </div>
      {menu !== null && (
        <BookingMenu
          menu={menu}
          rows={board.rows}
          actions={actions}
          format={format}
          onClose={() => {
            setMenu(null)
            focus(menu.booking.id)
          }}
        />
      )}
    </div>
  )
}

const Axis = ({ scale, format }: { scale: TimeScale; format: ReturnType<typeof useFormat> }) => (
  <div className={classes['axis']} aria-hidden>
    {ticksOf(scale).map(({ at, time }) => (
      <span key={at} style={{ left: `${at * 100}%` }}>
        {format.time(time)}
      </span>
    ))}
  </div>
)

const NowLine = ({ scale }: { scale: TimeScale }) => {
  const at = shareAt(scale, useNow())
  if (at < 0 || at > 1) return null
  return (
    <li className={classes['now']} style={{ left: `calc(var(--head) + (100% - var(--head)) * ${at})` }} aria-hidden />
  )
}
