import { messageLanguages, navigationApps, odometerRules, type Region } from '@ambit/contract'
import { regionStatuses } from '../records/regions.ts'
import { RecordStatus, statusOptions } from '../records/status.tsx'
import { MultiSelectField, SelectField, SwitchField, TelField, TextAreaField, TextField } from '../form/fields.tsx'
import { TimeZoneField } from '../form/TimeZoneField.tsx'
import { regionStrings } from './strings.ts'

const words = regionStrings.columns
const statusChoices = statusOptions(regionStatuses, ['active', 'blocked'])
const odometerChoices = odometerRules.map((value) => ({ value, label: regionStrings.odometerRules[value] }))
const appChoices = navigationApps.map((value) => ({ value, label: regionStrings.navigationApps[value] }))

export const RegionFields = ({ region }: { region: Region | null }) => (
  <>
    <TextField name="name" label={words.name} />
    <SelectField
      name="status"
      label={words.status}
      options={statusChoices}
      view={region === null ? undefined : <RecordStatus of={regionStatuses} status={region.status} />}
    />
    <TimeZoneField name="time_zone" label={words.time_zone} />
    <TextField name="contact_email" label={words.contact_email} type="email" />
    <TelField name="contact_phone" label={words.contact_phone} />
    <TextAreaField name="receipt_note" label={words.receipt_note} note={regionStrings.receiptNote} maxLength={500} />
    <TelField name="emergency_number" label={words.emergency_number} />
    <MultiSelectField name="navigation_apps" label={words.navigation_apps} options={appChoices} />
    <SelectField name="odometer" label={words.odometer} options={odometerChoices} />
    <SwitchField name="track_breaks" label={words.track_breaks} />
    {messageLanguages.map((language) => (
      <TextAreaField
        key={language}
        name={`quick_replies_${language}`}
        label={words[`quick_replies_${language}`]}
        note={regionStrings.quickRepliesHint}
      />
    ))}
    <TextAreaField
      name="override_reasons_by_line"
      label={words.override_reasons_by_line}
      note={regionStrings.overrideReasonsHint}
    />
  </>
)
