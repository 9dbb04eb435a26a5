import { api, checkResults, type VehicleCheck } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconClipboardCheck, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { announceFailure } from '../../api/announce-failure.ts'
import { client } from '../../api/client.ts'
import { saveFile } from '../../api/download.ts'
import { useOpenDialog } from '../../dialogs/stack.ts'
import { RecordStatus } from '../../records/status.tsx'
import { checkStatuses } from '../../records/vehicle-checks.ts'
import { ChoiceFilter } from '../../table/ChoiceFilter.tsx'
import type { Column } from '../../table/column.ts'
import { ListCard } from '../../table/ListCard.tsx'
import { useList } from '../../table/use-list.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TabbedPage } from '../../ui/TabbedPage.tsx'
import { CheckTabs } from './CheckTabs.tsx'
import { checksQuery, checksState, narrowing } from './queries.ts'
import { checkStrings as words } from './strings.ts'

const { columns: headers } = words

const columns: readonly Column<VehicleCheck>[] = [
  { id: 'id', header: headers.id, width: 72, value: ({ id }) => id, sort: 'id', type: 'id' },
  {
    id: 'done_at',
    header: headers.done_at,
    width: 170,
    value: ({ done_at }) => done_at,
    sort: 'done_at',
    type: 'datetime',
  },
  { id: 'vehicle', header: headers.vehicle, width: 120, value: ({ vehicle_number }) => vehicle_number, primary: true },
  {
    id: 'result',
    header: headers.result,
    width: 160,
    value: ({ result }) => result,
    cell: ({ result }) => <RecordStatus of={checkStatuses} status={result} />,
  },
  { id: 'checklist', header: headers.checklist, width: 180, value: ({ checklist_name }) => checklist_name },
  { id: 'driver', header: headers.driver, width: 160, value: ({ driver_name }) => driver_name },
  { id: 'trip', header: headers.trip, width: 110, value: ({ trip_name }) => trip_name },
  { id: 'released', header: headers.released, width: 150, value: ({ released_by }) => released_by },
]

const choices = checkResults.map((value) => ({ value, label: checkStatuses[value].text }))

/** What drivers have found on vehicles, the newest first. */
const ChecksPage = () => {
  const open = useOpenDialog()
  const list = useList({
    state: checksState,
    query: checksQuery,
    filtered: (state) => state['filter.result'] !== null,
  })
  return (
    <TabbedPage
      header={<PageHeader action={<ExportButton narrowing={narrowing(list.state)} />} count={list.count} />}
      tabs={<CheckTabs current="/VehicleManagement/Checks" />}
    >
      <ListCard
        name="vehicle-checks"
        label={words.title}
        list={list}
        columns={columns}
        nameOf={({ vehicle_number, checklist_name }) => `${vehicle_number}, ${checklist_name}`}
        onOpen={({ id }) => open('VehicleCheckDialog', 'view', id)}
        onClear={() => list.change({ search: '', 'filter.result': null })}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={
          <ChoiceFilter
            label={words.result}
            choices={choices}
            value={list.state['filter.result']}
            onChange={(value) => list.change({ 'filter.result': value })}
          />
        }
        empty={{ icon: IconClipboardCheck, title: words.none, reason: words.noneReason }}
      />
    </TabbedPage>
  )
}
export default ChecksPage

const ExportButton = ({ narrowing: query }: { narrowing: ReturnType<typeof narrowing> }) => {
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      const response = await client.fetch(api.vehicleChecks.export, { query })
      saveFile(await response.blob(), 'vehicle-checks.csv')
    } catch (error) {
      announceFailure(error, words.exportFailed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} loading={busy} onClick={() => void run()}>
      {words.export}
    </Button>
  )
}
