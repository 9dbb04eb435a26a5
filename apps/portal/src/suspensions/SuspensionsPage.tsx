import { IconCalendarOff } from '@tabler/icons-react'
import { useOpenDialog } from '../dialogs/stack.ts'
import { stepName } from '../records/suspensions.ts'
import { ChoiceFilter } from '../table/ChoiceFilter.tsx'
import { ListCard } from '../table/ListCard.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useScope } from '../url/scope.ts'
import { suspensionColumns } from './columns.tsx'
import { cleared, standings, suspensionsQuery, suspensionsState } from './queries.ts'
import { suspensionStrings as words } from './strings.ts'

const choices = standings.map((value) => ({ value, label: words.standings[value] }))

/** Warning letters and suspensions of all passengers; each is dealt with in the passenger's dialog. */
const SuspensionsPage = () => {
  const open = useOpenDialog()
  const [scope] = useScope()
  const list = useList({
    state: suspensionsState,
    query: (state) => suspensionsQuery(state, scope),
    filtered: (state) => state['filter.standing'] !== null,
  })
  return (
    <>
      <PageHeader count={list.count} />
      <ListCard
        name="suspensions"
        label={words.title}
        list={list}
        columns={suspensionColumns}
        nameOf={(step) => words.nameOf(stepName(step), step.traveler_name)}
        onOpen={({ traveler_id }) => open('TravelerDialog', 'view', traveler_id, 'Misses')}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={
          <ChoiceFilter
            label={words.filter}
            choices={choices}
            value={list.state['filter.standing']}
            onChange={(value) => list.change({ 'filter.standing': value })}
          />
        }
        empty={{ icon: IconCalendarOff, title: words.none, reason: words.noneReason }}
      />
    </>
  )
}
export default SuspensionsPage
