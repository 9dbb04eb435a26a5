import type { Effect } from '@ambit/contract'
import { Checkbox, Textarea } from '@mantine/core'
import classes from '../records/effects/effect.module.css'
import { effectStrings as words } from '../records/effects/strings.ts'
import { ToldByHand } from '../records/effects/ToldByHand.tsx'

const TEXT_LIMIT = 320

/** By the key of the message: whether it is sent, and other words than those shown. */
export type MessageChoices = Readonly<Record<string, { send: boolean; text?: string }>>

type Props = {
  effect: Pick<Effect, 'messages' | 'to_call' | 'drivers'>
  choices: MessageChoices
  onChange: (choices: MessageChoices) => void
}

/** Who would be told what; each message can be switched off or worded otherwise. */
export const EffectMessages = ({ effect, choices, onChange }: Props) => (
  <>
    {effect.messages.length > 0 && <h4 className={classes['title']}>{words.messages}</h4>}
    {effect.messages.map(({ key, traveler_name, recipient, channel, text }) => {
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
    <ToldByHand effect={effect} />
  </>
)
