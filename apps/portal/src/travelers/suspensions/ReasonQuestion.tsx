import { api, type Suspension } from '@ambit/contract'
import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { stepName } from '../../records/suspensions.ts'
import { isReason, ReasonField } from '../../ui/ReasonField.tsx'
import { StepQuestion } from './StepQuestion.tsx'
import { stepStrings as words } from './strings.ts'

type Props = { step: Suspension; onClose: () => void }

const Reason = ({ value, onChange }: { value: string; onChange: (text: string) => void }) => (
  <ReasonField
    label={words.fields.reason}
    description={words.fields.reasonHint}
    value={value}
    onChange={onChange}
    first
  />
)

/** The first of two people; a suspension may be made shorter, never longer. */
export const DecideQuestion = ({ step, onClose }: Props) => {
  const { id, days } = step
  const [reason, setReason] = useState('')
  const [chosen, setChosen] = useState(days)
  const isFit = days === null || (chosen !== null && Number.isInteger(chosen) && chosen >= 1 && chosen <= days)
  const body = { reason: reason.trim(), ...(chosen === null || chosen === days ? {} : { days: chosen }) }
  return (
    <StepQuestion
      title={words.decideTitle(stepName(step))}
      text={words.decideText}
      ready={isReason(reason) && isFit}
      change={() => client.call(api.suspensions.decide, { params: { id }, body })}
      onClose={onClose}
    >
      <Reason value={reason} onChange={setReason} />
      {days !== null && (
        <NumberInput
          label={words.fields.days}
          min={1}
          max={days}
          allowDecimal={false}
          clampBehavior="strict"
          value={chosen ?? ''}
          onChange={(typed) => setChosen(typeof typed === 'number' ? typed : null)}
        />
      )}
    </StepQuestion>
  )
}

/** Takes a step back, before it is confirmed or after. */
export const EndQuestion = ({ step, how, onClose }: Props & { how: 'dismiss' | 'lift' }) => {
  const [reason, setReason] = useState('')
  const call = { params: { id: step.id }, body: { reason: reason.trim() } }
  const lifts = how === 'lift'
  return (
    <StepQuestion
      title={(lifts ? words.liftTitle : words.dismissTitle)(stepName(step))}
      text={lifts ? words.liftText : words.dismissText}
      ready={isReason(reason)}
      change={() => (lifts ? client.call(api.suspensions.lift, call) : client.call(api.suspensions.dismiss, call))}
      onClose={onClose}
    >
      <Reason value={reason} onChange={setReason} />
    </StepQuestion>
  )
}
