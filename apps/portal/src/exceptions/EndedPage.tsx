import { exceptionKinds, exceptionSeverities } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { saveFile } from '../api/download.ts'
import { useCan } from '../auth/permissions.ts'
import { DayRangeFields } from '../form/DayRangeFields.tsx'
import { peopleQuery } from '../records/exceptions/queries.ts'
import { useMe } from '../auth/use-me.ts'
import { exceptionStrings } from '../records/exceptions/strings.ts'
import { ListCard } from '../table/ListCard.tsx'
import { SelectFilter } from '../table/SelectFilter.tsx'
import { useList } from '../table/use-list.ts'
import { useFormat } from '../settings/format.ts'
import { useNavigate } from '../url/link.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { useScope } from '../url/scope.ts'
import { endedColumns } from './columns.tsx'
import { ExceptionTabs } from './ExceptionTabs.tsx'
import { asOwners, ownerChoices, ownersOf } from './filters.ts'
import { allFigures, cleared, endedQuery, endedState, exportEnded, isEndedFiltered, isOfFigure } from './queries.ts'
import { endedStrings as words, inboxStrings } from './strings.ts'

const kinds = exceptionKinds.map((value) => ({ value, label: exceptionStrings.kinds[value] }))
const severities = exceptionSeverities.map((value) => ({ value, label: exceptionStrings.severities[value] }))

/** What has ended in the last days, and how. */
const EndedPage = () => {
  const [scope] = useScope()
  const navigate = useNavigate()
  const format = useFormat()
  const me = useMe()
  const can = useCan()
  const mayOthers = can('ExceptionManagement:responseTimes:canRead')
  const list = useList({ state: endedState, query: (state) => endedQuery(state, scope, me), filtered: isEndedFiltered })
  const { data: answering = [] } = useQuery({
    ...peopleQuery(scope.region),
    enabled: mayOthers && can('ExceptionManagement:exception:canUpdate'),
  })
  // Those who left and answer nothing any more are known by their rows alone.
  const people = [...new Map([...ownersOf(list.rows), ...asOwners(answering)].map((one) => [one.value, one])).values()]
  return (
    <ExceptionTabs
      current="/Exceptions/history"
      count={list.count}
      action={<ExportButton save={() => exportEnded(list.state, scope, me)} />}
    >
      <ListCard
        name="exceptions"
        label={words.list}
        list={list}
        columns={endedColumns(format)}
        nameOf={({ id }) => String(id)}
        onOpen={({ id }) => void navigate({ to: `/Exceptions/inbox/${id}`, search: scopedSearch })}
        onClear={() => list.change(cleared)}
        search={{ label: inboxStrings.searchLabel, placeholder: words.search }}
        filters={
          <>
            <DayRangeFields range={list.state} onChange={(range) => list.change(range)} />
            {isOfFigure(list.state) && (
              <Button size="sm" variant="default" onClick={() => list.change(allFigures)}>
                {words.figure(list.state['filter.figure'] ?? 'all')}
              </Button>
            )}
            <SelectFilter
              label={inboxStrings.kindFilter}
              any={inboxStrings.anyKind}
              searchable
              choices={kinds}
              value={list.state['filter.kind']}
              onChange={(value) => list.change({ 'filter.kind': value })}
            />
            <SelectFilter
              label={inboxStrings.severityFilter}
              any={inboxStrings.anySeverity}
              choices={severities}
              value={list.state['filter.severity']}
              onChange={(value) => list.change({ 'filter.severity': value })}
            />
            <SelectFilter
              label={inboxStrings.ownerFilter}
              any={inboxStrings.anyOwner}
              searchable
              choices={ownerChoices(mayOthers ? people : [], list.state['filter.owner'])}
              value={list.state['filter.owner']}
              onChange={(value) => list.change({ 'filter.owner': value })}
            />
          </>
        }
        empty={{ icon: IconCircleCheck, title: words.none }}
      />
    </ExceptionTabs>
  )
}
export default EndedPage

const ExportButton = ({ save }: { save: () => Promise<Blob> }) => {
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      saveFile(await save(), 'exceptions.csv')
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
