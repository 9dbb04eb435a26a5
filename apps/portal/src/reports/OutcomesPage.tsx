import { dateIn } from '@ambit/domain'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { saveFile } from '../api/download.ts'
import { DayRangeFields } from '../form/DayRangeFields.tsx'
import { browserTimeZone } from '../form/time-zones.ts'
import { serverClock } from '../settings/use-now.ts'
import { ListCard } from '../table/ListCard.tsx'
import { useList } from '../table/use-list.ts'
import { useScope } from '../url/scope.ts'
import { outcomeColumns } from './columns.tsx'
import { OutcomesOverview } from './OutcomesOverview.tsx'
import { bookingReportQuery, exportOutcomes, outcomesQuery, outcomesState } from './queries.ts'
import { wholeRange } from './range.ts'
import { ReportsLayout } from './ReportsLayout.tsx'
import { reportStrings } from './strings.ts'
import './outcome-tones.css'

const words = reportStrings.outcomes

/** What became of bookings and searches: in all, by day, and for each zone and day. */
const OutcomesPage = () => {
  const [scope] = useScope()
  const today = dateIn(browserTimeZone(), serverClock.now())
  const list = useList({
    state: outcomesState,
    query: (state) => outcomesQuery(state, wholeRange(state, today), scope),
    filtered: (state) => state['filter.from'] !== null || state['filter.to'] !== null,
  })
  const days = wholeRange(list.state, today)
  const report = useQuery({ ...bookingReportQuery(days, scope), placeholderData: keepPreviousData })
  return (
    <ReportsLayout
      tab="booking-outcome-report"
      action={
        <ExportButton
          save={async () =>
            saveFile(
              await exportOutcomes(days, scope),
              `booking-outcomes-${days['filter.from']}-${days['filter.to']}.csv`,
            )
          }
        />
      }
    >
      {report.data !== undefined && report.data.totals.total > 0 && <OutcomesOverview report={report.data} />}
      <ListCard
        name="booking-outcomes"
        label={words.rows}
        list={list}
        columns={outcomeColumns}
        nameOf={(row) => `${row.zone_name}, ${row.date}`}
        onClear={() => list.change({ 'filter.from': null, 'filter.to': null })}
        filters={<DayRangeFields whole range={days} onChange={(change) => list.change(change)} />}
        totals={report.data && { label: words.totals, values: report.data.totals }}
        empty={{ title: reportStrings.nothingYet, reason: words.none }}
      />
    </ReportsLayout>
  )
}
export default OutcomesPage

const ExportButton = ({ save }: { save: () => Promise<void> }) => {
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      await save()
    } catch (error) {
      announceFailure(error, words.exportFailed)
    }
    setBusy(false)
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} loading={busy} onClick={() => void run()}>
      {words.export}
    </Button>
  )
}
