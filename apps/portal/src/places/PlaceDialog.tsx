import { api, BookedPlace } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import type { FormIntent } from '../form/intent.ts'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { besideHistory } from '../records/History.tsx'
import { placeRecords } from '../records/places.ts'
import { regionOptions } from '../records/regions.ts'
import { useScope } from '../url/scope.ts'
import { UPDATE } from './keys.ts'
import { placeBody, PlaceForm, placeValues } from './place-form.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { placeStrings as words } from './strings.ts'

/** One place of the place book, or a new one. */
const PlaceDialog = () => {
  const { mode, id } = useDialog()
  const can = useCan()
  switch (mode) {
    case 'create':
      return <CreatePlace />
    case 'edit':
      return <OnePlace id={Number(id)} mode={can(UPDATE) ? 'edit' : 'view'} />
    case 'view':
      return <OnePlace id={Number(id)} mode="view" />
    case 'bulkedit':
    case 'booking':
      return null
  }
}
export default PlaceDialog

const CreatePlace = () => (
  <Loaded query={useQuery(regionOptions)} title={words.createTitle}>
    {(regions) => (
      <DialogFrame title={words.createTitle}>
        <Details intent={{ mode: 'create' }} regions={regions} />
      </DialogFrame>
    )}
  </Loaded>
)

const OnePlace = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => {
  const can = useCan()
  return (
    <Loaded query={useQuery(placeRecords.one(id))} title={words.one}>
      {(record) => (
        <DialogFrame
          title={words.dialogTitle(mode === 'edit' ? 'Edit' : 'View', record.name, record.id)}
          {...besideHistory(can, 'places', id, <Details intent={{ mode, record }} regions={[]} />)}
        />
      )}
    </Loaded>
  )
}

type Intent = Exclude<FormIntent<BookedPlace>, { mode: 'bulkedit' }>

/** A place stays in its region: `regions` are those to choose from. */
const Details = ({ intent, regions }: { intent: Intent; regions: readonly { id: number; name: string }[] }) => {
  const { close } = useDialog()
  const [scope] = useScope()
  const region = scope.region ?? (regions.length === 1 ? (regions[0]?.id ?? null) : null)
  const entity = useEntityForm({
    intent,
    schema: PlaceForm,
    record: BookedPlace,
    toValues: (place) => placeValues(place, region),
    save: (values, version) => save(intent, values, version),
    onSaved: (place) => {
      if (place) placeRecords.saved(place)
      notify({ type: 'success', title: words.thanks, message: words.saved })
      close()
    },
    failure: 'inline',
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={{ ...words.columns, place: words.columns.address }}>
      <PlaceFields regions={regions} />
    </EntityForm>
  )
}

const save = async (intent: Intent, values: PlaceForm, version: number | undefined): Promise<BookedPlace | void> => {
  const body = placeBody(values)
  if (body === null) return
  if (intent.mode === 'create')
    return (await client.call(api.places.create, { body: { ...body, region_id: Number(values.region_id) } })).data
  return (await client.call(api.places.update, { params: { id: intent.record.id }, body, version })).data
}
