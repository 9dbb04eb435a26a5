import { smsReplyKinds, smsReplyStates } from '@ambit/contract'
import { IconMessageOff } from '@tabler/icons-react'
import { useOpenDialog } from '../dialogs/stack.ts'
import { ListCard } from '../table/ListCard.tsx'
import { SelectFilter } from '../table/SelectFilter.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { useScope } from '../url/scope.ts'
import classes from './messages.module.css'
import { MessagesTabs } from './MessagesTabs.tsx'
import { replyColumns } from './reply-columns.tsx'
import { cleared, isFiltered, repliesQuery, repliesState } from './reply-queries.ts'
import { replyStrings as words } from './reply-strings.ts'

const kinds = smsReplyKinds.map((value) => ({ value, label: words.kinds[value] }))
const states = smsReplyStates.map((value) => ({ value, label: words.states[value] }))

/** What passengers answered by SMS, the newest first. */
const RepliesPage = () => {
  const open = useOpenDialog()
  const [scope] = useScope()
  const list = useList({ state: repliesState, query: (state) => repliesQuery(state, scope), filtered: isFiltered })
  return (
    <TabbedPage header={<PageHeader count={list.count} />} tabs={<MessagesTabs current="/Messages/Replies" />}>
      <ListCard
        name="sms-replies"
        label={words.list}
        list={list}
        columns={replyColumns}
        nameOf={({ traveler_name, recipient }) => traveler_name ?? recipient}
        onOpen={({ id }) => open('SmsReplyDialog', 'view', id)}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={
          <>
            <SelectFilter
              className={classes['choice']}
              label={words.stateFilter}
              any={words.anyState}
              choices={states}
              value={list.state['filter.state']}
              onChange={(value) => list.change({ 'filter.state': value })}
            />
            <SelectFilter
              className={classes['choice']}
              label={words.kindFilter}
              any={words.anyKind}
              choices={kinds}
              value={list.state['filter.kind']}
              onChange={(value) => list.change({ 'filter.kind': value })}
            />
          </>
        }
        empty={{ icon: IconMessageOff, title: words.none, reason: words.noneReason }}
      />
    </TabbedPage>
  )
}
export default RepliesPage
