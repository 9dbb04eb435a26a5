import { IconPhoneOff } from '@tabler/icons-react'
import { useOpenDialog } from '../dialogs/stack.ts'
import { statusOptions } from '../records/status.tsx'
import { ListCard } from '../table/ListCard.tsx'
import { SelectFilter } from '../table/SelectFilter.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useScope } from '../url/scope.ts'
import { callColumns } from './columns.tsx'
import { callsQuery, callsState, cleared, endedStates, isFiltered } from './queries.ts'
import { callStatuses } from './state.ts'
import { callStrings as words } from './strings.ts'

const states = statusOptions(callStatuses, endedStates)

/** Passengers whom staff call, the most urgent first. */
const CallListPage = () => {
  const open = useOpenDialog()
  const [scope] = useScope()
  const list = useList({ state: callsState, query: (state) => callsQuery(state, scope), filtered: isFiltered })
  return (
    <>
      <PageHeader count={list.count} />
      <ListCard
        name="call-tasks"
        label={words.list}
        list={list}
        columns={callColumns}
        nameOf={({ traveler_name }) => traveler_name}
        onOpen={({ id }) => open('CallTaskDialog', 'view', id)}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={
          <SelectFilter
            label={words.stateFilter}
            any={words.toDo}
            choices={states}
            value={list.state['filter.state']}
            onChange={(value) => list.change({ 'filter.state': value })}
          />
        }
        empty={{ icon: IconPhoneOff, title: words.none, reason: words.noneReason }}
      />
    </>
  )
}
export default CallListPage
