import type { LngLat } from '@ambit/geo'
import { Checkbox, TextInput } from '@mantine/core'
import { useController, useWatch } from 'react-hook-form'
import { SelectField, TextAreaField, TextField, ViewField } from '../../../form/fields.tsx'
import { useEntityFormContext } from '../../../form/form-context.ts'
import { PointSelector, type SelectedPoint } from '../../../map/PointSelector.tsx'
import type { MapZone } from '../../../map/ZoneLayer.tsx'
import { type StopFlag, stopFlags } from './stop-flags.ts'
import { MarkIcon } from './StopMarks.tsx'
import classes from './StopFields.module.css'
import { stopStrings } from './strings.ts'
import { stopFlagLabels } from '../design/strings.ts'

const words = stopStrings.dialog
const WHOLE_ROW = 24
const NOTE_LENGTH = 1000

type Props = {
  /** the selected stops have both kinds: a type that changes nothing is offered */
  mixedType?: boolean
  near: LngLat
  zones: readonly MapZone[]
}

export const StopFields = ({ mixedType = false, near, zones }: Props) => {
  const { mode } = useEntityFormContext()
  const single = mode !== 'bulkedit'
  const types = (['default', 'staging', ...(mixedType ? (['no_change'] as const) : [])] as const).map((value) => ({
    value,
    label: words.types[value],
  }))
  return (
    <>
      {single && (
        <>
          <TextField name="name" label={words.name} span={WHOLE_ROW} />
          <PlaceField near={near} zones={zones} />
          <AddressField />
          <ReadOnlyField name="zone_id" label={words.zone_id} />
          <TextAreaField name="note" label={words.note} span={WHOLE_ROW} maxLength={NOTE_LENGTH} />
        </>
      )}
      <SelectField name="stopType" label={words.stopType} options={types} span={WHOLE_ROW} bulk />
      <Flags />
    </>
  )
}

const PlaceField = ({ near, zones }: { near: LngLat; zones: readonly MapZone[] }) => {
  const { mode } = useEntityFormContext()
  const { field, fieldState } = useController({ name: 'place' })
  const value = field.value as SelectedPoint | null // the field's own schema
  return (
    <div className={classes['place']} onBlur={field.onBlur}>
      <PointSelector
        label={words.place}
        value={value}
        near={near}
        zones={zones}
        error={fieldState.error?.message}
        onChange={mode === 'view' ? undefined : (next) => field.onChange(next)}
      />
    </div>
  )
}

/** The address follows the place. */
const AddressField = () => {
  const { mode } = useEntityFormContext()
  const place = useWatch({ name: 'place' }) as SelectedPoint | null // the field's own schema
  const address = place?.formatted_address ?? ''
  if (mode === 'view') return <ViewField label={words.street_address}>{address}</ViewField>
  return <TextInput className={classes['readOnly'] ?? ''} label={words.street_address} value={address} readOnly />
}

const ReadOnlyField = ({ name, label }: { name: string; label: string }) => {
  const { mode } = useEntityFormContext()
  const { field } = useController({ name })
  const value = typeof field.value === 'string' ? field.value : ''
  if (mode === 'view') return <ViewField label={label}>{value}</ViewField>
  return <TextInput className={classes['readOnly'] ?? ''} label={label} value={value} readOnly />
}

const Flags = () => {
  const { mode } = useEntityFormContext()
  return (
    <fieldset className={classes['flags']}>
      <legend>{words.flags}</legend>
      {stopFlags.map((flag) => (
        <FlagField key={flag} flag={flag} />
      ))}
      {mode === 'bulkedit' && <p>{words.mixedHint}</p>}
    </fieldset>
  )
}

/** Set, not set, or mixed: a press on a mixed one sets it, then takes it away, then leaves it mixed again. */
const FlagField = ({ flag }: { flag: StopFlag }) => {
  const { mode } = useEntityFormContext()
  const {
    field: { ref, onBlur, onChange, value: held },
    formState,
  } = useController({ name: flag })
  const value = held as boolean | null // the field's own schema
  const wasMixed = formState.defaultValues?.[flag] === null
  const label = (
    <span className={classes['flagLabel']}>
      <MarkIcon mark={flag} /> {stopFlagLabels[flag]}
    </span>
  )
  const next = value === null ? true : value ? false : wasMixed ? null : true
  return (
    <Checkbox
      name={flag}
      ref={ref}
      label={label}
      checked={value === true}
      indeterminate={value === null}
      aria-checked={value === null ? 'mixed' : value}
      disabled={mode === 'view'}
      onBlur={onBlur}
      onChange={() => onChange(next)}
    />
  )
}
