import type { SsoProvider } from '@ambit/contract'
import { Button, CloseButton, MultiSelect, Select, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { regionOptions } from '../records/regions.ts'
import { userGroupOptions } from '../records/user-groups.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { ConfirmField } from './ConfirmField.tsx'
import classes from './installation.module.css'
import type { MapRow } from './provider-form.ts'
import { installationStrings as words } from './strings.ts'

const optionOf = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })

/** Which groups of the provider are which groups here. `known`: as the server has them. */
export const GroupMap = ({ known }: { known: SsoProvider['group_map'] }) => {
  const { field, fieldState } = useController({ name: 'group_map' })
  const choices = {
    groups: (useQuery(userGroupOptions).data ?? []).map(optionOf),
    regions: (useQuery(regionOptions).data ?? []).map(optionOf),
  }
  const rows = field.value as MapRow[] // the form's schema
  const change = (place: number, changes: Partial<MapRow>): void =>
    field.onChange(rows.map((row, index) => (index === place ? { ...row, ...changes } : row)))
  const superior = known.filter((one) => one.gives_superadmin).map(({ user_group_id }) => String(user_group_id))
  return (
    <section className={classes['map']} aria-label={words.map}>
      <h3>{words.map}</h3>
      <p className={classes['text']}>{words.mapText}</p>
      <ConfirmField name="confirm_superadmin" label={words.fields.confirm_superadmin} />
      {rows.map((row, place) => (
        <Row
          // oxlint-disable-next-line react/no-array-index-key -- rows have no name of their own
          key={place}
          row={row}
          choices={choices}
          place={place}
          everyRight={superior.includes(row.user_group_id)}
          onChange={(changes) => change(place, changes)}
          onRemove={() => field.onChange(rows.filter((_, index) => index !== place))}
        />
      ))}
      {fieldState.error !== undefined && (
        <p className={classes['error']} role="alert">
          {fieldState.error.message}
        </p>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        onClick={() => field.onChange([...rows, { provider_group: '', user_group_id: '', region_ids: [] }])}
      >
        {words.addGroup}
      </Button>
    </section>
  )
}

type Choice = ReturnType<typeof optionOf>
type RowProps = {
  row: MapRow
  choices: { groups: Choice[]; regions: Choice[] }
  place: number
  everyRight: boolean
  onChange: (changes: Partial<MapRow>) => void
  onRemove: () => void
}

const Row = ({ row, choices, place, everyRight, onChange, onRemove }: RowProps) => (
  <div className={classes['mapRow']}>
    <TextInput
      aria-label={words.theirGroup}
      placeholder={words.theirGroup}
      value={row.provider_group}
      onChange={(event) => onChange({ provider_group: event.currentTarget.value })}
    />
    <Select
      aria-label={words.ourGroup}
      placeholder={words.ourGroup}
      searchable
      data={choices.groups}
      value={row.user_group_id === '' ? null : row.user_group_id}
      onChange={(value) => onChange({ user_group_id: value ?? '' })}
    />
    <MultiSelect
      aria-label={words.regions}
      {...(row.region_ids.length === 0 ? { placeholder: words.allRegions } : {})}
      searchable
      data={choices.regions}
      value={row.region_ids}
      onChange={(region_ids) => onChange({ region_ids })}
    />
    <CloseButton aria-label={words.removeGroup(place + 1)} onClick={onRemove} />
    {everyRight && <StatusTag tone="warning">{words.everyRight}</StatusTag>}
  </div>
)
