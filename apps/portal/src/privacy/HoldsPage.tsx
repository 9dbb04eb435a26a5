import { api, type Hold, holdKinds, holdStates } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconCalendarPlus, IconLock, IconLockOpen, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import type { Can } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { type OpenDialog, useOpenDialog } from '../dialogs/stack.ts'
import { notify } from '../notifications/notify.tsx'
import { statusOptions } from '../records/status.tsx'
import { useFormat } from '../settings/format.ts'
import { ChoiceFilter } from '../table/ChoiceFilter.tsx'
import { ListCard } from '../table/ListCard.tsx'
import type { RowAction } from '../table/RowActions.tsx'
import { SelectFilter } from '../table/SelectFilter.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { holdColumns } from './hold-columns.tsx'
import { holdRecords, holdsQuery, type HoldsState, holdsState } from './hold-queries.ts'
import { heldWords, holdStateWords, holdStrings as words } from './hold-strings.ts'
import { END, PLACE } from './keys.ts'
import { PrivacyTabs } from './PrivacyTabs.tsx'

const kindOptions = holdKinds.map((value) => ({ value, label: words.kinds[value] }))
const stateChoices = statusOptions(holdStateWords, holdStates)
const cleared = { search: '', 'filter.kind': null, 'filter.state': null } satisfies Partial<HoldsState>

/** What is kept from every removal, why and until when. */
const HoldsPage = () => {
  const can = useCan()
  const open = useOpenDialog()
  const { date } = useFormat()
  const columns = useMemo(() => holdColumns(date), [date])
  const list = useList({
    state: holdsState,
    query: holdsQuery,
    filtered: (state) => state['filter.kind'] !== null || state['filter.state'] !== null,
  })
  const create = can(PLACE) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open('HoldDialog', 'create', 'travelers')}>
      {words.create}
    </Button>
  )
  return (
    <TabbedPage
      header={<PageHeader crumb={words.title} action={create} count={list.count} />}
      tabs={<PrivacyTabs current="/Privacy/holds" />}
    >
      <ListCard
        name="holds"
        label={words.title}
        list={list}
        columns={columns}
        nameOf={(hold) => heldWords(hold, date)}
        actions={(hold) => rowActions(hold, heldWords(hold, date), can, open)}
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
        empty={{ icon: IconLock, title: words.none, reason: words.noneReason, action: create }}
      />
    </TabbedPage>
  )
}
export default HoldsPage

const rowActions = (hold: Hold, name: string, can: Can, open: OpenDialog): RowAction[] =>
  hold.ended_at !== null
    ? []
    : [
        ...(can(PLACE)
          ? [
              {
                label: words.renew,
                icon: <IconCalendarPlus size={16} />,
                run: () => open('HoldDialog', 'edit', hold.id),
              },
            ]
          : []),
        ...(can(END)
          ? [
              {
                label: words.end,
                icon: <IconLockOpen size={16} />,
                danger: true,
                run: () => endHold(hold, name),
                confirm: { title: words.endTitle, text: words.endText(name), button: words.end },
              },
            ]
          : []),
      ]

const endHold = async ({ id, version }: Hold, name: string): Promise<void> => {
  try {
    holdRecords.saved((await client.call(api.holds.end, { params: { id }, version })).data)
    notify({ type: 'success', title: words.thanks, message: words.ended(name) })
  } catch (error) {
    announceFailure(error, words.endFailed)
    holdRecords.changed(id)
  }
}
