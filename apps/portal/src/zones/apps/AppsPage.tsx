import type { ConsumerApp } from '@ambit/contract'
import { Button, Group } from '@mantine/core'
import { IconDeviceMobile, IconEye, IconPencil, IconPlus } from '@tabler/icons-react'
import type { Can } from '../../auth/allowed.ts'
import { useCan } from '../../auth/permissions.ts'
import { type OpenDialog, useOpenDialog } from '../../dialogs/stack.ts'
import { ListCard } from '../../table/ListCard.tsx'
import type { RowAction } from '../../table/RowActions.tsx'
import { useList } from '../../table/use-list.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useNavigate } from '../../url/link.tsx'
import { ZONES_PATH } from '../navigation.ts'
import { appColumns } from './columns.tsx'
import { appsQuery, appsState } from './queries.ts'
import { appStrings as words } from './strings.ts'

/** The apps and sites that passengers book with. */
const AppsPage = () => {
  const can = useCan()
  const open = useOpenDialog()
  const navigate = useNavigate()
  const list = useList({ state: appsState, query: appsQuery, filtered: () => false })
  const create = can('ZoneManagement:consumerApp:canCreate') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open('ConsumerAppDialog', 'create')}>
      {words.create}
    </Button>
  )
  const actions = (
    <Group gap="xs">
      <Button variant="default" onClick={() => void navigate({ to: ZONES_PATH })}>
        {words.back}
      </Button>
      {create}
    </Group>
  )
  return (
    <>
      <PageHeader action={actions} count={list.count} />
      <ListCard
        name="consumer-apps"
        label={words.title}
        list={list}
        columns={appColumns}
        nameOf={(app) => app.name}
        onOpen={(app) => open('ConsumerAppDialog', 'view', app.id)}
        actions={(app) => rowActions(app, can, open)}
        onClear={() => list.change({ search: '' })}
        search={{ label: words.searchLabel, placeholder: words.search }}
        empty={{ icon: IconDeviceMobile, title: words.none, reason: words.noneReason, action: create }}
      />
    </>
  )
}
export default AppsPage

const rowActions = (app: ConsumerApp, can: Can, open: OpenDialog): RowAction[] => [
  { label: words.view, icon: <IconEye size={16} />, run: () => open('ConsumerAppDialog', 'view', app.id) },
  ...(can('ZoneManagement:consumerApp:canUpdate')
    ? [{ label: words.edit, icon: <IconPencil size={16} />, run: () => open('ConsumerAppDialog', 'edit', app.id) }]
    : []),
]
