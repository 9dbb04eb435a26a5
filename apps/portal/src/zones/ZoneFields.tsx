import { boardingCodes, paymentMethods, type ConsumerApp, type Region, type Zone } from '@ambit/contract'
import { useFormContext } from 'react-hook-form'
import { bookingWords } from '../records/booking-words.ts'
import { zoneStatuses } from '../records/zones.ts'
import { RecordStatus, statusOptions } from '../records/status.tsx'
import { CurrencyField, MultiSelectField, NumberField, SelectField, SwitchField, TextField } from '../form/fields.tsx'
import { useEntityFormContext } from '../form/form-context.ts'
import { TimeZoneField } from '../form/TimeZoneField.tsx'
import { zoneStrings } from './strings.ts'
import { timeZoneFor, type ZoneForm } from './zone-form.ts'
import { ZonePointField } from './ZonePointField.tsx'

const words = zoneStrings.fields
const statusChoices = statusOptions(zoneStatuses, ['active', 'blocked'])
const codeOptions = boardingCodes.map((value) => ({ value, label: zoneStrings.boardingCodes[value] }))
const methodOptions = paymentMethods.map((value) => ({ value, label: bookingWords.paymentMethods[value] }))

type Props = { zone: Zone | null; regions: readonly Region[]; apps: readonly ConsumerApp[] }

export const ZoneFields = ({ zone, regions, apps }: Props) => {
  const { mode } = useEntityFormContext()
  const { getValues, setValue } = useFormContext<ZoneForm>()
  const pickRegion = (to: string, from: string): void => {
    const time_zone = timeZoneFor(regions, { time_zone: getValues('time_zone'), from, to })
    setValue('time_zone', time_zone, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <>
      <TextField name="name" label={words.name} />
      <TextField name="abbreviation" label={words.abbreviation} />
      <SelectField
        name="region_id"
        label={words.region_id}
        searchable
        options={regionOptions(zone, regions)}
        onPick={pickRegion}
      />
      <TimeZoneField name="time_zone" label={words.time_zone} />
      <CurrencyField name="default_price" label={words.default_price} max={10_000} />
      <SelectField
        name="status"
        label={words.status}
        options={statusChoices}
        view={zone === null ? undefined : <RecordStatus of={zoneStatuses} status={zone.status} />}
      />
      <MultiSelectField
        name="payment_methods"
        label={words.payment_methods}
        placeholder={zoneStrings.noMethods}
        options={methodOptions}
      />
      <MultiSelectField
        name="allowed_apps"
        label={words.allowed_apps}
        placeholder={zoneStrings.noApps}
        options={apps.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <NumberField
        name="late_cancel_minutes"
        label={words.late_cancel_minutes}
        note={zoneStrings.lateCancelNote}
        min={0}
        max={240}
        suffix=" min"
      />
      <SwitchField name="waitlist" label={words.waitlist} note={zoneStrings.waitlistNote} />
      <NumberField
        name="waitlist_max"
        label={words.waitlist_max}
        note={zoneStrings.waitlistMaxNote}
        min={1}
        max={500}
      />
      <NumberField
        name="waitlist_give_up_minutes"
        label={words.waitlist_give_up_minutes}
        note={zoneStrings.giveUpNote}
        min={0}
        max={240}
        suffix=" min"
      />
      <NumberField
        name="open_return_minutes"
        label={words.open_return_minutes}
        note={zoneStrings.openReturnNote}
        min={15}
        max={120}
        suffix=" min"
      />
      <NumberField
        name="series_days_ahead"
        label={words.series_days_ahead}
        note={zoneStrings.daysAheadNote}
        min={1}
        max={60}
        suffix=" days"
      />
      <NumberField
        name="series_flex_minutes"
        label={words.series_flex_minutes}
        note={zoneStrings.flexNote}
        min={0}
        max={60}
        suffix=" min"
      />
      <SelectField
        name="boarding_code"
        label={words.boarding_code}
        note={zoneStrings.boardingCodeNote}
        options={codeOptions}
      />
      <SwitchField name="show_driver_name" label={words.show_driver_name} />
      <ZonePointField zone={zone} readOnly={mode === 'view'} />
    </>
  )
}

/** A zone keeps its region's name even for those who may not read regions. */
const regionOptions = (zone: Zone | null, regions: readonly Region[]) => {
  const own = zone === null || regions.some(({ id }) => id === zone.region_id) ? [] : [zone]
  return [
    ...own.map(({ region_id, region_name }) => ({ value: String(region_id), label: region_name })),
    ...regions.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
}
