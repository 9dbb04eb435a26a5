import { lostItemStates } from '@ambit/contract'
import { IconUmbrella } from '@tabler/icons-react'
import { useOpenDialog } from '../dialogs/stack.ts'
import { lostItemStatuses } from '../records/lost-items.ts'
import { statusOptions } from '../records/status.tsx'
import { ChoiceFilter } from '../table/ChoiceFilter.tsx'
import { ListCard } from '../table/ListCard.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useScope } from '../url/scope.ts'
import { lostItemColumns } from './columns.tsx'
import { cleared, lostItemsQuery, lostItemsState } from './queries.ts'
import { lostItemStrings as words } from './strings.ts'

const states = statusOptions(lostItemStatuses, lostItemStates)

/** What passengers have left in vehicles; the newest first. */
const LostPropertyPage = () => {
  const open = useOpenDialog()
  const [scope] = useScope()
  const list = useList({
    state: lostItemsState,
    query: (state) => lostItemsQuery(state, scope),
    filtered: (state) => state['filter.state'] !== null,
  })
  return (
    <>
      <PageHeader count={list.count} />
      <ListCard
        name="lost-items"
        label={words.title}
        list={list}
        columns={lostItemColumns}
        nameOf={({ what }) => what}
        onOpen={({ id }) => open('LostItemDialog', 'view', id)}
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
        empty={{ icon: IconUmbrella, title: words.none, reason: words.noneReason }}
      />
    </>
  )
}
export default LostPropertyPage
