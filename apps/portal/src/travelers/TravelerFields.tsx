import type { Traveler } from '@ambit/contract'
import { travelerStatuses } from '../records/travelers.ts'
import { RegionField } from '../records/RegionField.tsx'
import { RecordStatus, statusOptions } from '../records/status.tsx'
import { useCan } from '../auth/permissions.ts'
import { SelectField, SwitchField, TelField, TextField } from '../form/fields.tsx'
import { travelerStrings } from './strings.ts'

const words = travelerStrings.columns
const statusChoices = statusOptions(travelerStatuses, ['active', 'blocked'])

export const TravelerFields = ({ traveler }: { traveler: Traveler | null }) => {
  const can = useCan()
  return (
    <>
      <TextField name="first_name" label={words.first_name} />
      <TextField name="last_name" label={words.last_name} />
      <TextField name="username" label={words.username} />
      <TextField name="email" label={words.email} type="email" checked="change" />
      <TelField name="phone_number" label={words.phone_number} />
      <SelectField
        name="status"
        label={words.status}
        options={statusChoices}
        view={<RecordStatus of={travelerStatuses} status={traveler?.status ?? null} />}
      />
      <RegionField label={words.region_id} none={travelerStrings.noHome} record={traveler} />
      <SwitchField name="low_tech" label={words.low_tech} />
      <SwitchField name="handicapped" label={words.handicapped} />
      {can('TravellerManagement:travellerMedicalExemptFlag:canRead') && (
        <SwitchField
          name="medically_exempt"
          label={words.medically_exempt}
          disabled={!can('TravellerManagement:travellerMedicalExemptFlag:canUpdate')}
        />
      )}
    </>
  )
}
