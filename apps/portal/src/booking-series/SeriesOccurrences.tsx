import { api, type BookingSeries, type SeriesDateInput, type SeriesOccurrence } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { DayInput } from '../form/DayInput.tsx'
import { occurrencesQuery } from '../records/booking-series.ts'
import { useFormat } from '../settings/format.ts'
import { serverClock } from '../settings/use-now.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { CancelRides } from './CancelRides.tsx'
import { bookedRides, useSeriesChange } from './change-series.ts'
import { seriesDialogStrings as words } from './dialog-strings.ts'
import { UPDATE } from './keys.ts'
import { OccurrenceRow } from './OccurrenceRow.tsx'
import classes from './series.module.css'

/** Dates that are shown at once. */
const SHOWN = 20

type Props = { series: BookingSeries }

/** The dates of a series with what became of each; single ones are left out, taken back or added. */
export const SeriesOccurrences = ({ series }: Props) => {
  const query = useQuery(occurrencesQuery(series.id))
  const [shown, show] = useState(SHOWN)
  const [asked, ask] = useState<SeriesOccurrence | null>(null)
  const may = useCan()(UPDATE) && series.state !== 'ended'
  const dates = useDates(series)
  if (query.isPending) return <Skeleton h={240} aria-label={words.loading} />
  if (query.data === undefined) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const leaveOut = (occurrence: SeriesOccurrence): void => {
    if (bookedRides([occurrence]).length > 0) ask(occurrence)
    else void dates.set({ date: occurrence.date, is: 'left_out' })
  }
  const leave = async (date: string, cancel: number[]): Promise<void> => {
    if (await dates.set({ date, is: 'left_out', cancel })) ask(null)
  }
  return (
    <div className={classes['details']}>
      {query.data.length === 0 && <p>{words.noDates}</p>}
      <ul className={classes['dates']} aria-label={words.dates}>
        {query.data.slice(0, shown).map((occurrence) => (
          <OccurrenceRow
            key={occurrence.date}
            series={series}
            occurrence={occurrence}
            editable={may}
            busy={dates.busy}
            onLeaveOut={() => leaveOut(occurrence)}
            onFollow={() => void dates.set({ date: occurrence.date, is: 'follow' })}
          />
        ))}
      </ul>
      {query.data.length > shown && (
        <Button variant="default" onClick={() => show(shown + SHOWN)}>
          {words.further}
        </Button>
      )}
      {may && <OtherDate series={series} dates={dates} />}
      {asked !== null && (
        <CancelRides
          title={words.leaveOutTitle(dates.day(asked.date))}
          text={words.leaveOutText}
          act={words.leaveOut}
          rides={bookedRides([asked])}
          timeZone={series.time_zone}
          busy={dates.busy}
          onClose={() => ask(null)}
          onAct={(cancel) => void leave(asked.date, cancel)}
        />
      )}
    </div>
  )
}

/** Single dates of a series as they are set. */
const useDates = ({ id }: BookingSeries) => {
  const { busy, run } = useSeriesChange()
  const { civilDay: day } = useFormat()
  const said = { left_out: words.leftOut, added: words.addedDate, follow: words.tookBack }
  return {
    busy,
    day,
    set: (body: z.input<typeof SeriesDateInput>): Promise<boolean> =>
      run(said[body.is](day(body.date)), () => client.call(api.bookingSeries.setDate, { params: { id }, body })),
  }
}

const OtherDate = ({ series, dates }: Props & { dates: ReturnType<typeof useDates> }) => {
  const [date, setDate] = useState<string | null>(null)
  const add = async (): Promise<void> => {
    if (date !== null && (await dates.set({ date, is: 'added' }))) setDate(null)
  }
  return (
    <div className={classes['newDate']}>
      <DayInput
        label={words.date}
        valueFormat="YYYY-MM-DD"
        minDate={dateIn(series.time_zone, serverClock.now())}
        clearable
        value={date}
        onChange={setDate}
        onUnreadable={() => setDate(null)}
      />
      <Button variant="default" disabled={date === null} loading={dates.busy} onClick={() => void add()}>
        {words.add}
      </Button>
    </div>
  )
}
