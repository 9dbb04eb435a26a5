import type { Suspension } from '@ambit/contract'
import { useMe } from '../../auth/use-me.ts'
import { useCan } from '../../auth/permissions.ts'
import { RecordStatus } from '../../records/status.tsx'
import { stepName, stepStatuses } from '../../records/suspensions.ts'
import type { Format } from '../../settings/create-format.ts'
import { useFormat } from '../../settings/format.ts'
import shared from '../travelers.module.css'
import { nextOf } from './next-of.ts'
import { StepActions } from './StepActions.tsx'
import { StepRides } from './StepRides.tsx'
import { stepStrings as words } from './strings.ts'

/** A letter or a suspension: what has happened, who may do what next, and why a button is not there. */
export const StepEntry = ({ step }: { step: Suspension }) => {
  const format = useFormat(step.time_zone)
  const { acts, said } = nextOf(step, useMe(), useCan())
  return (
    <li className={shared['entry']} aria-label={stepName(step)}>
      <div className={shared['entryHead']}>
        <strong>{stepName(step)}</strong>
        <RecordStatus of={stepStatuses} status={step.state} />
        <span>{step.region_name}</span>
        <span className={shared['entryButtons']}>
          <StepActions step={step} acts={acts} />
        </span>
      </div>
      {saidOf(step, format).map((line) => (
        <p key={line} className={shared['hint']}>
          {line}
        </p>
      ))}
      {said !== null && <p>{said}</p>}
      {(step.state === 'announced' || step.state === 'running' || step.state === 'held') && <StepRides id={step.id} />}
    </li>
  )
}

const saidOf = (step: Suspension, format: Format): string[] => {
  const { figures, decided, confirmed, letter, objection, object_until, begins_on, ends_on } = step
  const who = (by: string | null): string => by ?? words.formerColleague
  const lines = [words.rests(figures.misses, figures.journeys, format.dateTime(step.proposed_at))]
  if (decided !== null) lines.push(words.decided(who(decided.by), format.dateTime(decided.at), decided.reason))
  if (confirmed !== null) lines.push(words.confirmed(who(confirmed.by), format.dateTime(confirmed.at)))
  if (letter !== null) lines.push(words.letter[letter.way](format.dateTime(letter.at)))
  if (begins_on !== null && ends_on !== null)
    lines.push(words.days(format.civilDay(begins_on), format.civilDay(ends_on)))
  if (objection === null)
    return object_until === null ? lines : [...lines, words.objectUntil(format.civilDay(object_until))]
  lines.push(words.objected(format.civilDay(objection.objected_on), objection.words))
  const { decision } = objection
  if (decision === null) return [...lines, words.hear(format.civilDay(objection.hear_on))]
  const { outcome, by, at, reason, sent } = decision
  lines.push(words.verdict(words.outcomes[outcome], who(by), format.dateTime(at), reason))
  return sent === null ? lines : [...lines, words.decisionSent[sent.way](format.dateTime(sent.at))]
}
