import { privacyRequestKinds, privacyRequestStates } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconMailQuestion, IconPlus } from '@tabler/icons-react'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { statusOptions } from '../records/status.tsx'
import { ChoiceFilter } from '../table/ChoiceFilter.tsx'
import { ListCard } from '../table/ListCard.tsx'
import { SelectFilter } from '../table/SelectFilter.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { ASK } from './keys.ts'
import { PrivacyTabs } from './PrivacyTabs.tsx'
import { requestColumns } from './request-columns.tsx'
import { requestsQuery, type RequestsState, requestsState } from './request-queries.ts'
import { requestName, requestStates, requestStrings as words } from './request-strings.ts'

const kindOptions = privacyRequestKinds.map((value) => ({ value, label: words.kinds[value] }))
const stateChoices = statusOptions(requestStates, privacyRequestStates)
const cleared = { search: '', 'filter.kind': null, 'filter.state': null } satisfies Partial<RequestsState>

/** What passengers asked for about their data, and until when it is answered. */
const RequestsPage = () => {
  const can = useCan()
  const open = useOpenDialog()
  const list = useList({
    state: requestsState,
    query: requestsQuery,
    filtered: (state) => state['filter.kind'] !== null || state['filter.state'] !== null,
  })
  const create = can(ASK) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open('PrivacyRequestDialog', 'create')}>
      {words.create}
    </Button>
  )
  return (
    <TabbedPage
      header={<PageHeader crumb={words.title} action={create} count={list.count} />}
      tabs={<PrivacyTabs current="/Privacy/requests" />}
    >
      <ListCard
        name="privacy-requests"
        label={words.title}
        list={list}
        columns={requestColumns}
        nameOf={requestName}
        onOpen={({ id }) => open('PrivacyRequestDialog', 'view', id)}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={
          <>
            <SelectFilter
              label={words.kindFilter}
              any={words.anyKind}
              choices={kindOptions}
              value={list.state['filter.kind']}
              onChange={(value) => list.change({ 'filter.kind': value })}
            />
            <ChoiceFilter
              label={words.stateFilter}
              choices={stateChoices}
              value={list.state['filter.state']}
              onChange={(value) => list.change({ 'filter.state': value })}
            />
          </>
        }
        empty={{ icon: IconMailQuestion, title: words.none, reason: words.noneReason, action: create }}
      />
    </TabbedPage>
  )
}
export default RequestsPage
