import type { Driver } from '@ambit/contract'
import { SelectField, TelField, TextField } from '../form/fields.tsx'
import { DriverStatus } from './DriverStatus.tsx'
import { driverStrings } from './strings.ts'

const words = driverStrings.columns
const statusOptions = [
  { value: 'approved', label: driverStrings.approved },
  { value: 'blocked', label: driverStrings.blocked },
]

export const DriverFields = ({ driver }: { driver: Driver | null }) => (
  <>
    <TextField name="first_name" label={words.first_name} autoComplete="off" />
    <TextField name="last_name" label={words.last_name} />
    <TextField name="username" label={words.username} />
    <TextField name="email" label={words.email} type="email" checked="change" />
    <TelField name="phone_number" label={words.phone_number} />
    <SelectField
      name="status"
      label={words.status}
      options={statusOptions}
      bulk
      view={<DriverStatus status={driver?.status ?? null} />}
    />
  </>
)
