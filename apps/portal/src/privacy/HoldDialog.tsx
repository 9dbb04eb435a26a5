import { api, Hold, holdKinds } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { client } from '../api/client.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { DateTimeField } from '../form/DateTimeField.tsx'
import { EntityForm } from '../form/EntityForm.tsx'
import { DateField, NumberField, SelectField, TextAreaField } from '../form/fields.tsx'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { useFormat } from '../settings/format.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { holdBody, HoldForm, holdValues, startOf } from './hold-form.ts'
import { holdRecords } from './hold-queries.ts'
import { heldWords, holdStrings as words } from './hold-strings.ts'
import { RecordName } from './RecordName.tsx'

const labels = words.columns
const kindOptions = holdKinds.map((value) => ({ value, label: words.kinds[value] }))

/** Places a hold, or gives one another end. */
const HoldDialog = () => {
  const { mode, id } = useDialog()
  return mode === 'create' ? (
    <DialogFrame title={words.create}>
      <HoldFields hold={null} start={startOf(String(id))} />
    </DialogFrame>
  ) : (
    <Renewal id={Number(id)} />
  )
}
export default HoldDialog

const Renewal = ({ id }: { id: number }) => {
  const { date } = useFormat()
  return (
    <Loaded query={useQuery(holdRecords.one(id))} title={words.one}>
      {(hold) => (
        <DialogFrame title={words.renewTitle(heldWords(hold, date))}>
          {hold.ended_at === null ? (
            <HoldFields hold={hold} start={{ kind: hold.kind, record_id: hold.record_id }} />
          ) : (
            <EmptyState title={words.over} />
          )}
        </DialogFrame>
      )}
    </Loaded>
  )
}

type Props = { hold: Hold | null; start: Pick<HoldForm, 'kind' | 'record_id'> }

const HoldFields = ({ hold, start }: Props) => {
  const { close } = useDialog()
  const entity = useEntityForm({
    intent: hold === null ? { mode: 'create' } : { mode: 'edit', record: hold },
    schema: HoldForm,
    record: Hold,
    toValues: (record) => holdValues(record, start),
    save: (values, version) => save(hold, values, version),
    onSaved: (saved) => {
      if (saved) holdRecords.saved(saved)
      notify({ type: 'success', title: words.thanks, message: hold === null ? words.placed : words.renewed })
      close()
    },
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={labels}>
      {hold === null && <Named />}
      <DateTimeField name="ends_at" label={labels.ends_at} placeholder={words.choose} shortcuts={words.shortcuts} />
      <TextAreaField name="reason" label={labels.reason} span={24} maxLength={250} counted />
    </EntityForm>
  )
}

/** What is held: a record by its number, or days. */
const Named = () => {
  const [kind, record_id] = useWatch<HoldForm, ['kind', 'record_id']>({ name: ['kind', 'record_id'] })
  return (
    <>
      <SelectField name="kind" label={labels.kind} options={kindOptions} openOnFocus={false} />
      {kind === 'days' ? (
        <>
          <DateField name="from_day" label={labels.from_day} required />
          <DateField name="to_day" label={labels.to_day} required />
        </>
      ) : (
        <>
          <NumberField name="record_id" label={labels.record_id} min={1} required />
          <RecordName kind={kind} id={record_id} />
        </>
      )}
    </>
  )
}

const save = async (hold: Hold | null, values: HoldForm, version: number | undefined): Promise<Hold> => {
  if (hold === null) return (await client.call(api.holds.create, { body: holdBody(values) })).data
  const { reason, ends_at } = values
  return (await client.call(api.holds.renew, { params: { id: hold.id }, body: { reason, ends_at }, version })).data
}
