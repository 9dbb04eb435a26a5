import { api, type WaitlistEntry, type WaitlistMode, waitlistStates } from '@ambit/contract'
import { IconHourglass } from '@tabler/icons-react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { notify } from '../notifications/notify.tsx'
import { useSearchAgain } from '../records/search-again.ts'
import { statusOptions } from '../records/status.tsx'
import { waitlistRecords, waitlistStatuses } from '../records/waitlist-entries.ts'
import { ChoiceFilter } from '../table/ChoiceFilter.tsx'
import { ListCard } from '../table/ListCard.tsx'
import type { RowAction } from '../table/RowActions.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useScope } from '../url/scope.ts'
import { waitlistColumns } from './columns.tsx'
import { DESTROY, UPDATE } from './keys.ts'
import { cleared, waitlistQuery, waitlistState } from './queries.ts'
import { waitlistStrings as words } from './strings.ts'

const states = statusOptions(waitlistStatuses, waitlistStates)

/** Journeys that wait until there is room for them, or did; those that wait in the order in which they are served. */
const WaitingListPage = () => {
  const open = useOpenDialog()
  const [scope] = useScope()
  const actionsOf = useActions()
  const list = useList({
    state: waitlistState,
    query: (state) => waitlistQuery(state, scope),
    filtered: (state) => state['filter.state'] !== null,
  })
  return (
    <>
      <PageHeader count={list.count} />
      <ListCard
        name="waitlist-entries"
        label={words.title}
        list={list}
        columns={waitlistColumns}
        nameOf={({ id, traveler_name }) => words.nameOf(id, traveler_name)}
        onOpen={({ traveler_id }) => open('TravelerDialog', 'view', traveler_id)}
        actions={actionsOf}
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
        empty={{
          icon: IconHourglass,
          title: words.none,
          reason: words.noneReason,
        }}
      />
    </>
  )
}
export default WaitingListPage

const useActions = () => {
  const open = useOpenDialog()
  const can = useCan()
  const search = useSearchAgain()
  return ({ id, state, mode, traveler_name, service_request_id }: WaitlistEntry): RowAction[] => [
    ...(state === 'waiting' && search.allowed ? [{ label: words.findTrip, run: () => search.start(id) }] : []),
    ...(service_request_id !== null && can('LiveBooking:booking:canRead')
      ? [{ label: words.openBooking, run: () => open('LiveBookingDialog', 'view', service_request_id) }]
      : []),
    ...(state === 'waiting' && can(UPDATE) ? [{ label: words.changeTo[mode], run: () => turn(id, mode) }] : []),
    ...(state === 'waiting' && can(DESTROY)
      ? [
          {
            label: words.withdraw,
            run: () => withdraw(id),
            danger: true,
            confirm: {
              title: words.withdrawTitle(traveler_name),
              text: words.withdrawText,
              button: words.withdraw,
            },
          },
        ]
      : []),
  ]
}

/** Who is booked at once is asked first from now on, and the other way round. */
const turn = async (id: number, mode: WaitlistMode): Promise<void> => {
  try {
    const body = { mode: mode === 'book' ? ('ask' as const) : ('book' as const) }
    waitlistRecords.saved((await client.call(api.waitlistEntries.update, { params: { id }, body })).data)
  } catch (error) {
    announceFailure(error, words.turnFailed)
    waitlistRecords.changed(id)
  }
}

const withdraw = async (id: number): Promise<void> => {
  try {
    await client.call(api.waitlistEntries.withdraw, { params: { id } })
    notify({ type: 'success', title: words.withdrawn, message: '' })
  } catch (error) {
    announceFailure(error, words.failed)
  } finally {
    waitlistRecords.changed(id)
  }
}
