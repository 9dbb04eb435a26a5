import { api, type BookingSeries, type SeriesPause } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { DayInput } from '../form/DayInput.tsx'
import { occurrencesQuery } from '../records/booking-series.ts'
import type { Format } from '../settings/create-format.ts'
import { useFormat } from '../settings/format.ts'
import { serverClock } from '../settings/use-now.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { CancelRides } from './CancelRides.tsx'
import { bookedRides, useSeriesChange } from './change-series.ts'
import { seriesDialogStrings as words } from './dialog-strings.ts'
import { UPDATE } from './keys.ts'
import classes from './series.module.css'

type Props = { series: BookingSeries }

/** From when to when the journey is not made; each is ended early with a press. */
export const SeriesPauses = ({ series }: Props) => {
  const format = useFormat(series.time_zone)
  const { busy, run } = useSeriesChange()
  const may = useCan()(UPDATE) && series.state !== 'ended'
  const end = (pause: SeriesPause): void =>
    void run(words.pauseEnded, () =>
      client.call(api.bookingSeries.endPause, { params: { id: series.id, pause_id: pause.id } }),
    )
  return (
    <section aria-label={words.pauses} className={classes['pauses']}>
      <h3>{words.pauses}</h3>
      {series.pauses.length === 0 ? (
        <p>{words.noPauses}</p>
      ) : (
        <ul>
          {series.pauses.map((pause) => (
            <li key={pause.id}>
              <span>{saidOf(pause, series, format)}</span>
              {may && pause.to >= dateIn(series.time_zone, serverClock.now()) && (
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={busy}
                  aria-label={words.endPauseNamed(saidOf(pause, series, format))}
                  onClick={() => end(pause)}
                >
                  {words.endPause}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {may && <NewPause series={series} />}
    </section>
  )
}

const saidOf = (
  { from, to, leg }: Pick<SeriesPause, 'from' | 'to' | 'leg'>,
  { legs }: BookingSeries,
  format: Format,
) => {
  const span = words.pause(format.civilDay(from), format.civilDay(to))
  return legs.length === 1
    ? span
    : words.ofLeg(span, leg === 1 ? words.legs[1] : leg === 2 ? words.legs[2] : words.legs.both)
}

const ways = (['both', '1', '2'] as const).map((value) => ({ value, label: words.legs[value] }))

const NewPause = ({ series }: Props) => {
  const { id, time_zone, legs } = series
  const format = useFormat(time_zone)
  const today = dateIn(time_zone, serverClock.now())
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const [way, setWay] = useState<'both' | '1' | '2'>('both')
  const [asking, ask] = useState(false)
  const { busy, run } = useSeriesChange()
  const occurrences = useQuery(occurrencesQuery(id))
  const ready = from !== null && to !== null && from <= to
  const leg: 1 | 2 | null = way === 'both' ? null : way === '1' ? 1 : 2
  const rides = bookedRides(occurrences.data ?? []).filter(
    (ride) => ready && from <= ride.date && ride.date <= to && (leg === null || leg === ride.leg),
  )
  const pause = async (cancel: number[]): Promise<void> => {
    if (!ready) return
    const body = { from, to, leg, cancel }
    if (!(await run(words.paused, () => client.call(api.bookingSeries.pause, { params: { id }, body })))) return
    ask(false)
    setFrom(null)
    setTo(null)
  }
  return (
    <>
      {occurrences.data === undefined && occurrences.isError && (
        <ErrorState error={occurrences.error} onRetry={() => void occurrences.refetch()} />
      )}
      <div className={classes['newPause']}>
        <DayInput
          label={words.from}
          valueFormat="YYYY-MM-DD"
          minDate={today}
          clearable
          value={from}
          onChange={setFrom}
          onUnreadable={() => setFrom(null)}
        />
        <DayInput
          label={words.to}
          valueFormat="YYYY-MM-DD"
          minDate={from ?? today}
          clearable
          value={to}
          onChange={setTo}
          onUnreadable={() => setTo(null)}
        />
        {legs.length > 1 && (
          <Select
            label={words.which}
            allowDeselect={false}
            data={ways}
            value={way}
            onChange={(text) => setWay(text === '1' || text === '2' ? text : 'both')}
          />
        )}
        <Button
          variant="default"
          disabled={!ready || occurrences.data === undefined}
          loading={busy}
          onClick={() => (rides.length === 0 ? void pause([]) : ask(true))}
        >
          {words.addPause}
        </Button>
        {asking && ready && (
          <CancelRides
            title={words.pauseTitle(words.pause(format.civilDay(from), format.civilDay(to)))}
            text={words.leaveOutText}
            act={words.addPause}
            rides={rides}
            timeZone={time_zone}
            busy={busy}
            onClose={() => ask(false)}
            onAct={(cancel) => void pause(cancel)}
          />
        )}
      </div>
    </>
  )
}
