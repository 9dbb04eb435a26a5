import type { ObjectionDecision, ObjectionInput } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { conflict, invalid } from '../http/errors.ts'
import { type Asked, type At, changeStep, requireAnother, requireState } from './change-step.ts'
import { decisionSent, fewerDays } from './decide.ts'
import { mailLetter } from './mail.ts'

const refuse = (pointer: string, detail: string) => invalid([{ pointer, detail }])

/** The passenger's words, once. What comes in time holds the step until it is decided, also where it is noted later. */
export const object = (deps: Deps, asked: Asked & z.output<typeof ObjectionInput>) =>
  changeStep(deps, asked, async (at) => {
    const { words, objected_on, hear_on } = asked
    const { step, today } = at
    if (step.objection !== null) throw conflict('There was an objection before, and each step has one')
    requireState(at, 'sent', 'announced', 'running')
    const first = step.letter_sent_at === null ? today : dateIn(step.time_zone, step.letter_sent_at)
    if (objected_on > today) throw refuse('/objected_on', 'Please choose a day that has come')
    if (objected_on < first) throw refuse('/objected_on', 'Please choose a day on or after that of the letter')
    if (step.object_until !== null && objected_on > step.object_until)
      throw refuse('/objected_on', `It could be objected to until ${step.object_until}. A step can still be lifted`)
    if (hear_on < today) throw refuse('/hear_on', 'Please choose a day that has not passed')
    return { objection: words, objected_on, hear_on }
  })

const requireUndecided = ({ step }: At): void => {
  if (step.objection === null) throw conflict('There is no objection')
  if (step.objection_outcome !== null) throw conflict('The objection is decided already')
}

export const setHearing = (deps: Deps, asked: Asked & { hear_on: string }) =>
  changeStep(deps, asked, async (at) => {
    requireUndecided(at)
    requireState(at, 'held')
    if (asked.hear_on < at.today) throw refuse('/hear_on', 'Please choose a day that has not passed')
    return { hear_on: asked.hear_on }
  })

/** By somebody who had no part in the step, with reasons that the passenger is sent. */
export const decideObjection = (deps: Deps, asked: Asked & z.output<typeof ObjectionDecision>) =>
  changeStep(deps, asked, async (at) => {
    const { outcome, reasons } = asked
    const { step, now, by } = at
    requireUndecided(at)
    requireState(at, 'held')
    requireAnother(at, 'decide_objection')
    const days = shorterDays(at, asked)
    const decided = {
      objection_outcome: outcome,
      objection_reasons: reasons,
      objection_decided_by: by,
      objection_decided_at: now,
      days,
      ...(outcome === 'upheld' ? { lifted_by: by, lifted_at: now, lifted_reason: reasons } : {}),
    }
    const told = { ...at, step: { ...step, ...decided } }
    return (await mailLetter(deps, told, 'decision')) ? { ...decided, ...decisionSent(at, days, 'email') } : decided
  })

const shorterDays = ({ step }: At, { outcome, days }: z.output<typeof ObjectionDecision>): number | null => {
  if (outcome !== 'shortened') return step.days
  if (step.days === null || step.days === 1) throw refuse('/outcome', 'There are no days to shorten')
  if (days == null || days >= step.days) throw refuse('/days', `Please enter 1 to ${step.days - 1} days`)
  return fewerDays(step, days).days ?? step.days
}
