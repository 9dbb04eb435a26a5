import type { ServiceRequest } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../settings/format.ts'
import { serverClock } from '../settings/use-now.ts'
import type { List } from '../table/use-list.ts'
import { ANY_TIME, type BookingsState, type Frame } from './bookings-state.ts'
import classes from './bookings.module.css'
import { anyTimeQuery } from './queries.ts'
import { bookingStrings } from './strings.ts'

const words = bookingStrings.list
const DAY_MS = 86_400_000

type Props = { list: List<BookingsState, ServiceRequest>; frame: Frame }

/** What a search finds outside of the chosen dates: a caller asks about a ride of any day. */
export const OtherTimes = ({ list, frame }: Props) => {
  const { state, total } = list
  const narrowed = state.search !== '' && state['filter.date_range'] !== ANY_TIME
  const anyTime = useQuery({ ...anyTimeQuery(state, frame), enabled: narrowed })
  const format = useFormat(frame.timeZone)
  const [first] = anyTime.data?.data ?? []
  const others = (anyTime.data?.meta.total ?? 0) - (total ?? 0)
  const shown = narrowed && total !== null && !list.fetching && others > 0
  const only = total === 0 && others === 1 ? first : undefined
  return (
    <div role="status" className={classes['otherTimes']}>
      {shown && (
        <>
          {only === undefined ? words.otherTimes(format.number(others)) : <OneMatch booking={only} />}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => list.change({ 'filter.date_range': ANY_TIME, sort: '-pickup_lower_bound' })}
          >
            {words.showOtherTimes}
          </Button>
        </>
      )}
    </div>
  )
}

/** On the day of its own zone. */
const OneMatch = ({ booking: { pickup, time_zone } }: { booking: ServiceRequest }) => {
  const format = useFormat(time_zone)
  const now = serverClock.now().getTime()
  const day = dateIn(time_zone, new Date(pickup.lower_bound))
  const near = [
    [0, words.today],
    [1, words.tomorrow],
    [-1, words.yesterday],
  ] as const
  const named = near.find(([away]) => day === dateIn(time_zone, new Date(now + away * DAY_MS)))?.[1]
  return words.oneMatch(named ?? words.oneMatchOn(format.day(pickup.lower_bound)))
}
