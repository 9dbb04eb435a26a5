import type { Traveler } from '@ambit/contract'
import { Button, Group } from '@mantine/core'
import {
  IconEye,
  IconKey,
  IconPencil,
  IconPlus,
  IconTicket,
  IconToggleRight,
  IconUsersGroup,
  IconWheelchair,
} from '@tabler/icons-react'
import { travelerStatuses } from '../records/travelers.ts'
import { statusOptions } from '../records/status.tsx'
import type { Can } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { type OpenDialog, useOpenDialog } from '../dialogs/stack.ts'
import { ChoiceFilter } from '../table/ChoiceFilter.tsx'
import { ListCard } from '../table/ListCard.tsx'
import type { RowAction } from '../table/RowActions.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { travelerColumns } from './columns.tsx'
import { DraftTabs } from './DraftTabs.tsx'
import { GROUP } from '../records/group-keys.ts'
import { travelersQuery, type TravelersState, travelersState } from './queries.ts'
import { travelerStrings as words } from './strings.ts'
import { useNamedRecords } from './use-named-records.ts'
import { useStartBooking } from './use-start-booking.ts'

const statusChoices = statusOptions(travelerStatuses, ['active', 'blocked'])

const cleared = { search: '', 'filter.status': null } satisfies Partial<TravelersState>

/** The list of passengers, and the bookings that are being made for them. */
const TravelersPage = () => {
  const can = useCan()
  const open = useOpenDialog()
  const booking = useStartBooking()
  useNamedRecords()
  const list = useList({
    state: travelersState,
    query: travelersQuery,
    filtered: (state) => state['filter.status'] !== null,
  })
  const create = can('TravellerManagement:traveller:canCreate') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open('TravelerDialog', 'create')}>
      {words.create}
    </Button>
  )
  return (
    <>
      <PageHeader
        action={
          <Group gap="xs">
            {can(GROUP) && (
              <Button
                variant="default"
                leftSection={<IconUsersGroup size={16} />}
                onClick={() => open('GroupBookingDialog', 'create')}
              >
                {words.group}
              </Button>
            )}
            {create}
          </Group>
        }
        count={list.count}
      />
      <DraftTabs />
      <ListCard
        name="travelers"
        label={words.title}
        list={list}
        columns={travelerColumns}
        nameOf={(traveler) => traveler.full_name}
        onOpen={(traveler) => open('TravelerDialog', 'view', traveler.id, 'Profile')}
        actions={(traveler) => rowActions(traveler, can, open, booking)}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={
          <ChoiceFilter
            label={words.status}
            choices={statusChoices}
            value={list.state['filter.status']}
            onChange={(value) => list.change({ 'filter.status': value })}
          />
        }
        empty={{ icon: IconWheelchair, title: words.none, reason: words.noneReason, action: create }}
      />
    </>
  )
}
export default TravelersPage

const rowActions = (
  traveler: Traveler,
  can: Can,
  open: OpenDialog,
  booking: ReturnType<typeof useStartBooking>,
): RowAction[] => {
  const show = (mode: 'view' | 'edit') => () => open('TravelerDialog', mode, traveler.id, 'Profile')
  return [
    ...(booking.allowed && traveler.restriction === null
      ? [{ label: words.newBooking, icon: <IconTicket size={16} />, run: () => booking.start(traveler) }]
      : []),
    { label: words.view, icon: <IconEye size={16} />, run: show('view') },
    ...(can('TravellerManagement:traveller:canUpdate')
      ? [{ label: words.edit, icon: <IconPencil size={16} />, run: show('edit') }]
      : []),
    ...(can('TravellerManagement:resetPassword:canEdit')
      ? [
          {
            label: words.resetPassword,
            icon: <IconKey size={16} />,
            run: () => open('ResetPasswordDialog', 'edit', traveler.id),
          },
        ]
      : []),
    ...(can('TravellerManagement:travelerFeatureSettings:canRead')
      ? [
          {
            label: words.features,
            icon: <IconToggleRight size={16} />,
            run: () => open('TravelerFeaturesDialog', 'edit', traveler.id),
          },
        ]
      : []),
  ]
}
