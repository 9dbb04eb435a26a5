import { MOST_CONTACTS, type OrganisationContact } from '@ambit/contract'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { SelectField, TextField, ViewField } from '../form/fields.tsx'
import { useEntityFormContext } from '../form/form-context.ts'
import type { OrganisationForm } from './organisation-form.ts'
import classes from './organisations.module.css'
import { placesOfRegion } from './queries.ts'
import { organisationStrings as words } from './strings.ts'

const WHOLE_ROW = 24
/** The place book may hold thousands: the others are found by typing. */
const PLACES_SHOWN = 50
const optionOf = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })

type Props = {
  /** to choose from, of a new one */
  regions: readonly { id: number; name: string }[]
  placeName: string | null
}

export const OrganisationFields = ({ regions, placeName }: Props) => {
  const region = useWatch<OrganisationForm, 'region_id'>({ name: 'region_id' })
  const { setValue } = useFormContext<OrganisationForm>()
  const places = useQuery(placesOfRegion(region === '' ? null : Number(region)))
  return (
    <>
      <TextField name="name" label={words.fields.name} span={WHOLE_ROW} />
      {regions.length > 1 && (
        <SelectField
          name="region_id"
          label={words.fields.region_id}
          searchable
          options={regions.map(optionOf)}
          onPick={() => setValue('place_id', '')}
        />
      )}
      <SelectField
        name="place_id"
        label={words.fields.place_id}
        placeholder={words.noPlace}
        note={words.placeNote}
        options={places.data?.map(optionOf) ?? []}
        view={placeName}
        limit={PLACES_SHOWN}
        searchable
        clearable
      />
      <ContactsField />
    </>
  )
}

const EMPTY: OrganisationContact = { name: '', role: '', phone_number: '', email: '' }
const contactFields = ['name', 'role', 'phone_number', 'email'] as const

/** Whom to turn to, one row each. */
const ContactsField = () => {
  const { mode } = useEntityFormContext()
  const { field } = useController<OrganisationForm, 'contacts'>({ name: 'contacts' })
  const { errors } = useFormState<OrganisationForm>()
  const contacts = field.value.map((one) => ({ ...EMPTY, ...one }))
  if (mode === 'view')
    return (
      <ViewField label={words.fields.contacts} span={WHOLE_ROW}>
        {contacts.length === 0 ? words.noContacts : contacts.map(contactText).join('; ')}
      </ViewField>
    )
  const change = (at: number, changed: Partial<OrganisationContact>): void =>
    field.onChange(contacts.map((one, index) => (index === at ? { ...one, ...changed } : one)))
  return (
    <fieldset className={classes['contacts']}>
      <legend>{words.fields.contacts}</legend>
      {contacts.map((contact, index) => (
        <div
          // A contact has no id: it is known by its place.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className={classes['contact']}
          role="group"
          aria-label={words.contactOf(index + 1)}
        >
          {contactFields.map((name) => (
            <TextInput
              key={name}
              label={words.contact[name]}
              type={name === 'phone_number' ? 'tel' : name === 'email' ? 'email' : 'text'}
              autoComplete="off"
              withAsterisk={name === 'name'}
              value={contact[name]}
              error={errors.contacts?.[index]?.[name]?.message}
              onChange={({ currentTarget }) => change(index, { [name]: currentTarget.value })}
            />
          ))}
          <ActionIcon
            aria-label={words.removeContact(index + 1)}
            onClick={() => field.onChange(contacts.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      {contacts.length < MOST_CONTACTS && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => field.onChange([...contacts, EMPTY])}
        >
          {words.addContact}
        </Button>
      )}
    </fieldset>
  )
}

const contactText = ({ name, role, phone_number, email }: OrganisationContact): string =>
  [name, role, phone_number, email].filter((text) => text !== '').join(', ')
