import { api, type Discount } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconDiscount2, IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { statusOptions } from '../records/status.tsx'
import { discountRecords, discountStatuses } from '../records/discounts.ts'
import { client } from '../api/client.ts'
import { removeRecord } from '../api/remove-record.ts'
import type { Can } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { type OpenDialog, useOpenDialog } from '../dialogs/stack.ts'
import { ChoiceFilter } from '../table/ChoiceFilter.tsx'
import { ListCard } from '../table/ListCard.tsx'
import type { RowAction } from '../table/RowActions.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { discountColumns } from './columns.tsx'
import { discountsQuery, type DiscountsState, discountsState } from './queries.ts'
import { discountStrings as words } from './strings.ts'

const statusChoices = statusOptions(discountStatuses, ['active', 'scheduled', 'expired'])

const cleared = { search: '', 'filter.status': null } satisfies Partial<DiscountsState>
const DIALOG = 'DiscountManagement:role:canRead'

/** The codes that take something off the price of a ride. */
const DiscountsPage = () => {
  const can = useCan()
  const open = useOpenDialog()
  const list = useList({
    state: discountsState,
    query: discountsQuery,
    filtered: (state) => state['filter.status'] !== null,
  })
  const create = can('DiscountManagement:discounts:canCreate') && can(DIALOG) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open('DiscountDialog', 'create')}>
      {words.create}
    </Button>
  )
  return (
    <>
      <PageHeader action={create} count={list.count} />
      <ListCard
        name="discounts"
        label={words.title}
        list={list}
        columns={discountColumns}
        nameOf={(discount) => discount.name}
        {...(can(DIALOG) ? { onOpen: ({ id }: Discount) => open('DiscountDialog', 'edit', id) } : {})}
        actions={(discount) => rowActions(discount, can, open)}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={
          <ChoiceFilter
            label={words.statusFilter}
            choices={statusChoices}
            value={list.state['filter.status']}
            onChange={(value) => list.change({ 'filter.status': value })}
          />
        }
        empty={{ icon: IconDiscount2, title: words.none, reason: words.noneReason, action: create }}
      />
    </>
  )
}
export default DiscountsPage

const rowActions = (discount: Discount, can: Can, open: OpenDialog): RowAction[] => [
  ...(can(DIALOG)
    ? [
        can('DiscountManagement:discounts:canUpdate')
          ? {
              label: words.edit,
              icon: <IconPencil size={16} />,
              run: () => open('DiscountDialog', 'edit', discount.id),
            }
          : { label: words.view, icon: <IconEye size={16} />, run: () => open('DiscountDialog', 'edit', discount.id) },
      ]
    : []),
  ...(can('DiscountManagement:discounts:canDestroy')
    ? [
        {
          label: words.remove,
          icon: <IconTrash size={16} />,
          danger: true,
          run: () => removeDiscount(discount),
          confirm: {
            title: words.removeTitle,
            text: words.removeText(discount.name, discount.code),
            button: words.remove,
          },
        },
      ]
    : []),
]

const removeDiscount = (discount: Discount): Promise<void> =>
  removeRecord({
    asked: client.call(api.discounts.destroy, { params: { id: discount.id }, version: discount.version }),
    name: discount.name,
    words,
    changed: discountRecords.changed,
  })
