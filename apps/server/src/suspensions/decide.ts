import type { StepDecision } from '@ambit/contract'
import { daysFromDecision, daysFromLetter } from '@ambit/domain'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { conflict, invalid } from '../http/errors.ts'
import { type Asked, type At, changeStep, requireAnother, requireState, type Set } from './change-step.ts'
import { mailLetter } from './mail.ts'
import type { StepRow } from './queries.ts'
import { withdrawStale } from './withdraw.ts'

/** The first of two people says that a proposed step is taken. Nothing follows from it yet. */
export const decideStep = async (deps: Deps, asked: Asked & z.output<typeof StepDecision>) => {
  await withdrawStale(deps, asked.id)
  return changeStep(deps, asked, async (at) => {
    requireState(at, 'proposed')
    const days = fewerDays(at.step, asked.days ?? null)
    return { decided_by: at.by, decided_at: at.now, decided_reason: asked.reason, ...days }
  })
}

/** 422 for more days than there are, and for days of a letter. */
export const fewerDays = ({ days }: Pick<StepRow, 'days'>, wanted: number | null): { days?: number } => {
  if (wanted === null) return {}
  if (days === null) throw invalid([{ pointer: '/days', detail: 'A letter has no days' }])
  if (wanted > days) throw invalid([{ pointer: '/days', detail: `Please enter 1 to ${days} days` }])
  return { days: wanted }
}

export const dismissStep = (deps: Deps, asked: Asked & { reason: string }) =>
  changeStep(deps, asked, async (at) => {
    requireState(at, 'proposed', 'decided')
    return { dismissed_by: at.by, dismissed_at: at.now, dismissed_reason: asked.reason }
  })

/** The second of two people. The letter goes out at once where it can by e-mail; else it is printed and posted. */
export const confirmStep = async (deps: Deps, asked: Asked) => {
  await withdrawStale(deps, asked.id)
  return changeStep(deps, asked, async (at) => {
    requireState(at, 'decided')
    requireAnother(at, 'confirm')
    const confirmed = { confirmed_by: at.by, confirmed_at: at.now }
    const isMailed = await mailLetter(deps, at, 'letter')
    return isMailed ? { ...confirmed, ...letterSent(at, 'email') } : confirmed
  })
}

const letterSent = ({ step, now, today }: At, way: 'email' | 'post'): Set => ({
  letter_sent_at: now,
  letter_sent_by: way,
  ...daysFromLetter(today, step.days),
})

/** What follows once the decision of an objection is on its way. One that is upheld was lifted with it. */
export const decisionSent = ({ step, now, today }: At, days: number | null, way: 'email' | 'post'): Set => ({
  decision_sent_at: now,
  decision_sent_by: way,
  ...(step.kind === 'letter' ? {} : daysFromDecision(today, step.begins_on, days)),
})

/** Somebody has posted what was to be printed. */
export const noteSent = (deps: Deps, asked: Asked & { what: 'letter' | 'decision' }) =>
  changeStep(deps, asked, async (at) => {
    const { step } = at
    if (asked.what === 'letter') {
      requireState(at, 'confirmed')
      return letterSent(at, 'post')
    }
    if (step.objection_outcome === null) throw conflict('There is no decision to send so far')
    if (step.decision_sent_at !== null) throw conflict('The decision was sent already')
    return decisionSent(at, step.days, 'post')
  })

/** It leaves the passenger's record; what was done stays in the audit. */
export const liftStep = (deps: Deps, asked: Asked & { reason: string }) =>
  changeStep(deps, asked, async (at) => {
    requireState(at, 'confirmed', 'sent', 'announced', 'running', 'held', 'ended')
    return { lifted_by: at.by, lifted_at: at.now, lifted_reason: asked.reason }
  })
