import type { Region } from '@ambit/contract'
import { SelectField, TelField, TextField } from '../form/fields.tsx'
import { TimeZoneField } from '../form/TimeZoneField.tsx'
import { RegionStatus } from './RegionStatus.tsx'
import { regionStrings } from './strings.ts'

const words = regionStrings.columns
const statusOptions = [
  { value: 'active', label: regionStrings.active },
  { value: 'blocked', label: regionStrings.blocked },
]

export const RegionFields = ({ region }: { region: Region | null }) => (
  <>
    <TextField name="name" label={words.name} />
    <SelectField
      name="status"
      label={words.status}
      options={statusOptions}
      view={region === null ? undefined : <RegionStatus status={region.status} />}
    />
    <TimeZoneField name="time_zone" label={words.time_zone} />
    <TextField name="contact_email" label={words.contact_email} type="email" />
    <TelField name="contact_phone" label={words.contact_phone} />
  </>
)
