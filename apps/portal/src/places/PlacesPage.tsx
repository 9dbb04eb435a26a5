import { api, type BookedPlace, placeCategories } from '@ambit/contract'
import { Button, Group } from '@mantine/core'
import {
  IconBuildingHospital,
  IconBulb,
  IconDownload,
  IconEye,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { saveFile } from '../api/download.ts'
import { removeRecord } from '../api/remove-record.ts'
import type { Can } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { type OpenDialog, useOpenDialog } from '../dialogs/stack.ts'
import { placeCategoryWords, placeRecords } from '../records/places.ts'
import { ListCard } from '../table/ListCard.tsx'
import type { RowAction } from '../table/RowActions.tsx'
import { SelectFilter } from '../table/SelectFilter.tsx'
import { useList } from '../table/use-list.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useScope } from '../url/scope.ts'
import { placeColumns } from './columns.tsx'
import { CREATE, DESTROY, UPDATE } from './keys.ts'
import { cleared, exportPlaces, placesQuery, placesState } from './queries.ts'
import { placeStrings as words } from './strings.ts'

const categories = placeCategories.map((value) => ({ value, label: placeCategoryWords[value] }))

/** The place books of regions: what callers name rather than an address. */
const PlacesPage = () => {
  const can = useCan()
  const open = useOpenDialog()
  const [scope] = useScope()
  const list = useList({
    state: placesState,
    query: (state) => placesQuery(state, scope),
    filtered: (state) => state['filter.category'] !== null,
  })
  const create = can(CREATE) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open('PlaceDialog', 'create')}>
      {words.create}
    </Button>
  )
  return (
    <>
      <PageHeader
        count={list.count}
        action={
          <Group gap="xs">
            {can(CREATE) && (
              <>
                <Button
                  variant="default"
                  leftSection={<IconBulb size={16} />}
                  onClick={() => open('PlaceSuggestionsDialog', 'create')}
                >
                  {words.suggestions}
                </Button>
                <Button
                  variant="default"
                  leftSection={<IconUpload size={16} />}
                  onClick={() => open('PlaceImportDialog', 'create')}
                >
                  {words.import}
                </Button>
              </>
            )}
            <ExportButton save={() => exportPlaces(list.state, scope)} />
            {create}
          </Group>
        }
      />
      <ListCard
        name="places"
        label={words.title}
        list={list}
        columns={placeColumns}
        nameOf={({ name }) => name}
        onOpen={({ id }) => open('PlaceDialog', can(UPDATE) ? 'edit' : 'view', id, 'Details')}
        actions={(place) => rowActions(place, can, open)}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={
          <SelectFilter
            label={words.categoryFilter}
            any={words.anyCategory}
            choices={categories}
            value={list.state['filter.category']}
            onChange={(value) => list.change({ 'filter.category': value })}
          />
        }
        empty={{ icon: IconBuildingHospital, title: words.none, reason: words.noneReason, action: create }}
      />
    </>
  )
}
export default PlacesPage

const ExportButton = ({ save }: { save: () => Promise<Blob> }) => {
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      saveFile(await save(), 'places.csv')
    } catch (error) {
      announceFailure(error, words.exportFailed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} loading={busy} onClick={() => void run()}>
      {words.export}
    </Button>
  )
}

const rowActions = ({ id, name, version }: BookedPlace, can: Can, open: OpenDialog): RowAction[] => [
  can(UPDATE)
    ? { label: words.edit, icon: <IconPencil size={16} />, run: () => open('PlaceDialog', 'edit', id, 'Details') }
    : { label: words.view, icon: <IconEye size={16} />, run: () => open('PlaceDialog', 'view', id, 'Details') },
  ...(can(DESTROY)
    ? [
        {
          label: words.remove,
          icon: <IconTrash size={16} />,
          danger: true,
          run: () =>
            removeRecord({
              asked: client.call(api.places.destroy, { params: { id }, version }),
              name,
              words,
              changed: placeRecords.changed,
            }),
          confirm: { title: words.removeTitle, text: words.removeText(name), button: words.remove },
        },
      ]
    : []),
]
