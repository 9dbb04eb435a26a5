import { IconMessageOff } from '@tabler/icons-react'
import { useOpenDialog } from '../dialogs/stack.ts'
import { DayRangeFields } from '../form/DayRangeFields.tsx'
import { ListCard } from '../table/ListCard.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { useScope } from '../url/scope.ts'
import { driverMessageColumns } from './columns.tsx'
import { cleared, driverMessagesQuery, driverMessagesState, isFiltered } from './queries.ts'
import { DriverMessagesTabs } from './DriverMessagesTabs.tsx'
import { driverMessageStrings as words } from './strings.ts'

/** What drivers and dispatch said to each other, the newest first; a row opens the thread of its trip. */
const DriverMessagesPage = () => {
  const open = useOpenDialog()
  const [scope] = useScope()
  const list = useList({
    state: driverMessagesState,
    query: (state) => driverMessagesQuery(state, scope),
    filtered: isFiltered,
  })
  return (
    <TabbedPage header={<PageHeader count={list.count} />} tabs={<DriverMessagesTabs current="/DriverMessages" />}>
      <ListCard
        name="driver-messages"
        label={words.list}
        list={list}
        columns={driverMessageColumns}
        nameOf={({ driver_name, text }) => `${driver_name ?? words.driver}: ${text}`}
        onOpen={({ trip_id }) => open('DriverThreadDialog', 'view', trip_id)}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={<DayRangeFields range={list.state} onChange={(change) => list.change(change)} />}
        empty={{ icon: IconMessageOff, title: words.none, reason: words.noneReason }}
      />
    </TabbedPage>
  )
}
export default DriverMessagesPage
