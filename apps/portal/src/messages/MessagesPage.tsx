import { IconMessageOff } from '@tabler/icons-react'
import { useOpenDialog } from '../dialogs/stack.ts'
import { messageEventWords } from '../records/messages.ts'
import { ListCard } from '../table/ListCard.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { useScope } from '../url/scope.ts'
import { messageColumns } from './columns.tsx'
import { MessageFilters } from './MessageFilters.tsx'
import { MessagesTabs } from './MessagesTabs.tsx'
import { cleared, isFiltered, messagesQuery, messagesState } from './queries.ts'
import { messageStrings as words } from './strings.ts'

/** What passengers were told, are about to be told, and were not told; the newest first. */
const MessagesPage = () => {
  const open = useOpenDialog()
  const [scope] = useScope()
  const list = useList({
    state: messagesState,
    query: (state) => messagesQuery(state, scope),
    filtered: isFiltered,
  })
  return (
    <TabbedPage header={<PageHeader count={list.count} />} tabs={<MessagesTabs current="/Messages" />}>
      <ListCard
        name="messages"
        label={words.title}
        list={list}
        columns={messageColumns}
        nameOf={({ event, traveler_name }) => `${messageEventWords[event]}, ${traveler_name}`}
        onOpen={({ id }) => open('MessageDialog', 'view', id)}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={<MessageFilters state={list.state} onChange={(change) => list.change(change)} />}
        empty={{ icon: IconMessageOff, title: words.none, reason: words.noneReason }}
      />
    </TabbedPage>
  )
}
export default MessagesPage
