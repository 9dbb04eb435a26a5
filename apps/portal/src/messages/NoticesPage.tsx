import { noticeStates } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { BLANK_NOTICE, NOTIFY } from '../records/notice-keys.ts'
import { statusOptions } from '../records/status.tsx'
import { ChoiceFilter } from '../table/ChoiceFilter.tsx'
import { ListCard } from '../table/ListCard.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { useScope } from '../url/scope.ts'
import { MessagesTabs } from './MessagesTabs.tsx'
import { noticeColumns, textOf } from './notice-columns.tsx'
import { cleared, noticesQuery, noticesState, noticeStatuses } from './notice-queries.ts'
import { noticeStrings as words } from './notice-strings.ts'

const states = statusOptions(noticeStatuses, noticeStates)

/** What passengers are told about the service, the newest first. */
const NoticesPage = () => {
  const open = useOpenDialog()
  const can = useCan()
  const [scope] = useScope()
  const list = useList({
    state: noticesState,
    query: (state) => noticesQuery(state, scope),
    filtered: (state) => state['filter.state'] !== null,
  })
  const create = can(NOTIFY) && (
    <Button
      leftSection={<IconSpeakerphone size={16} aria-hidden />}
      onClick={() => open('NoticeDialog', 'create', BLANK_NOTICE)}
    >
      {words.create}
    </Button>
  )
  return (
    <TabbedPage
      header={<PageHeader count={list.count} action={create} />}
      tabs={<MessagesTabs current="/Messages/Notices" />}
    >
      <ListCard
        name="notices"
        label={words.list}
        list={list}
        columns={noticeColumns}
        nameOf={textOf}
        onOpen={({ id }) => open('NoticeDialog', 'view', id)}
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
        empty={{ icon: IconSpeakerphone, title: words.none, reason: words.noneReason, action: create }}
      />
    </TabbedPage>
  )
}
export default NoticesPage
