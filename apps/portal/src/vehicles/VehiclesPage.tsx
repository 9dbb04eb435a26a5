import { type Vehicle } from '@ambit/contract'
import { IconBus, IconEye, IconMessagePlus, IconPencil, IconTrash } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Can } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { writeIds } from '../dialogs/dialog-ref.ts'
import { type OpenDialog, useOpenDialog } from '../dialogs/stack.ts'
import { ListCard } from '../table/ListCard.tsx'
import { ConfirmDialog, type RowAction } from '../table/RowActions.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { vehicleColumns } from './columns.tsx'
import { narrowing, vehiclesQuery, type VehiclesState, vehiclesState } from './queries.ts'
import { removeVehicle, removeVehicles } from './remove.ts'
import { useVehicleStages } from './schema/queries.ts'
import { vehicleStrings as words } from './strings.ts'
import { CreateButton, VehicleButtons } from './VehicleButtons.tsx'
import { VehicleFilters } from './VehicleFilters.tsx'

const cleared = {
  search: '',
  'filter.status': null,
  'filter.vehicle_attributes': [],
  'filter.notes': null,
} satisfies Partial<VehiclesState>

const VehiclesPage = () => {
  const can = useCan()
  const open = useOpenDialog()
  const { stages } = useVehicleStages()
  const list = useList({
    state: vehiclesState,
    query: vehiclesQuery,
    filtered: (state) => state['filter.status'] !== null || state['filter.vehicle_attributes'].length > 0,
  })
  const shown = list.state.stages
  const columns = useMemo(() => vehicleColumns(stages, shown), [stages, shown])
  return (
    <>
      <PageHeader action={<VehicleButtons narrowing={narrowing(list.state)} />} count={list.count} />
      <ListCard
        name="vehicles"
        label={words.title}
        list={list}
        columns={columns}
        nameOf={(vehicle) => vehicle.vehicle_number}
        onOpen={(vehicle) => open('VehicleDialog', 'view', vehicle.id)}
        actions={(vehicle) => rowActions(vehicle, can, open)}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={<VehicleFilters state={list.state} stages={stages} onChange={list.change} />}
        bulk={
          (can('VehicleManagement:vehicle:canUpdate') || can('VehicleManagement:vehicle:canDestroy')) && (
            <BulkButtons ids={[...list.selection]} rows={list.rows} onDone={() => list.select(new Set())} />
          )
        }
        empty={{ icon: IconBus, title: words.none, reason: words.noneReason, action: <CreateButton /> }}
      />
    </>
  )
}
export default VehiclesPage

const rowActions = (vehicle: Vehicle, can: Can, open: OpenDialog): RowAction[] => [
  { label: words.view, icon: <IconEye size={16} />, run: () => open('VehicleDialog', 'view', vehicle.id) },
  ...(can('VehicleManagement:vehicle:canUpdate')
    ? [
        {
          label: words.edit,
          icon: <IconPencil size={16} />,
          run: () => open('VehicleDialog', 'edit', vehicle.id, 'VehicleDetails'),
        },
      ]
    : []),
  {
    label: words.addNote,
    icon: <IconMessagePlus size={16} />,
    run: () => open('VehicleNoteDialog', 'create', vehicle.id),
  },
  ...(can('VehicleManagement:vehicle:canDestroy')
    ? [
        {
          label: words.remove,
          icon: <IconTrash size={16} />,
          danger: true,
          run: () => removeVehicle(vehicle),
          confirm: { title: words.removeTitle, text: words.removeText(vehicle.vehicle_number), button: words.remove },
        },
      ]
    : []),
]

type BulkProps = { ids: readonly number[]; rows: readonly Vehicle[]; onDone: () => void }

const BulkButtons = ({ ids, rows, onDone }: BulkProps) => {
  const can = useCan()
  const open = useOpenDialog()
  const [asking, setAsking] = useState(false)
  const question = {
    title: words.removeSeveralTitle(ids.length),
    text: words.removeSeveralText,
    button: words.removeSelected,
  }
  return (
    <>
      {can('VehicleManagement:vehicle:canUpdate') && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => open('VehicleDialog', 'bulkedit', writeIds([...ids]))}
        >
          {words.editSelected}
        </Button>
      )}
      {can('VehicleManagement:vehicle:canDestroy') && (
        <Button size="compact-xs" variant="default" c="var(--danger)" onClick={() => setAsking(true)}>
          {words.removeSelected}
        </Button>
      )}
      <ConfirmDialog
        question={asking ? question : null}
        danger
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          if (await removeVehicles(ids, rows)) onDone()
          setAsking(false)
        }}
      />
    </>
  )
}
