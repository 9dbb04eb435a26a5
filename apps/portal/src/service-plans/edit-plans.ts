import { api, type FlexibleSchedule } from '@ambit/contract'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { isDraftId, type RecordId } from '../drafts/diff.ts'
import { notify } from '../notifications/notify.tsx'
import { draftOfPlans, planIn, type PlanSession } from './plan-session.ts'
import { type PlanDraft, withTimes } from './plans.ts'
import { flexibleStrings, planStrings as words } from './strings.ts'
import { SHORTEST_UNITS, UNITS_PER_MINUTE } from './units.ts'

/** How long a change rests before its bookings are asked about: ten presses of an arrow are one question. */
export const UPDATE_DEBOUNCE_MS = 750
export const TIMELINE_TOAST_MS = 10_000
export const FORM_TOAST_MS = 3500

/** True, with a notice, when a window is under 15 minutes. */
export const refuseTooSmall = (start: string, end: string, decay: number): boolean => {
  if (Date.parse(end) - Date.parse(start) >= (SHORTEST_UNITS / UNITS_PER_MINUTE) * 60_000) return false
  notify({ key: 'plan-too-small', type: 'error', title: words.tooSmall, message: words.tooSmallText, decay })
  return true
}

export const addPlan = ({ drafts }: PlanSession, plan: PlanDraft): void =>
  drafts.edit(words.steps.create, { kind: 'plans', added: [plan] })

const timers = new Map<RecordId, ReturnType<typeof setTimeout>>()

/** A change as a draft. One that gives a saved schedule less time asks what its bookings would do, a moment later. */
export const editPlan = (session: PlanSession, plan: PlanDraft, label: string, key?: string): void => {
  session.drafts.edit(label, { kind: 'plans', updated: [plan] }, key)
  clearTimeout(timers.get(plan.id))
  if (!isDraftId(plan.id))
    timers.set(
      plan.id,
      setTimeout(() => void checkShorter(session, plan.id), UPDATE_DEBOUNCE_MS),
    )
}

const ask = (id: RecordId, query: { start_time?: string; end_time?: string }): Promise<FlexibleSchedule> =>
  client.call(api.servicePlans.flexible, { params: { id: Number(id) }, query }).then((answer) => answer.data)

const checkShorter = async (session: PlanSession, id: RecordId): Promise<void> => {
  const change = draftOfPlans(session).get(id)
  if (change?.from == null || change.to === null) return
  const { from, to: plan } = change
  const later = Date.parse(plan.start_time) > Date.parse(from.start_time)
  const sooner = Date.parse(plan.end_time) < Date.parse(from.end_time)
  // Only a shorter schedule needs a question: a longer one loses no booking.
  if (!later && !sooner) return
  try {
    const flexible = await ask(id, {
      ...(later ? { start_time: plan.start_time } : {}),
      ...(sooner ? { end_time: plan.end_time } : {}),
    })
    if (flexible.bookings.length > 0)
      session.question.set({ plan, type: sooner ? 'end_early' : 'start_late', flexible })
  } catch (error) {
    announceFailure(error, words.one)
    revertTimes(session, id)
  }
}

/** What a save was refused for is asked about, one schedule at a time: an undone answer, or a save that came before it. */
export const askOfRefused = async (session: PlanSession): Promise<void> => {
  for (const { plan } of session.failed.get()) {
    if (session.question.get() !== null) return
    await checkShorter(session, plan.id)
  }
}

/** The saved times again; what else was changed of the schedule stays. */
export const revertTimes = (session: PlanSession, id: RecordId): void => {
  const from = draftOfPlans(session).get(id)?.from
  const plan = planIn(session, id)
  if (from == null || plan === undefined) return
  const { break_minutes, break_from, break_until } = from
  const back = { ...withTimes(plan, from.start_time, from.end_time), break_minutes, break_from, break_until }
  session.drafts.edit(words.steps.revert, { kind: 'plans', updated: [back] })
}

/**
 * Removes a schedule: a draft at once, a saved one with the next save. If it has bookings, the user first decides what
 * happens to them.
 */
export const removePlan = async (session: PlanSession, plan: PlanDraft): Promise<void> => {
  const draft = (): void => session.drafts.edit(words.steps.remove, { kind: 'plans', removed: [plan.id] })
  if (isDraftId(plan.id)) return draft()
  try {
    const flexible = await ask(plan.id, {})
    if (flexible.bookings.length > 0 || flexible.any_finished_bookings)
      session.question.set({ plan, type: 'cancellation', flexible })
    else draft()
  } catch (error) {
    announceFailure(error, flexibleStrings.failed)
  }
}
