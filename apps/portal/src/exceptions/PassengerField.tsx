import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import fields from '../form/fields.module.css'
import { passengersQuery } from './queries.ts'
import { raiseStrings as words } from './strings.ts'

const TYPING_MS = 300
/** As the form's own fields look. */
const looks = { root: fields['field'] ?? '', label: fields['label'] ?? '', error: fields['error'] ?? '' }

type Form = { traveler_id: string | null }

/** A passenger of record, found by name or number. */
export const PassengerField = () => {
  const { field, fieldState } = useController<Form, 'traveler_id'>({ name: 'traveler_id' })
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS)
  const found = useQuery(passengersQuery(search === chosen?.label ? '' : search))
  const options = (found.data ?? []).map(({ id, full_name }) => ({ value: String(id), label: `${full_name} (${id})` }))
  const all = chosen === null || options.some(({ value }) => value === chosen.value) ? options : [chosen, ...options]
  return (
    <Select
      label={words.fields.traveler_id}
      placeholder={words.searchPassenger}
      searchable
      clearable
      // The server has searched already, also by what is not shown.
      filter={({ options: found }) => found}
      nothingFoundMessage={search === '' || found.isFetching ? null : words.noPassenger}
      data={all}
      value={field.value}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(value, option) => {
        setChosen(value === null ? null : option)
        field.onChange(value)
      }}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
      classNames={looks}
      style={{ gridColumn: 'span 24' }}
    />
  )
}
