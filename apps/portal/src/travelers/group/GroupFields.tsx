import type { Point } from '@ambit/contract'
import { Checkbox, Radio, Select, TextInput } from '@mantine/core'
import { useCan } from '../../auth/permissions.ts'
import { AddressInput } from '../../map/AddressInput.tsx'
import { seatingWords } from '../../records/booking-groups.ts'
import { useSettings } from '../../settings/settings.ts'
import { TimeFields } from '../wizard/TimeFields.tsx'
import { type ChangeForm, type GroupErrors, type GroupForm, ownEnd, type Way } from './group-form.ts'
import type { RepeatProblems } from './group-series.ts'
import { GroupRepeatFields, type TypedField } from './GroupRepeatFields.tsx'
import { groupStrings as words } from './strings.ts'
import classes from './group.module.css'

const seatings = ['together', 'fewest'] as const
const ways = ['same', 'toMany', 'fromMany'] as const satisfies readonly Way[]

/** Where addresses are looked for first. */
export const useNear = (near: Point | null) => {
  const centre = useSettings().app.mapCenter
  return [near?.lng ?? centre.lng, near?.lat ?? centre.lat] as const
}

type Props = {
  form: GroupForm
  zones: { near: Point | null; timeZone: string }
  errors: Omit<GroupErrors, 'members' | 'of'>
  problems: RepeatProblems
  onChange: ChangeForm
  onReadable: (field: TypedField, readable: boolean) => void
}

/** What the group is called, how it sits, from where to where and when. */
export const GroupFields = ({ form, zones, errors, problems, onChange, onReadable }: Props) => {
  const mayRepeat = useCan()('TravellerManagement:series:canCreate')
  const near = useNear(zones.near)
  const own = ownEnd(form.way)
  const end = (name: 'origin' | 'destination') =>
    own === name ? null : (
      <AddressInput
        label={name === 'origin' ? words.pickUp : words.dropOff}
        placeholder={words.addressHint}
        near={near}
        value={form[name]}
        error={errors[name]}
        onChange={(place) => onChange({ [name]: place })}
      />
    )
  return (
    <>
      <TextInput
        label={words.name}
        description={words.nameHint}
        maxLength={100}
        data-autofocus
        value={form.name}
        error={errors.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Radio.Group
        label={words.seating}
        value={form.seating}
        onChange={(value) => onChange({ seating: seatings.find((one) => one === value) ?? 'together' })}
      >
        <div className={classes['choices']}>
          {seatings.map((one) => (
            <Radio key={one} value={one} label={seatingWords[one]} />
          ))}
        </div>
      </Radio.Group>
      <Checkbox
        label={words.all}
        description={words.allHint}
        checked={form.all}
        onChange={({ currentTarget }) => onChange({ all: currentTarget.checked })}
      />
      <Select
        label={words.way}
        allowDeselect={false}
        data={ways.map((value) => ({ value, label: words.ways[value] }))}
        value={form.way}
        onChange={(value) => onChange({ way: ways.find((one) => one === value) ?? 'same' })}
      />
      {end('origin')}
      {end('destination')}
      <TimeFields
        data={form}
        timeZone={zones.timeZone}
        labels={words.labels}
        errors={{}}
        asks={false}
        onChange={({ traveling_at, departing }) =>
          onChange({
            ...(traveling_at == null ? {} : { traveling_at }),
            ...(departing == null ? {} : { departing }),
          })
        }
        onReadable={(readable) => onReadable('time', readable)}
      />
      {mayRepeat && <GroupRepeatFields timeZone={zones.timeZone} {...{ form, problems, onChange, onReadable }} />}
    </>
  )
}
