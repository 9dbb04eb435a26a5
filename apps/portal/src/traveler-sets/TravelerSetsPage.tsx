import { api, type TravelerSetRecord } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconDiscountCheck, IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { client } from '../api/client.ts'
import { removeRecord } from '../api/remove-record.ts'
import type { Can } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { type OpenDialog, useOpenDialog } from '../dialogs/stack.ts'
import { travelerSetRecords } from '../records/traveler-sets.ts'
import { ListCard } from '../table/ListCard.tsx'
import type { RowAction } from '../table/RowActions.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { travelerSetColumns } from './columns.tsx'
import { travelerSetsQuery, travelerSetsState } from './queries.ts'
import { travelerSetStrings as words } from './strings.ts'

const CHANGE = 'RegionManagement:region:canUpdate'

/** The kinds of concessions that passengers may have. */
const TravelerSetsPage = () => {
  const can = useCan()
  const open = useOpenDialog()
  const list = useList({ state: travelerSetsState, query: travelerSetsQuery, filtered: () => false })
  const create = can(CHANGE) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open('ConcessionDialog', 'create')}>
      {words.create}
    </Button>
  )
  return (
    <>
      <PageHeader action={create} count={list.count} />
      <ListCard
        name="traveler-sets"
        label={words.title}
        list={list}
        columns={travelerSetColumns}
        nameOf={(set) => set.name}
        onOpen={(set) => open('ConcessionDialog', 'view', set.id)}
        actions={(set) => rowActions(set, can, open)}
        onClear={() => list.change({ search: '' })}
        search={{ label: words.searchLabel, placeholder: words.search }}
        empty={{ icon: IconDiscountCheck, title: words.none, reason: words.noneReason, action: create }}
      />
    </>
  )
}
export default TravelerSetsPage

const rowActions = (set: TravelerSetRecord, can: Can, open: OpenDialog): RowAction[] => [
  { label: words.view, icon: <IconEye size={16} />, run: () => open('ConcessionDialog', 'view', set.id) },
  ...(can(CHANGE)
    ? [
        { label: words.edit, icon: <IconPencil size={16} />, run: () => open('ConcessionDialog', 'edit', set.id) },
        {
          label: words.remove,
          icon: <IconTrash size={16} />,
          danger: true,
          run: () => removeSet(set),
          confirm: {
            title: words.removeTitle,
            text: words.removeText(set.name, set.traveler_set_discount.region.name),
            button: words.remove,
          },
        },
      ]
    : []),
]

const removeSet = (set: TravelerSetRecord): Promise<void> =>
  removeRecord({
    asked: client.call(api.travelerSets.destroy, { params: { id: set.id }, version: set.version }),
    name: set.name,
    words,
    changed: travelerSetRecords.changed,
  })
