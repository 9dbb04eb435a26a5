import { api, type VehicleChecklist } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconEye, IconListCheck, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { client } from '../../api/client.ts'
import { removeRecord } from '../../api/remove-record.ts'
import type { Can } from '../../auth/allowed.ts'
import { useCan } from '../../auth/permissions.ts'
import { type OpenDialog, useOpenDialog } from '../../dialogs/stack.ts'
import { checklistRecords } from '../../records/vehicle-checks.ts'
import type { Column } from '../../table/column.ts'
import { ListCard } from '../../table/ListCard.tsx'
import type { RowAction } from '../../table/RowActions.tsx'
import { useList } from '../../table/use-list.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TabbedPage } from '../../ui/TabbedPage.tsx'
import { CheckTabs } from './CheckTabs.tsx'
import { CHANGE_LISTS, CREATE_LISTS, REMOVE_LISTS } from './keys.ts'
import { checklistsQuery, checklistsState } from './queries.ts'
import { checklistStrings as words } from './strings.ts'

const { columns: headers } = words

const columns: readonly Column<VehicleChecklist>[] = [
  { id: 'id', header: headers.id, width: 72, value: ({ id }) => id, sort: 'id', type: 'id' },
  { id: 'name', header: headers.name, width: 240, value: ({ name }) => name, sort: 'name', primary: true },
  {
    id: 'moment',
    header: headers.moment,
    width: 220,
    value: ({ moment }) => words.moments[moment],
    sort: 'moment',
  },
  {
    id: 'vehicles',
    header: headers.vehicle_ids,
    width: 130,
    value: ({ vehicle_ids }) => (vehicle_ids === null ? words.allVehicles : words.vehicles(vehicle_ids.length)),
  },
  { id: 'items', header: headers.items, width: 90, value: ({ items }) => items.length, type: 'number' },
  {
    id: 'enabled',
    header: headers.enabled,
    width: 150,
    value: ({ enabled }) => (enabled ? words.yes : words.no),
  },
]

/** What drivers look at before and after a trip. */
const ChecklistsPage = () => {
  const can = useCan()
  const open = useOpenDialog()
  const list = useList({ state: checklistsState, query: checklistsQuery, filtered: () => false })
  const create = can(CREATE_LISTS) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open('ChecklistDialog', 'create')}>
      {words.create}
    </Button>
  )
  return (
    <TabbedPage
      header={<PageHeader action={create} count={list.count} />}
      tabs={<CheckTabs current="/VehicleManagement/Checklists" />}
    >
      <ListCard
        name="vehicle-checklists"
        label={words.title}
        list={list}
        columns={columns}
        nameOf={({ name }) => name}
        onOpen={({ id }) => open('ChecklistDialog', 'view', id)}
        actions={(checklist) => rowActions(checklist, can, open)}
        onClear={() => list.change({ search: '' })}
        search={{ label: words.searchLabel, placeholder: words.search }}
        empty={{ icon: IconListCheck, title: words.none, reason: words.noneReason, action: create }}
      />
    </TabbedPage>
  )
}
export default ChecklistsPage

const rowActions = (checklist: VehicleChecklist, can: Can, open: OpenDialog): RowAction[] => [
  { label: words.view, icon: <IconEye size={16} />, run: () => open('ChecklistDialog', 'view', checklist.id) },
  ...(can(CHANGE_LISTS)
    ? [{ label: words.edit, icon: <IconPencil size={16} />, run: () => open('ChecklistDialog', 'edit', checklist.id) }]
    : []),
  ...(can(REMOVE_LISTS)
    ? [
        {
          label: words.remove,
          icon: <IconTrash size={16} />,
          danger: true,
          run: () => remove(checklist),
          confirm: { title: words.removeTitle, text: words.removeText(checklist.name), button: words.remove },
        },
      ]
    : []),
]

const remove = ({ id, version, name }: VehicleChecklist): Promise<void> =>
  removeRecord({
    asked: client.call(api.vehicleChecklists.destroy, { params: { id }, version }),
    name,
    words,
    changed: checklistRecords.changed,
  })
