import type { Traveler } from '@ambit/contract'
import { useCan } from '../auth/permissions.ts'
import { SelectField, SwitchField, TelField, TextField } from '../form/fields.tsx'
import { travelerStrings } from './strings.ts'
import { TravelerStatus } from './TravelerStatus.tsx'

const words = travelerStrings.columns
const statusOptions = [
  { value: 'active', label: travelerStrings.active },
  { value: 'blocked', label: travelerStrings.blocked },
]

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
        options={statusOptions}
        view={<TravelerStatus status={traveler?.status ?? null} />}
      />
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
