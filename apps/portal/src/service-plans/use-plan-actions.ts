import type { Zone } from '@ambit/contract'
import type { KeyboardEvent } from 'react'
import { useOpenDialog } from '../dialogs/stack.ts'
import type { Flagged, RecordId } from '../drafts/diff.ts'
import { isDraftId } from '../drafts/diff.ts'
import { useCan } from '../auth/permissions.ts'
import { notify } from '../notifications/notify.tsx'
import { addPlan, editPlan, refuseTooSmall, removePlan, TIMELINE_TOAST_MS } from './edit-plans.ts'
import { mayChange } from './looks.ts'
import { planIn, usePlanSession } from './plan-session.ts'
import { newPlan, type PlanDraft, withTimes } from './plans.ts'
import type { Placed } from './shifts.ts'
import { planStrings as words } from './strings.ts'
import { DRAWN_UNITS, endedAt, moved, SNAP_UNITS, type Span, startedAt, STEP_UNITS, timeAt } from './units.ts'
import type { Gesture } from './use-lane-drag.ts'

type Options = {
  zone: Zone
  date: string
  now: Date
  placed: readonly Placed<Flagged<PlanDraft>>[]
  rows: readonly number[]
}

/** What pointers and keys make of a zone's blocks: drafts. */
export const usePlanActions = ({ zone, date, now, placed, rows }: Options) => {
  const session = usePlanSession()!
  const openDialog = useOpenDialog()
  const can = useCan()
  const timesOf = ({ start, end }: Span) => ({
    start_time: timeAt(zone.time_zone, date, start),
    end_time: timeAt(zone.time_zone, date, end),
  })
  const isPast = (end_time: string): boolean => {
    const past = Date.parse(end_time) <= now.getTime()
    if (past) notify({ key: 'plan-past', type: 'warning', title: words.one, message: words.past })
    return past
  }
  const change = (plan: PlanDraft, { span, shift }: { span: Span; shift: number }, from: Span, key?: string): void => {
    const start_time = span.start === from.start ? plan.start_time : timesOf(span).start_time
    const end_time = span.end === from.end ? plan.end_time : timesOf(span).end_time
    if (refuseTooSmall(start_time, end_time, TIMELINE_TOAST_MS) || isPast(end_time)) return
    const next = { ...withTimes(plan, start_time, end_time), shift: String(shift) }
    const resized = span.end - span.start !== from.end - from.start
    editPlan(session, next, resized ? words.steps.resize : words.steps.move, key)
  }
  const done = ({ kind, id, shift, span }: Gesture): void => {
    if (kind === 'draw') {
      const times = timesOf(span)
      // A slip of the pointer is no schedule and no mistake.
      if (span.end - span.start < SNAP_UNITS) return
      if (span.end - span.start <= DRAWN_UNITS)
        return void refuseTooSmall(times.start_time, times.end_time, TIMELINE_TOAST_MS)
      if (!isPast(times.end_time)) addPlan(session, newPlan({ zone_id: zone.id, shift, ...times }))
      return
    }
    const known = placed.find(({ plan }) => plan.id === id)
    const plan = id === null ? undefined : planIn(session, id)
    if (known !== undefined && plan !== undefined) change(plan, { span, shift }, known.span)
  }
  const open = (id: RecordId): void => openDialog('ServicePlanDialog', 'edit', id, 'Details')
  const key = (event: KeyboardEvent, at: Placed<Flagged<PlanDraft>>): void => {
    const plan = planIn(session, at.plan.id)
    if (plan === undefined || at.plan.$loading) return
    const may = mayChange(plan, !isDraftId(plan.id), now)
    if (event.key === 'Delete' || event.key === 'Backspace') {
      const mayRemove = may.remove && (isDraftId(plan.id) || can('ServicePlans:servicePlan:canDestroy'))
      if (mayRemove) void removePlan(session, plan)
      return
    }
    if (!can('ServicePlans:servicePlan:canUpdate')) return
    const next = keyed(event, at, { rows, placed, may })
    if (next === undefined) return
    event.preventDefault()
    if (next === null) notify({ key: 'plan-room', type: 'info', title: words.one, message: words.noRoom })
    else change(plan, next, at.span, `keys-${plan.id}`)
  }
  return { done, open, key }
}

type Around = Pick<Options, 'rows' | 'placed'> & { may: ReturnType<typeof mayChange> }

/** Where a key takes a block; null: its row has no room; undefined: no key of the planner, or not allowed. */
const keyed = (
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent,
  { plan, span, shift }: Placed<{ id: RecordId }>,
  { rows, placed, may }: Around,
): { span: Span; shift: number } | null | undefined => {
  if (ctrlKey || metaKey) return undefined
  const others = (row: number): Span[] =>
    placed.filter((one) => one.shift === row && one.plan.id !== plan.id).map((one) => one.span)
  const by = key === 'ArrowLeft' ? -STEP_UNITS : key === 'ArrowRight' ? STEP_UNITS : 0
  if (by !== 0) {
    if (shiftKey) return may.end ? { span: endedAt(span, span.end + by, others(shift)), shift } : undefined
    if (altKey) return may.start ? { span: startedAt(span, span.start + by, others(shift)), shift } : undefined
    const to = moved(span, span.start + by, others(shift))
    return may.move ? to && { span: to, shift } : undefined
  }
  const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0
  const row = rows[rows.indexOf(shift) + step]
  if (step === 0 || row === undefined || !may.move) return undefined
  const to = moved(span, span.start, others(row))
  return to && { span: to, shift: row }
}
