import { api, type Region } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconEye, IconMap, IconPencil, IconPlus, IconPolygon, IconTrash } from '@tabler/icons-react'
import { statusOptions } from '../records/status.tsx'
import { regionRecords, regionStatuses } from '../records/regions.ts'
import { type Go, useNavigate } from '../url/link.tsx'
import { client } from '../api/client.ts'
import { removeRecord } from '../api/remove-record.ts'
import type { Can } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { useSession } from '../auth/session.ts'
import { type OpenDialog, useOpenDialog } from '../dialogs/stack.ts'
import { ChoiceFilter } from '../table/ChoiceFilter.tsx'
import { ListCard } from '../table/ListCard.tsx'
import type { RowAction } from '../table/RowActions.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RegionCrumb } from '../records/RegionCrumb.tsx'
import { regionColumns } from './columns.tsx'
import { regionsQuery, type RegionsState, regionsState } from './queries.ts'
import { regionStrings as words } from './strings.ts'
import { useRouteRegion } from './use-route-region.ts'

const statusChoices = statusOptions(regionStatuses, ['active', 'blocked'])

const cleared = { search: '', 'filter.status': null } satisfies Partial<RegionsState>

/** The list of regions; a region in the path narrows it to that one. */
const RegionsPage = () => {
  const can = useCan()
  const open = useOpenDialog()
  const navigate = useNavigate()
  const [regionId, selectRegion] = useRouteRegion()
  const list = useList({
    state: regionsState,
    query: regionsQuery(regionId),
    filtered: (state) => state['filter.status'] !== null,
  })
  const session = useSession()
  // Users who are limited to regions could not see the one they made: the server refuses.
  const limited = session.status === 'logged_in' && session.user.region_ids !== null
  const create = !limited && can('RegionManagement:region:canCreate') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open('RegionDialog', 'create')}>
      {words.create}
    </Button>
  )
  return (
    <>
      <PageHeader
        crumb={<RegionCrumb regionId={regionId} onSelect={selectRegion} />}
        action={create}
        count={list.count}
      />
      <ListCard
        name="regions"
        label={words.title}
        list={list}
        columns={regionColumns}
        nameOf={(region) => region.name}
        onOpen={(region) => open('RegionDialog', 'view', region.id)}
        actions={(region) => rowActions(region, can, open, navigate)}
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
        empty={{ icon: IconMap, title: words.none, reason: words.noneReason, action: create }}
      />
    </>
  )
}
export default RegionsPage

const rowActions = (region: Region, can: Can, open: OpenDialog, navigate: Go): RowAction[] => [
  { label: words.view, icon: <IconEye size={16} />, run: () => open('RegionDialog', 'view', region.id) },
  ...(can('RegionManagement:region:canUpdate')
    ? [{ label: words.edit, icon: <IconPencil size={16} />, run: () => open('RegionDialog', 'edit', region.id) }]
    : []),
  ...(can('ZoneManagement:zone:canRead')
    ? [
        {
          label: words.showZones,
          icon: <IconPolygon size={16} />,
          run: () => void navigate({ to: '/ZoneManagement/zones', search: { region: String(region.id) } }),
        },
      ]
    : []),
  ...(can('RegionManagement:region:canDestroy')
    ? [
        {
          label: words.remove,
          icon: <IconTrash size={16} />,
          danger: true,
          run: () => removeRegion(region),
          confirm: { title: words.removeTitle, text: words.removeText(region.name), button: words.remove },
        },
      ]
    : []),
]

const removeRegion = (region: Region): Promise<void> =>
  removeRecord({
    asked: client.call(api.regions.destroy, { params: { id: region.id }, version: region.version }),
    name: region.name,
    words,
    changed: regionRecords.changed,
  })
