import type { Traveler } from '@ambit/contract'
import { spacesOf } from '@ambit/domain'
import { MultiSelect, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../auth/permissions.ts'
import { mobilityAidsQuery } from '../../records/mobility-aids.ts'
import type { BookingData } from '../booking-draft.ts'
import type { MissingField } from './booking-request.ts'
import { wizardStrings as words } from './strings.ts'
import classes from './PeopleFields.module.css'

type Props = {
  data: BookingData
  traveler: Pick<Traveler, 'region_id' | 'attendant_allowed' | 'mobility_aids'>
  /** that the trip is looked for in; null: any */
  regionId: number | null
  errors: Partial<Record<MissingField, string>>
  onChange: (change: Partial<BookingData>) => void
}

const MOST_PASSENGERS = 50
const MOST_COMPANIONS = 8
const count = (value: string | number): number | null => (typeof value === 'number' ? value : null)

/** How many travel, who rides along, what they take along, and how many are in a wheelchair. */
export const PeopleFields = ({ data, traveler, regionId, errors, onChange }: Props) => {
  const readable = useCan()('RegionManagement:region:canRead')
  const kinds = useQuery({ ...mobilityAidsQuery(traveler.region_id ?? regionId), enabled: readable }).data ?? []
  const aids = kinds.filter(({ id }) => (data.aids ?? traveler.mobility_aids ?? []).includes(id))
  const spaces = data.spacesByAids
    ? Math.min(data.passengers ?? MOST_PASSENGERS, spacesOf(aids))
    : data.mobility_support
  return (
    <div className={classes['people']}>
      <NumberInput
        label={words.totalPassengers}
        name="totalPassengers"
        min={1}
        max={MOST_PASSENGERS}
        allowDecimal={false}
        clampBehavior="strict"
        value={data.passengers ?? ''}
        error={errors.passengers}
        onChange={(value) => onChange({ passengers: count(value) })}
      />
      <NumberInput
        label={words.wheelchairSpace}
        name="mobilitySeats"
        min={0}
        max={data.passengers ?? MOST_PASSENGERS}
        allowDecimal={false}
        allowNegative={false}
        // A number that contradicts the passengers stays to be seen, with what is wrong.
        clampBehavior="none"
        value={spaces ?? ''}
        error={errors.mobility_support}
        onChange={(value) => {
          // A field that shows what follows from the aids says so as well.
          if (count(value) !== spaces) onChange({ mobility_support: count(value), spacesByAids: false })
        }}
      />
      {traveler.attendant_allowed === true && (
        <Along
          label={words.attendants}
          most={data.passengers ?? 1}
          value={data.attendants}
          onChange={(attendants) => onChange({ attendants })}
        />
      )}
      <Along
        label={words.companions}
        most={MOST_COMPANIONS}
        value={data.companions}
        onChange={(companions) => onChange({ companions })}
      />
      {kinds.length > 0 && traveler.mobility_aids !== null && (
        <MultiSelect
          label={words.aids}
          data={kinds.filter(({ kind }) => kind !== 'none').map(({ id, name }) => ({ value: String(id), label: name }))}
          value={aids.map(({ id }) => String(id))}
          onChange={(chosen) => onChange({ aids: chosen.map(Number), spacesByAids: true })}
        />
      )}
    </div>
  )
}

type AlongProps = { label: string; most: number; value: number; onChange: (value: number) => void }

const Along = ({ label, most, value, onChange }: AlongProps) => (
  <NumberInput
    label={label}
    min={0}
    max={most}
    allowDecimal={false}
    allowNegative={false}
    clampBehavior="strict"
    value={value}
    onChange={(typed) => onChange(count(typed) ?? 0)}
  />
)
