import { aidKinds, api, MobilityAid, MobilityAidInput } from '@ambit/contract'
import type { z } from 'zod'
import { client } from '../../api/client.ts'
import { EntityForm } from '../../form/EntityForm.tsx'
import { NumberField, SelectField, TextField } from '../../form/fields.tsx'
import { useEntityForm } from '../../form/use-entity-form.ts'
import { notify } from '../../notifications/notify.tsx'
import { aidKindWords, mobilityAidsChanged } from '../../records/mobility-aids.ts'
import { AddPanel } from '../../ui/AddPanel.tsx'
import { regionAidStrings as words } from './strings.ts'

const AidFields = MobilityAidInput.omit({ region_id: true })
type AidFields = z.output<typeof AidFields>

const kindOptions = aidKinds.map((value) => ({ value, label: aidKindWords[value] }))
const NEW: AidFields = { name: '', kind: 'walker', seats: 1, wheelchair_spaces: 0, load_s: 30, unload_s: 30 }

type Props = {
  regionId: number
  /** null: a new one */
  aid: MobilityAid | null
  onClose: () => void
}

/** One kind of mobility aid of a region. Its sign stays. */
export const AidForm = ({ regionId, aid, onClose }: Props) => {
  const entity = useEntityForm({
    intent: aid === null ? { mode: 'create' } : { mode: 'edit', record: aid },
    schema: AidFields,
    record: MobilityAid,
    toValues: (record: MobilityAid | null): AidFields => {
      if (record === null) return NEW
      const { name, kind, seats, wheelchair_spaces, load_s, unload_s } = record
      return { name, kind, seats, wheelchair_spaces, load_s, unload_s }
    },
    save: ({ kind, ...fields }, version) =>
      (aid === null
        ? client.call(api.mobilityAids.create, { body: { ...fields, kind, region_id: regionId } })
        : client.call(api.mobilityAids.update, { params: { id: aid.id }, body: fields, version })
      ).then(({ data }) => data),
    onSaved: () => {
      mobilityAidsChanged()
      notify({ type: 'success', title: words.thanks, message: words.saved })
      onClose()
    },
  })
  const { fields, seconds } = words
  return (
    <AddPanel title={aid === null ? words.add : words.edit(aid.name)} onCancel={onClose}>
      <EntityForm entity={entity} label={words.form} labels={fields}>
        <TextField name="name" label={fields.name} />
        {aid === null && <SelectField name="kind" label={fields.kind} options={kindOptions} />}
        <NumberField name="seats" label={fields.seats} min={0} max={1} />
        <NumberField name="wheelchair_spaces" label={fields.wheelchair_spaces} min={0} max={1} />
        <NumberField name="load_s" label={fields.load_s} min={0} suffix={seconds} />
        <NumberField name="unload_s" label={fields.unload_s} min={0} suffix={seconds} />
      </EntityForm>
    </AddPanel>
  )
}
