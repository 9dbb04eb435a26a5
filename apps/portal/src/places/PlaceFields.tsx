import { placeCategories, PLACE_NOTE_LENGTH } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useCan } from '../auth/permissions.ts'
import { DayHours } from '../form/DayHours.tsx'
import { SelectField, TextAreaField, TextField, ViewField } from '../form/fields.tsx'
import { useEntityFormContext } from '../form/form-context.ts'
import { PointSelector } from '../map/PointSelector.tsx'
import { placeCategoryWords } from '../records/places.ts'
import { useSettings } from '../settings/settings.ts'
import { hoursText } from './hours-text.ts'
import { type PlaceForm, targets } from './place-form.ts'
import classes from './places.module.css'
import { stopsQuery } from './queries.ts'
import { placeStrings as words } from './strings.ts'

const WHOLE_ROW = 24
const categories = placeCategories.map((value) => ({ value, label: placeCategoryWords[value] }))

export const PlaceFields = ({ regions }: { regions: readonly { id: number; name: string }[] }) => (
  <>
    <TextField name="name" label={words.columns.name} />
    <SelectField name="category" label={words.columns.category} options={categories} />
    {regions.length > 1 && (
      <SelectField
        name="region_id"
        label={words.columns.region_id}
        searchable
        options={regions.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
    )}
    <TextAreaField name="other_names" label={words.columns.other_names} note={words.otherNamesNote} span={WHOLE_ROW} />
    <TextAreaField
      name="note"
      label={words.columns.note}
      note={words.note}
      maxLength={PLACE_NOTE_LENGTH}
      span={WHOLE_ROW}
    />
    <PointField name="place" label={words.columns.address} />
    <TargetFields />
    <HoursField />
  </>
)

type PointProps = { name: 'place' | 'entrance'; label: string }

const PointField = ({ name, label }: PointProps) => {
  const { mode } = useEntityFormContext()
  const { field, fieldState } = useController<PlaceForm, PointProps['name']>({ name })
  const place = useWatch<PlaceForm, 'place'>({ name: 'place' })
  const { mapCenter } = useSettings().app
  const near: LngLat = place?.point ?? [mapCenter.lng, mapCenter.lat]
  const selector = (
    <PointSelector
      label={label}
      near={near}
      value={field.value}
      error={fieldState.error?.message}
      {...(mode === 'view'
        ? {}
        : {
            onChange: (next) =>
              field.onChange(next === null ? null : { ...next, point: [next.point[0], next.point[1]] }),
          })}
    />
  )
  return mode === 'view' ? (
    <ViewField label={label} span={WHOLE_ROW}>
      {selector}
    </ViewField>
  ) : (
    <div className={classes['row']}>{selector}</div>
  )
}

/** Where vehicles stop for the place: at its address, at a stop of a zone, or at a point of its own. */
const TargetFields = () => {
  const can = useCan()
  const { mode } = useEntityFormContext()
  const [target, region] = useWatch<PlaceForm, ['target', 'region_id']>({ name: ['target', 'region_id'] })
  const mayStop = can('ZoneManagement:zoneStop:canRead')
  const stops = useQuery({
    ...stopsQuery(region === '' ? null : Number(region)),
    enabled: mayStop && target === 'stop' && region !== '',
  })
  const options = targets
    .filter((value) => value !== 'stop' || mayStop || target === 'stop')
    .map((value) => ({ value, label: words.targets[value] }))
  return (
    <>
      <SelectField name="target" label={words.columns.target} options={options} />
      {target === 'stop' && (
        <SelectField
          name="location_id"
          label={words.stop}
          required
          searchable
          limit={100}
          options={(stops.data ?? []).map(({ location_id, name, street_address }) => ({
            value: String(location_id),
            label: name,
            detail: street_address ?? '',
          }))}
        />
      )}
      {target === 'point' && <PointField name="entrance" label={words.entrance} />}
      {mode !== 'view' && target === 'address' && <div className={classes['half']} />}
    </>
  )
}

const anyTime = [
  { value: 'any', label: words.anyTime },
  { value: 'hours', label: words.hours },
]
const OFFICE = [{ from: 8 * 60, until: 17 * 60 }]

const HoursField = () => {
  const { mode, round } = useEntityFormContext()
  const { setValue, getValues } = useFormContext<PlaceForm>()
  const hours = useWatch<PlaceForm, 'hours'>({ name: 'hours' })
  const set = (next: PlaceForm['hours']): void => setValue('hours', next, { shouldDirty: true, shouldValidate: true })
  const report = (field: string, readable: boolean): void => {
    const others = getValues('unreadable').filter((one) => one !== field)
    setValue('unreadable', readable ? others : [...others, field], { shouldDirty: true, shouldValidate: true })
  }
  const { fieldState } = useController<PlaceForm, 'hours'>({ name: 'hours' })
  if (mode === 'view')
    return (
      <ViewField label={words.columns.hours} span={WHOLE_ROW}>
        {hours === null ? words.anyTime : hoursText(hours)}
      </ViewField>
    )
  return (
    <div className={classes['row']}>
      <SegmentedControl
        aria-label={words.hours}
        data={anyTime}
        value={hours === null ? 'any' : 'hours'}
        onChange={(value) =>
          set(
            value === 'any'
              ? null
              : words.weekdays.map((_, day) => (day < 5 ? OFFICE.map((span) => ({ ...span })) : [])),
          )
        }
      />
      {hours?.map((spans, weekday) => (
        <DayHours
          key={`${round} ${weekday}`}
          day={words.weekdays[weekday] ?? ''}
          spans={spans}
          starts={0}
          disabled={false}
          error={errorOf(fieldState.error, weekday)}
          onChange={(changed) => set(hours.map((one, at) => (at === weekday ? changed : one)))}
          onReadable={(field, readable) => report(`${weekday}.${field}`, readable)}
        />
      ))}
    </div>
  )
}

/** The message of one day, of errors that lie as deep as the list does. */
const errorOf = (errors: unknown, weekday: number): string | null => {
  const found: string[] = []
  const collect = (error: unknown): void => {
    if (typeof error !== 'object' || error === null) return
    if ('message' in error && typeof error.message === 'string') found.push(error.message)
    for (const inner of Object.values(error)) if (typeof inner === 'object') collect(inner)
  }
  collect(Array.isArray(errors) ? errors[weekday] : null)
  return found[0] ?? null
}
