import type { BookingSeries } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { occurrencesQuery, seriesRecords, seriesStatuses } from '../records/booking-series.ts'
import { historyTab } from '../records/History.tsx'
import { RecordStatus } from '../records/status.tsx'
import { seriesDialogStrings as words } from './dialog-strings.ts'
import { EndSeries } from './EndSeries.tsx'
import { DESTROY } from './keys.ts'
import { SeriesDetails } from './SeriesDetails.tsx'
import { SeriesOccurrences } from './SeriesOccurrences.tsx'

/** One recurring journey: what was agreed, its dates, and what is done with it. */
const SeriesDialog = () => {
  const { id } = useDialog()
  const can = useCan()
  return (
    <Loaded query={useQuery(seriesRecords.one(Number(id)))} title={words.one}>
      {(series) => (
        <DialogFrame
          title={words.title(series.traveler_name, series.words)}
          id={words.number(series.id)}
          status={
            <>
              <RecordStatus of={seriesStatuses} status={series.state} />
              {can(DESTROY) && series.state !== 'ended' && <EndButton series={series} />}
            </>
          }
          tabs={[
            { value: 'Details', label: words.tabs.details, content: <SeriesDetails series={series} /> },
            { value: 'Dates', label: words.tabs.dates, content: <SeriesOccurrences series={series} /> },
            ...historyTab(can, 'booking_series', series.id),
          ]}
        />
      )}
    </Loaded>
  )
}
export default SeriesDialog

const EndButton = ({ series }: { series: BookingSeries }) => {
  const [asking, ask] = useState(false)
  const rides = useQuery({ ...occurrencesQuery(series.id), enabled: asking })
  return (
    <>
      <Button size="sm" variant="default" loading={asking && rides.isPending} onClick={() => ask(true)}>
        {words.end}
      </Button>
      {asking && <EndSeries series={series} onClose={() => ask(false)} />}
    </>
  )
}
