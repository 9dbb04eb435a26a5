import { DECISION_DAYS, OBJECTION_DAYS, SUSPENSION_DAYS, type StepKind, type StepState } from '@ambit/contract'
import { addDays } from '../time/civil-day.ts'

/** What has happened to a step. Dates are of the region's calendar. */
export type StepFacts = {
  kind: StepKind
  withdrawn_at: Date | null
  decided_at: Date | null
  confirmed_at: Date | null
  dismissed_at: Date | null
  letter_sent_at: Date | null
  begins_on: string | null
  ends_on: string | null
  objected_on: string | null
  decision_sent_at: Date | null
  lifted_at: Date | null
}

/** What a step stands at on a day. An objection holds it until its decision was sent in writing. */
export const stepState = (facts: StepFacts, today: string): StepState => {
  if (facts.lifted_at !== null) return 'lifted'
  if (facts.dismissed_at !== null) return 'dismissed'
  if (facts.withdrawn_at !== null) return 'withdrawn'
  if (facts.decided_at === null) return 'proposed'
  if (facts.confirmed_at === null) return 'decided'
  if (facts.letter_sent_at === null) return 'confirmed'
  if (facts.objected_on !== null && facts.decision_sent_at === null) return 'held'
  if (facts.begins_on === null || facts.ends_on === null) return 'sent'
  if (today < facts.begins_on) return 'announced'
  return today <= facts.ends_on ? 'running' : 'ended'
}

export type Step = { kind: StepKind; days: number | null }

/** What is proposed after a further pattern, by what stands in the record. */
export const nextStep = (record: readonly Pick<Step, 'kind'>[]): Step => {
  if (record.length === 0) return { kind: 'letter', days: null }
  const suspended = record.filter(({ kind }) => kind === 'suspension').length
  return { kind: 'suspension', days: SUSPENSION_DAYS[suspended] ?? SUSPENSION_DAYS[3] }
}

type Days = { object_until: string; begins_on: string | null; ends_on: string | null }

/** Days of a step whose letter goes out on that day. */
export const daysFromLetter = (sent_on: string, days: number | null): Days => {
  const object_until = addDays(sent_on, OBJECTION_DAYS)
  return { object_until, ...spanFrom(addDays(object_until, 1), days) }
}

/** The same once the decision of an objection goes out: no sooner than said before. */
export const daysFromDecision = (
  sent_on: string,
  announced: string | null,
  days: number | null,
): Omit<Days, 'object_until'> => {
  const soonest = addDays(sent_on, DECISION_DAYS)
  return spanFrom(announced !== null && announced > soonest ? announced : soonest, days)
}

const spanFrom = (begins_on: string, days: number | null) =>
  days === null ? { begins_on: null, ends_on: null } : { begins_on, ends_on: addDays(begins_on, days - 1) }

export type Judges = { decided_by: number | null; confirmed_by: number | null }

/** Why this person may not take the next step of it; null: they may. Everybody's work is looked at by somebody else. */
export const refuseSamePerson = (
  { decided_by, confirmed_by }: Judges,
  person: number | null,
  deed: 'confirm' | 'decide_objection',
): string | null => {
  if (person === null) return 'Only a person can do this'
  if (deed === 'confirm') return person === decided_by ? 'You decided this: another person has to confirm it' : null
  return person === decided_by || person === confirmed_by
    ? 'You decided or confirmed this: somebody else has to decide the objection'
    : null
}
