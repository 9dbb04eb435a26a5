import { messageChannels, messageEvents, messageLanguages } from '@ambit/contract'
import { EntityFormFrame, FormGrid } from '../../form/EntityForm.tsx'
import { MultiSelectField, NumberField, SelectField, TimeField } from '../../form/fields.tsx'
import { timeSteps } from '../../form/time-steps.ts'
import { messageChannelWords, messageEventWords, messageLanguageWords } from '../../records/messages.ts'
import { regionMessagesBody, RegionMessagesForm, regionMessagesValues } from './region-messages-form.ts'
import classes from '../region-tabs.module.css'
import { type RegionTabProps, useRegionTab } from '../tab/use-region-tab.ts'
import { regionMessageStrings as words } from './strings.ts'

const { fields, notes } = words
const DAY_END = '24:00'
const times = timeSteps.filter((value) => value !== DAY_END).map((value) => ({ value, disabled: false }))
const hours = times.filter(({ value }) => value.endsWith(':00'))
const languages = [
  { value: '', label: words.installation },
  ...messageLanguages.map((value) => ({ value, label: messageLanguageWords[value] })),
]
const channels = messageChannels.map((value) => ({ value, label: messageChannelWords[value] }))

/** When and how the passengers of a region are written to. */
export const RegionMessages = (tab: RegionTabProps) => {
  const entity = useRegionTab(
    tab,
    { schema: RegionMessagesForm, valuesOf: regionMessagesValues, bodyOf: regionMessagesBody },
    words,
  )
  return (
    <EntityFormFrame entity={entity} label={words.form} labels={{ ...fields, ...messageEventWords }} alone={false}>
      <FormGrid label={words.form}>
        <NumberField
          name="change_minutes"
          label={fields.change_minutes}
          suffix={words.minutes}
          note={notes.change_minutes}
        />
        <NumberField
          name="arriving_minutes"
          label={fields.arriving_minutes}
          suffix={words.minutes}
          note={notes.arriving_minutes}
        />
        <TimeField name="reminder_hour" label={fields.reminder_hour} steps={hours} note={notes.reminder_hour} />
        <SelectField
          name="message_language"
          label={fields.message_language}
          options={languages}
          note={notes.message_language}
        />
        <TimeField name="quiet_from" label={fields.quiet_from} steps={times} note={notes.quiet_from} />
        <TimeField name="quiet_until" label={fields.quiet_until} steps={times} note={notes.quiet_until} />
      </FormGrid>
      <h3 className={classes['heading']}>{words.channels}</h3>
      <p className={classes['explained']}>{words.channelsExplained}</p>
      <FormGrid label={words.channels}>
        {messageEvents.map((event) => (
          <MultiSelectField
            key={event}
            name={event}
            label={messageEventWords[event]}
            options={channels}
            placeholder={words.none}
          />
        ))}
      </FormGrid>
    </EntityFormFrame>
  )
}
