import type { Trip } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconEye, IconPencil, IconRoute, IconTransfer } from '@tabler/icons-react'
import type { Can } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { writeIds } from '../dialogs/dialog-ref.ts'
import { type OpenDialog, useOpenDialog } from '../dialogs/stack.ts'
import { useNow } from '../settings/use-now.ts'
import { ListCard } from '../table/ListCard.tsx'
import type { RowAction } from '../table/RowActions.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { tripColumns } from './columns.tsx'
import { clearedFilters, isFiltered, tripsState } from './list-filters.ts'
import { tripsQuery } from './queries.ts'
import { tripStrings as words } from './strings.ts'
import { TripFilters } from './TripFilters.tsx'
import { useListZone } from './use-list-zone.ts'
import { useTripInPath } from './use-trip-in-path.ts'

/** The trips of a day, or of another range. */
const TripsPage = () => {
  useTripInPath()
  const can = useCan()
  const open = useOpenDialog()
  const timeZone = useListZone()
  const now = useNow(60_000)
  const list = useList({ state: tripsState, query: tripsQuery(timeZone, now), filtered: isFiltered })
  return (
    <>
      <PageHeader count={list.count} />
      <ListCard
        name="trip-management"
        label={words.title}
        list={list}
        columns={tripColumns}
        nameOf={(trip) => trip.name}
        onOpen={(trip) => open('TripDialog', 'view', trip.id, 'TripDetails')}
        actions={(trip) => rowActions(trip, can, open)}
        onClear={() => list.change(clearedFilters)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={<TripFilters state={list.state} timeZone={timeZone} now={now} onChange={list.change} />}
        bulk={
          can('TripManagement:trip:canUpdate') && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => open('TripDialog', 'bulkedit', writeIds([...list.selection]))}
            >
              {words.editSelected}
            </Button>
          )
        }
        empty={{ icon: IconRoute, title: words.none, reason: words.noneReason }}
      />
    </>
  )
}
export default TripsPage

const rowActions = (trip: Trip, can: Can, open: OpenDialog): RowAction[] => [
  {
    label: words.view,
    icon: <IconEye size={16} />,
    run: () => open('TripDialog', 'view', trip.id, 'TripDetails'),
  },
  ...(can('TripManagement:trip:canUpdate')
    ? [
        {
          label: words.edit,
          icon: <IconPencil size={16} />,
          run: () => open('TripDialog', 'edit', trip.id, 'TripDetails'),
        },
      ]
    : []),
  ...(can('TripManagement:tripStatusDialog:canRead')
    ? [
        {
          label: words.changeStatus,
          icon: <IconTransfer size={16} />,
          run: () => open('TripStatusDialog', 'edit', trip.id),
        },
      ]
    : []),
]
