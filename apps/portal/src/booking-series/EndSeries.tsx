import { api, type BookingSeries } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { occurrencesQuery } from '../records/booking-series.ts'
import { CancelRides } from './CancelRides.tsx'
import { bookedRides, useSeriesChange } from './change-series.ts'
import { seriesDialogStrings as words } from './dialog-strings.ts'

type Props = { series: BookingSeries; onClose: () => void }

/** Ends a series; its booked rides are cancelled where they are ticked, all of them at first. */
export const EndSeries = ({ series: { id, time_zone }, onClose }: Props) => {
  const { busy, run } = useSeriesChange()
  const { data, error } = useQuery(occurrencesQuery(id))
  useEffect(() => {
    if (error === null) return
    announceFailure(error, words.failed)
    onClose()
  }, [error, onClose])
  if (data === undefined) return null
  const rides = bookedRides(data)
  const end = async (cancel: number[]): Promise<void> => {
    const done = await run(words.ended, () => client.call(api.bookingSeries.end, { params: { id }, body: { cancel } }))
    if (done) onClose()
  }
  return (
    <CancelRides
      title={words.endTitle}
      text={rides.length === 0 ? words.endPlain : words.endText}
      act={words.end}
      rides={rides}
      timeZone={time_zone}
      busy={busy}
      onClose={onClose}
      onAct={(cancel) => void end(cancel)}
    />
  )
}
