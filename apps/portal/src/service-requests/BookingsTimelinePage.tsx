import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconTimeline } from '@tabler/icons-react'
import { useFormat } from '../settings/format.ts'
import { SearchBox } from '../table/SearchBox.tsx'
import { useList } from '../table/use-list.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { BookingFilters } from './BookingFilters.tsx'
import { BookingsLayout } from './BookingsLayout.tsx'
import { BookingTimeline } from './BookingTimeline.tsx'
import {
  bookingsState,
  type Frame,
  type Grouping,
  momentsOf,
  narrowing,
  TIMELINE_DAYS,
  TIMELINE_MOST,
} from './bookings-state.ts'
import { timelineQuery } from './queries.ts'
import { bookingStrings } from './strings.ts'
import classes from './BookingsTimelinePage.module.css'
import { axisOf } from './timeline.ts'
import { useBookingsFrame } from './use-bookings-frame.ts'

const words = bookingStrings.timeline
const DAY_MS = 86_400_000
/** A day whose clocks are put back is longer. */
const LONGEST_MS = TIMELINE_DAYS * DAY_MS + 3_600_000

/** The same bookings over time: what was promised beside what is expected. */
const BookingsTimelinePage = () => {
  const frame = useBookingsFrame()
  const format = useFormat(frame.timeZone)
  const list = useList({
    state: bookingsState,
    query: (state) => timelineQuery(state, frame),
    filtered: (state) => state['filter.status'].length > 0,
  })
  const by: Grouping = list.state.group ?? 'zone'
  return (
    <BookingsLayout
      current="timeline"
      count={list.total === null ? null : bookingStrings.list.total(format.number(list.total))}
      narrowing={narrowing(list.state, frame)}
    >
      <section className={`card ${classes['card']}`} aria-label={words.title}>
        <div className={classes['filters']}>
          <SearchBox
            label={bookingStrings.list.searchLabel}
            placeholder={bookingStrings.list.search}
            value={list.state.search}
            onChange={(search) => list.change({ search }, { replace: true })}
          />
          <BookingFilters state={list.state} timeZone={frame.timeZone} onChange={list.change} />
          <SegmentedControl
            size="sm"
            aria-label={words.group}
            data={[
              { value: 'zone', label: words.byZone },
              { value: 'vehicle', label: words.byVehicle },
            ]}
            value={by}
            onChange={(value) => list.change({ group: value === 'vehicle' ? 'vehicle' : null }, { replace: true })}
          />
        </div>
        <Timeline list={list} frame={frame} by={by} />
      </section>
    </BookingsLayout>
  )
}
export default BookingsTimelinePage

type Props = { list: ReturnType<typeof useList<Shown, Row>>; frame: Frame; by: Grouping }
type Shown = ReturnType<typeof bookingsState.read>
type Row = Awaited<ReturnType<ReturnType<typeof timelineQuery>['queryFn']>>['data'][number]

const Timeline = ({ list, frame, by }: Props) => {
  const range = momentsOf(list.state['filter.date_range'], frame.now, frame.timeZone)
  const showToday = (
    <Button variant="default" onClick={() => list.change({ 'filter.date_range': 'today' })}>
      {bookingStrings.list.showToday}
    </Button>
  )
  if (range === null || range[1].getTime() - range[0].getTime() > LONGEST_MS)
    return <EmptyState title={words.tooLong} reason={words.tooLongReason} action={showToday} />
  if (list.pending)
    return (
      <div className={classes['pending']} aria-busy="true">
        {Array.from({ length: 8 }, (_, row) => (
          <Skeleton key={row} h={22} />
        ))}
      </div>
    )
  if (list.error !== null && list.total === null) return <ErrorState error={list.error} onRetry={list.retry} />
  if (list.rows.length === 0)
    return (
      <EmptyState
        icon={IconTimeline}
        title={bookingStrings.list.none}
        reason={list.narrowed ? words.noneFound : bookingStrings.list.noneThen}
        action={
          list.narrowed ? (
            <Button variant="default" onClick={() => list.change({ search: '', 'filter.status': [] })}>
              {words.clear}
            </Button>
          ) : (
            list.state['filter.date_range'] !== 'today' && showToday
          )
        }
      />
    )
  return (
    <>
      {(list.total ?? 0) > list.rows.length && (
        <p className={classes['cut']} role="status">
          {words.cut(TIMELINE_MOST)}
        </p>
      )}
      <BookingTimeline bookings={list.rows} axis={axisOf(range, list.rows)} by={by} timeZone={frame.timeZone} />
    </>
  )
}
