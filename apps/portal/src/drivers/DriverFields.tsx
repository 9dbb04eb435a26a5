import type { Driver } from '@ambit/contract'
import { driverStatuses } from '../records/drivers.ts'
import { RegionField } from '../records/RegionField.tsx'
import { RecordStatus, statusOptions } from '../records/status.tsx'
import { SelectField, TelField, TextField } from '../form/fields.tsx'
import { driverStrings } from './strings.ts'

const words = driverStrings.columns
const statusChoices = statusOptions(driverStatuses, ['approved', 'blocked'])

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
      options={statusChoices}
      bulk
      view={<RecordStatus of={driverStatuses} status={driver?.status ?? null} />}
    />
    <RegionField label={words.region_id} none={driverStrings.allRegions} record={driver} />
  </>
)
