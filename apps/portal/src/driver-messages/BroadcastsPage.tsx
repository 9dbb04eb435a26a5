import { Button } from '@mantine/core'
import { IconMessageOff, IconSpeakerphone } from '@tabler/icons-react'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { ListCard } from '../table/ListCard.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { useScope } from '../url/scope.ts'
import { broadcastColumns } from './broadcast-columns.tsx'
import { broadcastsQuery, broadcastsState } from './broadcast-queries.ts'
import { broadcastStrings as words } from './broadcast-strings.ts'
import { DriverMessagesTabs } from './DriverMessagesTabs.tsx'
import { BROADCAST } from './keys.ts'

/** What was said to all drivers of a zone or region, the newest first. */
const BroadcastsPage = () => {
  const open = useOpenDialog()
  const can = useCan()
  const [scope] = useScope()
  const list = useList({
    state: broadcastsState,
    query: (state) => broadcastsQuery(state, scope),
    filtered: () => false,
  })
  const create = can(BROADCAST) && (
    <Button leftSection={<IconSpeakerphone size={16} />} onClick={() => open('BroadcastDialog', 'create')}>
      {words.create}
    </Button>
  )
  return (
    <TabbedPage
      header={<PageHeader count={list.count} action={create} />}
      tabs={<DriverMessagesTabs current="/DriverMessages/Broadcasts" />}
    >
      <ListCard
        name="broadcasts"
        label={words.tab}
        list={list}
        columns={broadcastColumns}
        nameOf={({ text }) => text}
        onOpen={({ id }) => open('BroadcastDialog', 'view', id)}
        onClear={() => list.change({ search: '' })}
        search={{ label: words.searchLabel, placeholder: words.search }}
        empty={{ icon: IconMessageOff, title: words.none, reason: words.noneReason, action: create }}
      />
    </TabbedPage>
  )
}
export default BroadcastsPage
