import type { KeyboardEvent } from 'react'
import { useOpenDialog } from '../dialogs/stack.ts'
import type { Flagged, RecordId } from '../drafts/diff.ts'
import { isDraftId } from '../drafts/diff.ts'
import { useCan } from '../auth/permissions.ts'
import { notify } from '../notifications/notify.tsx'
import { addPlan, editPlan, refuseTooSmall, removePlan, TIMELINE_TOAST_MS } from './edit-plans.ts'
import { useFormat } from '../settings/format.ts'
import type { Gesture } from './lane-drag.ts'
import type { ZoneLayout } from './lay-out-zones.ts'
import { mayChange } from './looks.ts'
import { planIn, usePlanSession } from './plan-session.ts'
import { newPlan, type PlanDraft, withTimes } from './plans.ts'
import { type Placed, shiftLabels } from './shifts.ts'
import { planStrings as words } from './strings.ts'
import {
  DRAWN_UNITS,
  endedAt,
  overlap,
  setDown,
  SNAP_UNITS,
  type Span,
  startedAt,
  STEP_UNITS,
  timeAt,
} from './units.ts'

type Options = { layout: ZoneLayout; date: string; now: Date }

/** What pointers and keys make of a zone's blocks: drafts. */
export const usePlanActions = ({ layout, date, now }: Options) => {
  const { zone, placed, rows } = layout
  const session = usePlanSession()!
  const openDialog = useOpenDialog()
  const can = useCan()
  const mayUpdate = can('ServicePlans:servicePlan:canUpdate')
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
  const blocked = useBlocked(layout)
  const movable = (plan: Flagged<PlanDraft>): boolean =>
    mayUpdate && !plan.$destroy && !plan.$loading && mayChange(plan, !isDraftId(plan.id), now).move
  const open = (id: RecordId): void => openDialog('ServicePlanDialog', mayUpdate ? 'edit' : 'view', id, 'Details')
  const key = (event: KeyboardEvent, at: Placed<Flagged<PlanDraft>>): void => {
    const plan = planIn(session, at.plan.id)
    if (plan === undefined || at.plan.$loading) return
    const may = mayChange(plan, !isDraftId(plan.id), now)
    if (event.key === 'Delete' || event.key === 'Backspace') {
      const mayRemove = may.remove && (isDraftId(plan.id) || can('ServicePlans:servicePlan:canDestroy'))
      if (mayRemove) void removePlan(session, plan)
      return
    }
    if (!mayUpdate) return
    const next = keyed(event, at, { rows, placed, may })
    if (next === undefined) return
    event.preventDefault()
    if (next.span === null) blocked(next)
    else change(plan, { span: next.span, shift: next.shift }, at.span, `keys-${plan.id}`)
  }
  return { done, blocked, movable, open, key }
}

/** Says which schedule holds the place that a block cannot have. */
const useBlocked = ({ zone, placed, rows }: ZoneLayout) => {
  const format = useFormat(zone.time_zone)
  return ({ blockedBy, shift }: Pick<Gesture, 'blockedBy' | 'shift'>): void => {
    const there = placed.find(({ plan }) => plan.id === blockedBy)?.plan
    const label = shiftLabels(rows).get(shift) ?? shift
    const message =
      there === undefined
        ? words.noRoom
        : words.taken(
            label,
            there.vehicle_number ?? words.noVehicle,
            words.span(format.time(there.start_time), format.time(there.end_time)),
          )
    notify({ key: 'plan-room', type: 'warning', title: words.notMoved, message })
  }
}

type Around = Pick<ZoneLayout, 'rows' | 'placed'> & { may: ReturnType<typeof mayChange> }
type Keyed = { span: Span; shift: number } | { span: null; shift: number; blockedBy: RecordId | null }

/** Where a key takes a block, or what is in its way; undefined: no key of the planner, or not allowed. */
const keyed = (
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent,
  { plan, span, shift }: Placed<{ id: RecordId }>,
  { rows, placed, may }: Around,
): Keyed | undefined => {
  if (ctrlKey || metaKey) return undefined
  const inRow = (row: number) => placed.filter((one) => one.shift === row && one.plan.id !== plan.id)
  const others = (row: number): Span[] => inRow(row).map((one) => one.span)
  const moveTo = (start: number, row: number): Keyed => {
    const to = setDown(span, start, others(row))
    if (to !== null) return { span: to, shift: row }
    const over = { start, end: start + span.end - span.start }
    return { span: null, shift: row, blockedBy: inRow(row).find((one) => overlap(one.span, over))?.plan.id ?? null }
  }
  const by = key === 'ArrowLeft' ? -STEP_UNITS : key === 'ArrowRight' ? STEP_UNITS : 0
  if (by !== 0) {
    if (shiftKey) return may.end ? { span: endedAt(span, span.end + by, others(shift)), shift } : undefined
    if (altKey) return may.start ? { span: startedAt(span, span.start + by, others(shift)), shift } : undefined
    return may.move ? moveTo(span.start + by, shift) : undefined
  }
  const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0
  const row = rows[rows.indexOf(shift) + step]
  return step === 0 || row === undefined || !may.move ? undefined : moveTo(span.start, row)
}
