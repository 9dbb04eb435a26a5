import { api, insuranceAnswers, noteCategories, noteSubcategories, optionalText, requiredText } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { vehicleRecords } from '../records/vehicles.ts'
import { client } from '../api/client.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import { SelectField, TextAreaField } from '../form/fields.tsx'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { notesChanged } from './queries.ts'
import { noteStrings as words } from './strings.ts'

/** What the form holds; the first two messages are the contract's. */
const NoteForm = z.object({
  category: z.enum(['', ...noteCategories]).refine((category): boolean => category !== '', 'Please select a category'),
  subcategory: z.enum(['', ...noteSubcategories]),
  details: requiredText('Please enter a comment', 4000),
  witness_details: optionalText(2000),
  insurance_details: z.enum(['', ...insuranceAnswers]),
})
type NoteForm = z.infer<typeof NoteForm>

const empty: NoteForm = { category: '', subcategory: '', details: '', witness_details: '', insurance_details: '' }

const optionsOf = <K extends string>(labels: Record<K, string>, values: readonly K[]) =>
  values.map((value) => ({ value, label: labels[value] }))

/** What belongs to incidents is only sent for one. */
const noteBody = (values: NoteForm, vehicle_id: number) => ({
  vehicle_id,
  category: values.category === 'incident' ? ('incident' as const) : ('comment' as const),
  details: values.details,
  ...(values.category === 'incident'
    ? {
        subcategory: values.subcategory === '' ? null : values.subcategory,
        witness_details: values.witness_details === '' ? null : values.witness_details,
        insurance_details: values.insurance_details === '' ? null : values.insurance_details,
      }
    : {}),
})

const VehicleNoteDialog = () => {
  const id = Number(useDialog().id)
  const vehicle = useQuery(vehicleRecords.one(id))
  // A vehicle that does not exist takes no note. While it is loading the user may start to write: what was written is
  // only hidden while it cannot be loaded.
  const missing = vehicle.data === undefined && vehicle.error !== null
  return (
    <DialogFrame title={words.title} id={vehicle.data?.vehicle_number}>
      {missing && <ErrorState error={vehicle.error} onRetry={() => void vehicle.refetch()} />}
      <div style={{ display: missing ? 'none' : 'contents' }}>
        <NewNote vehicleId={id} />
      </div>
    </DialogFrame>
  )
}
export default VehicleNoteDialog

const NewNote = ({ vehicleId }: { vehicleId: number }) => {
  const { close } = useDialog()
  const entity = useEntityForm({
    intent: { mode: 'create' },
    schema: NoteForm,
    record: z.never(), // notes are written once: there is none to be stale
    toValues: () => empty,
    save: async (values) => {
      await client.call(api.vehicleNotes.create, { body: noteBody(values, vehicleId) })
    },
    onSaved: () => {
      notesChanged()
      notify({ type: 'success', title: words.form, message: words.created })
      close()
    },
    failure: 'toast',
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={words.fields}>
      <SelectField
        name="category"
        label={words.fields.category}
        options={optionsOf(words.categories, noteCategories)}
      />
      <OfIncident>
        <SelectField
          name="subcategory"
          label={words.fields.subcategory}
          options={optionsOf(words.subcategories, noteSubcategories)}
          clearable
        />
      </OfIncident>
      <TextAreaField name="details" label={words.fields.details} span={24} />
      <OfIncident>
        <TextAreaField name="witness_details" label={words.fields.witness_details} span={24} />
        <SelectField
          name="insurance_details"
          label={words.fields.insurance_details}
          options={optionsOf(words.insurance, insuranceAnswers)}
          clearable
        />
      </OfIncident>
    </EntityForm>
  )
}

const OfIncident = ({ children }: { children: React.ReactNode }) =>
  useWatch({ name: 'category' }) === 'incident' ? children : null
