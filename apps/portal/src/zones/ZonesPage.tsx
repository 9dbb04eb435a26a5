import { api, type Zone } from '@ambit/contract'
import { Button, Group, Select } from '@mantine/core'
import { IconClockHour4, IconEye, IconPencil, IconPlus, IconRulerMeasure, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { statusOptions } from '../records/status.tsx'
import { regionOptions } from '../records/regions.ts'
import { zoneRecords, zoneStatuses } from '../records/zones.ts'
import { useNavigate } from '../url/link.tsx'
import { client } from '../api/client.ts'
import { removeRecord } from '../api/remove-record.ts'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { ChoiceFilter } from '../table/ChoiceFilter.tsx'
import { ListCard } from '../table/ListCard.tsx'
import type { RowAction } from '../table/RowActions.tsx'
import { useList } from '../table/use-list.ts'
import { storeRegion } from '../url/scope.ts'
import { zoneColumns } from './columns.tsx'
import { designerPath, keptSearch, rulesPath } from './navigation.ts'
import { zonesQuery, type ZonesState, zonesState } from './queries.ts'
import { zoneStrings as words } from './strings.ts'
import { useNoZones } from './use-no-zones.tsx'
import { ZonesLayout } from './ZonesLayout.tsx'
import classes from './zones.module.css'

const statusChoices = statusOptions(zoneStatuses, ['active', 'blocked'])

const cleared = { search: '', 'filter.status': null } satisfies Partial<ZonesState>

/** The list of zones; a row opens its designer. */
const ZonesPage = () => {
  const can = useCan()
  const open = useOpenDialog()
  const rows = useActions()
  const navigate = useNavigate()
  const regions = useQuery({ ...regionOptions, enabled: can('RegionManagement:region:canRead') })
  const list = useList({
    state: zonesState,
    query: zonesQuery,
    // A region is what the whole portal is about, no filter: one without zones offers to create the first.
    filtered: (state) => state['filter.status'] !== null,
  })
  const { 'filter.status': status, region } = list.state
  // The region is the header's as well: it remembers what was chosen here.
  const changeRegion = (next: number | null): void => {
    storeRegion(localStorage, next)
    list.change({ region: next, zone: [] })
  }
  const hasRegions = regions.data?.length !== 0
  const create = can('ZoneManagement:zone:canCreate') && hasRegions && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open('ZoneDialog', 'create')}>
      {words.create}
    </Button>
  )
  const actions = (
    <Group gap="xs">
      <Button variant="default" onClick={() => void navigate({ to: '/ZoneManagement/apps' })}>
        {words.apps}
      </Button>
      {create}
    </Group>
  )
  const empty = useNoZones(hasRegions, create)
  return (
    <ZonesLayout action={actions} count={list.count}>
      <ListCard
        name="zones"
        label={words.title}
        list={list}
        columns={zoneColumns}
        nameOf={(zone) => zone.name}
        onOpen={rows.open}
        actions={rows.of}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={
          <>
            <ChoiceFilter
              label={words.statusFilter}
              choices={statusChoices}
              value={status}
              onChange={(value) => list.change({ 'filter.status': value })}
            />
            {regions.data !== undefined && (
              <Select
                className={classes['regionFilter']}
                aria-label={words.columns.region_name}
                placeholder={words.allRegions}
                searchable
                clearable
                value={region === null ? null : String(region)}
                data={regions.data.map(({ id, name }) => ({ value: String(id), label: name }))}
                onChange={(value) => changeRegion(value === null ? null : Number(value))}
              />
            )}
          </>
        }
        empty={empty}
      />
    </ZonesLayout>
  )
}
export default ZonesPage

/** What may be done with a zone; its row opens the designer, or the dialog for those who may not design. */
const useActions = () => {
  const can = useCan()
  const openDialog = useOpenDialog()
  const navigate = useNavigate()
  const designs = can('ZoneManagement:zoneDesigner:canRead')
  const design = (zone: Zone): void => void navigate({ to: designerPath(zone.id), search: keptSearch })
  const rules = (zone: Zone): void => void navigate({ to: rulesPath(zone.id), search: keptSearch })
  const view = (zone: Zone): void => openDialog('ZoneDialog', 'view', zone.id)
  const of = (zone: Zone): RowAction[] => [
    ...(designs ? [{ label: words.openDesigner, icon: <IconRulerMeasure size={16} />, run: () => design(zone) }] : []),
    ...(can('ZoneManagement:bookingRules:canRead')
      ? [{ label: words.rules, icon: <IconClockHour4 size={16} />, run: () => rules(zone) }]
      : []),
    { label: words.view, icon: <IconEye size={16} />, run: () => view(zone) },
    ...(can('ZoneManagement:zone:canUpdate')
      ? [{ label: words.edit, icon: <IconPencil size={16} />, run: () => openDialog('ZoneDialog', 'edit', zone.id) }]
      : []),
    ...(can('ZoneManagement:zone:canDestroy')
      ? [
          {
            label: words.remove,
            icon: <IconTrash size={16} />,
            danger: true,
            run: () => removeZone(zone),
            confirm: { title: words.removeTitle, text: words.removeText(zone.name), button: words.remove },
          },
        ]
      : []),
  ]
  return { open: designs ? design : view, of }
}

const removeZone = (zone: Zone): Promise<void> =>
  removeRecord({
    asked: client.call(api.zones.destroy, { params: { id: zone.id }, version: zone.version }),
    name: zone.name,
    words,
    changed: zoneRecords.changed,
  })
