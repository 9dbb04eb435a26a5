import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import { type FieldProps, SelectField } from './fields.tsx'
import { timeZoneNames } from './time-zones.ts'

const SHOWN_AT_ONCE = 60

/** An IANA time zone, found by a part of its name. */
export const TimeZoneField = (props: FieldProps) => {
  const current: unknown = useFormContext().watch(props.name)
  const options = useMemo(
    () => timeZoneNames(typeof current === 'string' ? current : '').map((name) => ({ value: name, label: name })),
    [current],
  )
  return <SelectField {...props} options={options} searchable limit={SHOWN_AT_ONCE} />
}
