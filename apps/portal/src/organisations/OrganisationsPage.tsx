import { api, type Organisation } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconBuildingCommunity, IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { client } from '../api/client.ts'
import { removeRecord } from '../api/remove-record.ts'
import type { Can } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { type OpenDialog, useOpenDialog } from '../dialogs/stack.ts'
import { organisationRecords } from '../records/organisations.ts'
import { ListCard } from '../table/ListCard.tsx'
import type { RowAction } from '../table/RowActions.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useScope } from '../url/scope.ts'
import { organisationColumns } from './columns.tsx'
import { CREATE, DESTROY, UPDATE } from './keys.ts'
import { organisationsQuery, organisationsState } from './queries.ts'
import { organisationStrings as words } from './strings.ts'

/** Care homes, clinics and schools that book for passengers who have consented to it. */
const OrganisationsPage = () => {
  const can = useCan()
  const open = useOpenDialog()
  const [scope] = useScope()
  const list = useList({
    state: organisationsState,
    query: (state) => organisationsQuery(state, scope),
    filtered: () => false,
  })
  const create = can(CREATE) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open('OrganisationDialog', 'create')}>
      {words.create}
    </Button>
  )
  return (
    <>
      <PageHeader count={list.count} action={create} />
      <ListCard
        name="organisations"
        label={words.title}
        list={list}
        columns={organisationColumns}
        nameOf={({ name }) => name}
        onOpen={({ id }) => open('OrganisationDialog', can(UPDATE) ? 'edit' : 'view', id, 'Details')}
        actions={(organisation) => rowActions(organisation, can, open)}
        onClear={() => list.change({ search: '' })}
        search={{ label: words.searchLabel, placeholder: words.search }}
        empty={{ icon: IconBuildingCommunity, title: words.none, reason: words.noneReason, action: create }}
      />
    </>
  )
}
export default OrganisationsPage

const rowActions = ({ id, name, version }: Organisation, can: Can, open: OpenDialog): RowAction[] => [
  can(UPDATE)
    ? {
        label: words.edit,
        icon: <IconPencil size={16} />,
        run: () => open('OrganisationDialog', 'edit', id, 'Details'),
      }
    : { label: words.view, icon: <IconEye size={16} />, run: () => open('OrganisationDialog', 'view', id, 'Details') },
  ...(can(DESTROY)
    ? [
        {
          label: words.remove,
          icon: <IconTrash size={16} />,
          danger: true,
          run: () =>
            removeRecord({
              asked: client.call(api.organisations.destroy, { params: { id }, version }),
              name,
              words,
              changed: organisationRecords.changed,
            }),
          confirm: { title: words.removeTitle, text: words.removeText(name), button: words.remove },
        },
      ]
    : []),
]
