import { NumberInput } from '@mantine/core'
import type { BookingData } from '../booking-draft.ts'
import type { MissingField } from './booking-request.ts'
import { wizardStrings as words } from './strings.ts'
import classes from './PeopleFields.module.css'

type Props = {
  data: BookingData
  errors: Partial<Record<MissingField, string>>
  onChange: (change: Partial<BookingData>) => void
}

const MOST_PASSENGERS = 50
const count = (value: string | number): number | null => (typeof value === 'number' ? value : null)

/** How many travel, and how many of them in a wheelchair. */
export const PeopleFields = ({ data, errors, onChange }: Props) => (
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
      value={data.mobility_support ?? ''}
      error={errors.mobility_support}
      onChange={(value) => onChange({ mobility_support: count(value) })}
    />
  </div>
)
