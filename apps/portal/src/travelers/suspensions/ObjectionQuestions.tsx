import { api, type ObjectionOutcome, objectionOutcomes, type Suspension } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import { NumberInput, Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { DayInput } from '../../form/DayInput.tsx'
import { serverClock } from '../../settings/use-now.ts'
import { StepQuestion } from './StepQuestion.tsx'
import { stepStrings } from './strings.ts'

const words = stepStrings
const { fields } = words

type Props = { step: Suspension; onClose: () => void }

const LONGEST = 2000
const todayOf = ({ time_zone }: Suspension): string => dateIn(time_zone, serverClock.now())

type Words = { label: string; value: string; onChange: (text: string) => void }
const WordsField = ({ label, value, onChange }: Words) => (
  <Textarea
    label={label}
    withAsterisk
    autosize
    minRows={3}
    maxLength={LONGEST}
    data-autofocus
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

type Day = { label: string; from?: string; to?: string; value: string | null; onChange: (day: string | null) => void }
const DayField = ({ label, from, to, value, onChange }: Day) => (
  <DayInput
    label={label}
    withAsterisk
    valueFormat="YYYY-MM-DD"
    minDate={from}
    maxDate={to}
    value={value}
    onChange={onChange}
    onUnreadable={() => onChange(null)}
  />
)

/** The passenger's words, when they came, and the day for being heard. */
export const ObjectQuestion = ({ step, onClose }: Props) => {
  const today = todayOf(step)
  const [said, setSaid] = useState('')
  const [objected_on, setObjected] = useState<string | null>(today)
  const [hear_on, setHear] = useState<string | null>(null)
  return (
    <StepQuestion
      title={words.objectTitle}
      text={words.objectText}
      ready={said.trim() !== '' && objected_on !== null && hear_on !== null}
      change={() =>
        client.call(api.suspensions.object, {
          params: { id: step.id },
          body: { words: said.trim(), objected_on: objected_on ?? today, hear_on: hear_on ?? today },
        })
      }
      onClose={onClose}
    >
      <WordsField label={fields.words} value={said} onChange={setSaid} />
      <DayField label={fields.objected_on} to={today} value={objected_on} onChange={setObjected} />
      <DayField label={fields.hear_on} from={today} value={hear_on} onChange={setHear} />
    </StepQuestion>
  )
}

export const HearingQuestion = ({ step, onClose }: Props) => {
  const today = todayOf(step)
  const [hear_on, setHear] = useState<string | null>(step.objection?.hear_on ?? null)
  return (
    <StepQuestion
      title={words.hearingTitle}
      ready={hear_on !== null}
      change={() =>
        client.call(api.suspensions.setHearing, { params: { id: step.id }, body: { hear_on: hear_on ?? today } })
      }
      onClose={onClose}
    >
      <DayField label={fields.hear_on} from={today} value={hear_on} onChange={setHear} />
    </StepQuestion>
  )
}

/** By somebody who had no part in it. A letter has no days to shorten. */
export const JudgeQuestion = ({ step, onClose }: Props) => {
  const { id, days } = step
  const [outcome, setOutcome] = useState<ObjectionOutcome>('refused')
  const [reasons, setReasons] = useState('')
  const [left, setLeft] = useState<number | null>(null)
  const offered = objectionOutcomes.filter((one) => one !== 'shortened' || (days ?? 0) > 1)
  const isFit = outcome !== 'shortened' || (left !== null && days !== null && left >= 1 && left < days)
  const body = { outcome, reasons: reasons.trim(), ...(outcome === 'shortened' ? { days: left } : {}) }
  return (
    <StepQuestion
      title={words.judgeTitle}
      text={words.judgeText}
      ready={reasons.trim() !== '' && isFit}
      change={() => client.call(api.suspensions.decideObjection, { params: { id }, body })}
      onClose={onClose}
    >
      <Select
        label={fields.outcome}
        allowDeselect={false}
        data={offered.map((value) => ({ value, label: words.outcomes[value] }))}
        value={outcome}
        onChange={(chosen) => setOutcome(offered.find((one) => one === chosen) ?? 'refused')}
      />
      {outcome === 'shortened' && days !== null && (
        <NumberInput
          label={fields.days}
          min={1}
          max={days - 1}
          allowDecimal={false}
          clampBehavior="strict"
          value={left ?? ''}
          onChange={(typed) => setLeft(typeof typed === 'number' ? typed : null)}
        />
      )}
      <WordsField label={fields.reasons} value={reasons} onChange={setReasons} />
    </StepQuestion>
  )
}
