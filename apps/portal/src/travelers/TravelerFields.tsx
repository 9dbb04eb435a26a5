import { LONGEST_BOARDING_S, type Traveler } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { mobilityAidsQuery } from '../records/mobility-aids.ts'
import { travelerStatuses } from '../records/travelers.ts'
import { MaskedValue } from '../records/MaskedValue.tsx'
import { RegionField } from '../records/RegionField.tsx'
import { RecordStatus, statusOptions } from '../records/status.tsx'
import type { ReactNode } from 'react'
import { useMasks } from '../auth/masks.ts'
import { useCan } from '../auth/permissions.ts'
import {
  MultiSelectField,
  NumberField,
  SelectField,
  SwitchField,
  TelField,
  TextField,
  ViewField,
} from '../form/fields.tsx'
import { travelerStrings } from './strings.ts'
import { isMasked } from './traveler-form.ts'

const words = travelerStrings.columns
const statusChoices = statusOptions(travelerStatuses, ['active', 'blocked'])

export const TravelerFields = ({ traveler }: { traveler: Traveler | null }) => {
  const can = useCan()
  const masks = useMasks()
  /** Of a passenger who exists, what the server masks is shown as it comes, and not asked for. */
  const unlessMasked = (name: Maskable, field: ReactNode): ReactNode =>
    traveler !== null && isMasked(name, masks) ? (
      <ViewField label={words[name]}>{masked(name, traveler)}</ViewField>
    ) : (
      field
    )
  return (
    <>
      {unlessMasked('first_name', <TextField name="first_name" label={words.first_name} />)}
      {unlessMasked('last_name', <TextField name="last_name" label={words.last_name} />)}
      {unlessMasked('username', <TextField name="username" label={words.username} />)}
      {unlessMasked('email', <TextField name="email" label={words.email} type="email" checked="change" />)}
      {unlessMasked('phone_number', <TelField name="phone_number" label={words.phone_number} />)}
      <SelectField
        name="status"
        label={words.status}
        options={statusChoices}
        view={<RecordStatus of={travelerStatuses} status={traveler?.status ?? null} />}
      />
      <RegionField label={words.region_id} none={travelerStrings.noHome} record={traveler} />
      <SwitchField name="low_tech" label={words.low_tech} />
      {unlessMasked('handicapped', <SwitchField name="handicapped" label={words.handicapped} />)}
      {!(traveler !== null && isMasked('mobility_aids', masks)) && <AidFields regionId={traveler?.region_id ?? null} />}
      {can('TravellerManagement:travellerMedicalExemptFlag:canRead') &&
        unlessMasked(
          'medically_exempt',
          <SwitchField
            name="medically_exempt"
            label={words.medically_exempt}
            disabled={!can('TravellerManagement:travellerMedicalExemptFlag:canUpdate')}
          />,
        )}
    </>
  )
}

const AidFields = ({ regionId }: { regionId: number | null }) => {
  const readable = useCan()('RegionManagement:region:canRead')
  const kinds = useQuery({ ...mobilityAidsQuery(regionId), enabled: readable }).data ?? []
  const options = kinds
    .filter(({ kind }) => kind !== 'none')
    .map(({ id, name }) => ({ value: String(id), label: name }))
  const { seconds, ownTimesNote } = travelerStrings
  return (
    <>
      <SwitchField name="attendant_allowed" label={words.attendant_allowed} />
      <MultiSelectField name="mobility_aids" label={words.mobility_aids} options={options} />
      {(['own_times/load_s', 'own_times/unload_s'] as const).map((name) => (
        <NumberField
          key={name}
          name={name}
          label={words[name]}
          min={0}
          max={LONGEST_BOARDING_S}
          suffix={seconds}
          note={ownTimesNote}
        />
      ))}
      <TextField name="own_times/reason" label={words['own_times/reason']} />
    </>
  )
}

type Maskable = 'email' | 'first_name' | 'handicapped' | 'last_name' | 'medically_exempt' | 'phone_number' | 'username'

/** Yes and no have no mask but null; without a number there is none to mask. */
const masked = (name: Maskable, traveler: Traveler): ReactNode => {
  const value = traveler[name]
  if (name === 'phone_number' && value === null) return ''
  return (
    <MaskedValue
      kind="travelers"
      id={traveler.id}
      field={name}
      label={words[name]}
      mask={typeof value === 'string' ? value : null}
    />
  )
}
