import type { Effect } from '@ambit/contract'
import { Checkbox, Textarea } from '@mantine/core'
import classes from './effect.module.css'
import { Sentences } from './EffectView.tsx'
import { effectStrings as words } from './strings.ts'

const TEXT_LIMIT = 320

/** By the key of the message: whether it is sent, and other words than those shown. */
export type MessageChoices = Readonly<Record<string, { send: boolean; text?: string }>>

type Props = {
  effect: Pick<Effect, 'messages' | 'to_call' | 'drivers'>
  choices: MessageChoices
  onChange: (choices: MessageChoices) => void
}

/** Who would be told what; each message can be switched off or worded otherwise. */
export const EffectMessages = ({ effect: { messages, to_call, drivers }, choices, onChange }: Props) => (
  <>
    {messages.length > 0 && <h4 className={classes['title']}>{words.messages}</h4>}
    {messages.map(({ key, traveler_name, recipient, channel, text }) => {
      const choice = choices[key] ?? { send: true }
      return (
        <div key={key} className={classes['message']}>
          <Checkbox
            label={words.send(traveler_name)}
            description={`${channel}${recipient === null ? '' : ` ${recipient}`}`}
            checked={choice.send}
            onChange={(event) => onChange({ ...choices, [key]: { ...choice, send: event.currentTarget.checked } })}
          />
          {choice.send && text !== null && (
            <Textarea
              aria-label={words.text(traveler_name)}
              autosize
              minRows={2}
              maxLength={TEXT_LIMIT}
              value={choice.text ?? text}
              onChange={(event) => onChange({ ...choices, [key]: { ...choice, text: event.currentTarget.value } })}
            />
          )}
        </div>
      )
    })}
    <Sentences
      title={words.toCall}
      sentences={to_call.map(({ traveler_name, phone_number, reason }) =>
        [traveler_name, phone_number, reason].filter((part) => part !== null).join(', '),
      )}
    />
    <Sentences
      title={words.drivers}
      sentences={drivers.map(({ driver_name, vehicle_number }) => `${driver_name}, ${vehicle_number}`)}
    />
  </>
)
