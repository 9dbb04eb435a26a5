import { seriesStates } from '@ambit/contract'
import { Button, Group } from '@mantine/core'
import { IconDownload, IconRepeat, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { saveFile } from '../api/download.ts'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { seriesStatuses } from '../records/booking-series.ts'
import { statusOptions } from '../records/status.tsx'
import { ChoiceFilter } from '../table/ChoiceFilter.tsx'
import { ListCard } from '../table/ListCard.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useScope } from '../url/scope.ts'
import { seriesColumns } from './columns.tsx'
import { CREATE } from './keys.ts'
import { cleared, exportSeries, seriesQuery, seriesState } from './queries.ts'
import { seriesStrings as words } from './strings.ts'

const states = statusOptions(seriesStatuses, seriesStates)

/** Journeys that are made again and again. */
const RecurringJourneysPage = () => {
  const open = useOpenDialog()
  const can = useCan()
  const [scope] = useScope()
  const list = useList({
    state: seriesState,
    query: (state) => seriesQuery(state, scope),
    filtered: (state) => state['filter.state'] !== null,
  })
  return (
    <>
      <PageHeader
        count={list.count}
        action={
          <Group gap="xs">
            {can(CREATE) && (
              <Button
                variant="default"
                leftSection={<IconUpload size={16} />}
                onClick={() => open('SeriesImportDialog', 'create')}
              >
                {words.import}
              </Button>
            )}
            <ExportButton format="csv" save={(format) => exportSeries(list.state, scope, format)} />
            <ExportButton format="ics" save={(format) => exportSeries(list.state, scope, format)} />
          </Group>
        }
      />
      <ListCard
        name="booking-series"
        label={words.title}
        list={list}
        columns={seriesColumns}
        nameOf={({ id, traveler_name }) => words.nameOf(id, traveler_name)}
        onOpen={({ id }) => open('SeriesDialog', 'view', id, 'Details')}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={
          <ChoiceFilter
            label={words.stateFilter}
            choices={states}
            value={list.state['filter.state']}
            onChange={(value) => list.change({ 'filter.state': value })}
          />
        }
        empty={{ icon: IconRepeat, title: words.none, reason: words.noneReason }}
      />
    </>
  )
}
export default RecurringJourneysPage

type ExportProps = { format: 'csv' | 'ics'; save: (format: 'csv' | 'ics') => Promise<Blob> }

const ExportButton = ({ format, save }: ExportProps) => {
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      saveFile(await save(format), `recurring-journeys.${format}`)
    } catch (error) {
      announceFailure(error, words.exportFailed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} loading={busy} onClick={() => void run()}>
      {words.export[format]}
    </Button>
  )
}
