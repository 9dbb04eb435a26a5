import { api, type Organisation, OrganisationTraveler, requiredText } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { client } from '../api/client.ts'
import { DayInput } from '../form/DayInput.tsx'
import { EntityForm } from '../form/EntityForm.tsx'
import fields from '../form/fields.module.css'
import { SwitchField, TextField } from '../form/fields.tsx'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { organisationRecords } from '../records/organisations.ts'
import { serverClock } from '../settings/use-now.ts'
import { AddPanel } from '../ui/AddPanel.tsx'
import { passengersQuery } from './queries.ts'
import { consentStrings as words } from './strings.ts'

const TYPING_MS = 300
/** As the form's own fields look. */
const looks = { root: fields['field'] ?? '', label: fields['label'] ?? '', error: fields['error'] ?? '' }

const ConsentForm = z.object({
  traveler_id: requiredText(words.choosePassenger),
  consented_by: requiredText(words.missingBy, 200),
  consented_on: z.iso.date(),
  until_on: z.iso.date().nullable(),
  tell_representatives: z.boolean(),
})
type ConsentForm = z.infer<typeof ConsentForm>

/** A consent that somebody has given, from today on unless another day is chosen. */
export const AddConsent = ({ organisation, onClose }: { organisation: Organisation; onClose: () => void }) => {
  const entity = useEntityForm({
    intent: { mode: 'create' },
    schema: ConsentForm,
    record: OrganisationTraveler,
    toValues: (): ConsentForm => ({
      traveler_id: '',
      consented_by: '',
      consented_on: dateIn(organisation.time_zone, serverClock.now()),
      until_on: null,
      tell_representatives: true,
    }),
    save: ({ traveler_id, ...consent }) =>
      client
        .call(api.organisationTravelers.create, {
          body: { ...consent, organisation_id: organisation.id, traveler_id: Number(traveler_id) },
        })
        .then(({ data }) => data),
    onSaved: (consent) => {
      organisationRecords.changed()
      if (consent) notify({ type: 'success', title: words.one, message: words.saved(consent.traveler_name) })
      onClose()
    },
  })
  return (
    <AddPanel title={words.add} onCancel={onClose}>
      <EntityForm
        entity={entity}
        label={words.form}
        labels={{
          traveler_id: words.passenger,
          consented_by: words.consented_by,
          consented_on: words.consented_on,
          until_on: words.until_on,
          tell_representatives: words.tell,
        }}
      >
        <PassengerField />
        <TextField name="consented_by" label={words.consented_by} note={words.byNote} span={24} />
        <DayField name="consented_on" label={words.consented_on} />
        <DayField name="until_on" label={words.until_on} placeholder={words.untilEnded} />
        <SwitchField name="tell_representatives" label={words.tell} />
      </EntityForm>
    </AddPanel>
  )
}

const PassengerField = () => {
  const { field, fieldState } = useController<ConsentForm, 'traveler_id'>({ name: 'traveler_id' })
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS)
  const found = useQuery(passengersQuery(search === chosen?.label ? '' : search))
  const options = (found.data ?? []).map(({ id, full_name }) => ({ value: String(id), label: `${full_name} (${id})` }))
  const all = chosen === null || options.some(({ value }) => value === chosen.value) ? options : [chosen, ...options]
  return (
    <Select
      label={words.passenger}
      placeholder={words.search}
      withAsterisk
      searchable
      // The server has searched already, also by what is not shown.
      filter={({ options: found }) => found}
      nothingFoundMessage={search === '' || found.isFetching ? null : words.nobody}
      data={all}
      value={field.value === '' ? null : field.value}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(value, option) => {
        setChosen(value === null ? null : option)
        field.onChange(value ?? '')
      }}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
      classNames={looks}
      style={{ gridColumn: 'span 24' }}
    />
  )
}

type DayProps = { name: 'consented_on' | 'until_on'; label: string; placeholder?: string }
const DayField = ({ name, label, placeholder }: DayProps) => {
  const { field, fieldState } = useController<ConsentForm, DayProps['name']>({ name })
  const optional = name === 'until_on'
  return (
    <DayInput
      label={label}
      placeholder={placeholder}
      withAsterisk={!optional}
      clearable={optional}
      valueFormat="DD/MM/YYYY"
      value={field.value}
      onChange={field.onChange}
      onUnreadable={field.onChange}
      error={fieldState.error?.message}
      classNames={looks}
      style={{ gridColumn: 'span 12' }}
    />
  )
}
