import { api, messageChannels, messageEvents, messageLanguages, Region } from '@ambit/contract'
import { client } from '../../api/client.ts'
import { useDialog } from '../../dialogs/stack.ts'
import { EntityFormFrame, FormGrid } from '../../form/EntityForm.tsx'
import { MultiSelectField, NumberField, SelectField, TimeField } from '../../form/fields.tsx'
import { timeSteps } from '../../form/time-steps.ts'
import { useEntityForm } from '../../form/use-entity-form.ts'
import { notify } from '../../notifications/notify.tsx'
import { messageChannelWords, messageEventWords, messageLanguageWords } from '../../records/messages.ts'
import { regionRecords } from '../../records/regions.ts'
import { regionMessagesBody, RegionMessagesForm, regionMessagesValues } from './region-messages-form.ts'
import classes from '../region-tabs.module.css'
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

type Props = { mode: 'view' | 'edit'; region: Region }

/** When and how the passengers of a region are written to. */
export const RegionMessages = ({ mode, region }: Props) => {
  const { close } = useDialog()
  const { id } = region
  const entity = useEntityForm({
    intent: { mode, record: region },
    schema: RegionMessagesForm,
    record: Region,
    toValues: (record) => regionMessagesValues(record ?? region),
    save: (values, version) =>
      client
        .call(api.regions.update, { params: { id }, body: regionMessagesBody(values), version })
        .then((answer) => answer.data),
    onSaved: (saved) => {
      if (saved) regionRecords.saved(saved)
      notify({ type: 'success', title: words.thanks, message: words.saved })
      close()
    },
  })
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
