import {
  alwaysTold,
  api,
  messageChannels,
  type MessageEvent,
  messageEvents,
  messageLanguages,
  TravelerDetails,
} from '@ambit/contract'
import { useWatch } from 'react-hook-form'
import { client } from '../../api/client.ts'
import { useDialog } from '../../dialogs/stack.ts'
import { EntityFormFrame, FormGrid } from '../../form/EntityForm.tsx'
import { SelectField, SwitchField, TimeField } from '../../form/fields.tsx'
import { timeSteps } from '../../form/time-steps.ts'
import { useEntityForm } from '../../form/use-entity-form.ts'
import { notify } from '../../notifications/notify.tsx'
import { messageChannelWords, messageEventWords, messageLanguageWords } from '../../records/messages.ts'
import { MessageLog } from '../../records/MessageLog.tsx'
import { travelerRecords } from '../../records/travelers.ts'
import { useFormat } from '../../settings/format.ts'
import { travelerMessageStrings as words } from './strings.ts'
import { travelerMessagesBody, TravelerMessagesForm, travelerMessagesValues } from './traveler-messages-form.ts'
import classes from './TravelerMessages.module.css'

const languages = [
  { value: '', label: words.region },
  ...messageLanguages.map((value) => ({ value, label: messageLanguageWords[value] })),
]
const DAY_END = '24:00'
const times = timeSteps.filter((value) => value !== DAY_END).map((value) => ({ value, disabled: false }))
const choicesFor = (event: MessageEvent) => [
  { value: '', label: words.usual },
  ...messageChannels.map((value) => ({ value, label: messageChannelWords[value] })),
  ...(alwaysTold.includes(event) ? [] : [{ value: 'none', label: words.none }]),
]

type Props = { mode: 'view' | 'edit'; traveler: TravelerDetails }

/** How one passenger wants to be written to. */
export const TravelerMessages = ({ mode, traveler }: Props) => {
  const { close } = useDialog()
  const format = useFormat()
  const { id } = traveler
  const entity = useEntityForm({
    intent: { mode, record: traveler },
    schema: TravelerMessagesForm,
    record: TravelerDetails,
    toValues: (record) => travelerMessagesValues(record ?? traveler),
    save: (values, version) =>
      client
        .call(api.travelers.update, { params: { id }, body: travelerMessagesBody(values), version })
        .then((answer) => answer.data),
    onSaved: (saved) => {
      if (saved) travelerRecords.saved(saved)
      notify({ type: 'success', title: words.title, message: words.saved })
      close()
    },
  })
  return (
    <>
      <EntityFormFrame
        entity={entity}
        label={words.form}
        labels={{ ...words.fields, ...messageEventWords }}
        alone={false}
      >
        <FormGrid label={words.form}>
          <SelectField name="locale" label={words.fields.locale} options={languages} />
        </FormGrid>
        <Heading title={words.quiet} text={words.quietExplained} />
        <FormGrid label={words.quiet}>
          <SwitchField name="own_quiet_hours" label={words.fields.own_quiet_hours} />
          <OwnHours />
        </FormGrid>
        {traveler.low_tech && (
          <>
            <Heading title={words.lowTech} text={words.lowTechExplained} />
            <FormGrid label={words.lowTech}>
              <SwitchField name="can_text" label={words.fields.can_text} />
              <SwitchField name="call_when_near" label={words.fields.call_when_near} />
            </FormGrid>
          </>
        )}
        <Heading title={words.events} text={words.eventsExplained} />
        <FormGrid label={words.events}>
          {messageEvents.map((event) => (
            <SelectField key={event} name={event} label={messageEventWords[event]} options={choicesFor(event)} />
          ))}
        </FormGrid>
      </EntityFormFrame>
      {mode === 'view' && (
        <div className={classes['told']}>
          <MessageLog filter={{ traveler: [id] }} format={format} />
        </div>
      )}
    </>
  )
}

/** From and until, where there are any. */
const OwnHours = () =>
  useWatch<TravelerMessagesForm, 'own_quiet_hours'>({ name: 'own_quiet_hours' }) && (
    <>
      <TimeField name="quiet_from" label={words.fields.quiet_from} steps={times} />
      <TimeField name="quiet_until" label={words.fields.quiet_until} steps={times} />
    </>
  )

const Heading = ({ title, text }: { title: string; text: string }) => (
  <>
    <h3 className={classes['heading']}>{title}</h3>
    <p className={classes['explained']}>{text}</p>
  </>
)
