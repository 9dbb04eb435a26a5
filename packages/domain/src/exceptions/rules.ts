import type { ExceptionRule, ExceptionSeverity, JudgedKind } from '@ambit/contract'

/** Minutes from which on a kind is of a severity; null: never. */
export type Thresholds = Pick<ExceptionRule, 'watch' | 'soon' | 'urgent'>

type Spec = {
  /** `since`: the more minutes, the more urgent. `before`: the fewer are left, the more urgent. */
  counts: 'since' | 'before'
  defaults: Thresholds
}

/** Before a trip starts, its driver is expected to sign on. Minutes */
export const SIGN_ON_MINUTES = 10

/**
 * How each kind counts its minutes. `not_signed_on`: since 10 min before the trip starts. `off_route`: how much later the
 * next stop is reached since the vehicle left its way. `booking_waiting` and
 * `notification_failed` are watched from the moment they arise, however long before the window opens.
 */
export const ruleSpecs: Readonly<Record<JudgedKind, Spec>> = {
  not_signed_on: { counts: 'since', defaults: { watch: 0, soon: SIGN_ON_MINUTES, urgent: SIGN_ON_MINUTES + 5 } },
  pull_out_late: { counts: 'since', defaults: { watch: null, soon: 5, urgent: 10 } },
  no_signal: { counts: 'since', defaults: { watch: null, soon: 5, urgent: 10 } },
  promise_at_risk: { counts: 'since', defaults: { watch: 2, soon: 5, urgent: 10 } },
  schedule_unallocated: { counts: 'before', defaults: { watch: null, soon: 150, urgent: 120 } },
  driver_unallocated: { counts: 'before', defaults: { watch: null, soon: 60, urgent: 30 } },
  booking_waiting: { counts: 'before', defaults: { watch: 1440, soon: 60, urgent: 20 } },
  open_return_waiting: { counts: 'before', defaults: { watch: null, soon: 60, urgent: 0 } },
  stop_overlong: { counts: 'since', defaults: { watch: null, soon: 5, urgent: 10 } },
  unexpected_stop: { counts: 'since', defaults: { watch: null, soon: 5, urgent: 10 } },
  out_of_zone: { counts: 'since', defaults: { watch: 5, soon: 15, urgent: null } },
  off_route: { counts: 'since', defaults: { watch: 3, soon: 6, urgent: null } },
  message_unanswered: { counts: 'since', defaults: { watch: null, soon: 3, urgent: 8 } },
  reply_unanswered: { counts: 'since', defaults: { watch: 10, soon: 30, urgent: null } },
  notification_failed: { counts: 'before', defaults: { watch: 1440, soon: 120, urgent: null } },
  break_at_risk: { counts: 'before', defaults: { watch: null, soon: 45, urgent: 15 } },
  shift_overrun: { counts: 'since', defaults: { watch: 15, soon: 30, urgent: null } },
}

/** How urgent it is at so many minutes; null: not yet. */
export const severityAt = (kind: JudgedKind, thresholds: Thresholds, minutes: number): ExceptionSeverity | null => {
  const crossed = (threshold: number | null): boolean =>
    threshold !== null && (ruleSpecs[kind].counts === 'since' ? minutes >= threshold : minutes <= threshold)
  if (crossed(thresholds.urgent)) return 'urgent'
  if (crossed(thresholds.soon)) return 'soon'
  return crossed(thresholds.watch) ? 'watch' : null
}

/** The first field that does not follow watch, soon, urgent, with why; null: all do. */
export const refuseThresholds = (
  kind: JudgedKind,
  thresholds: Thresholds,
): { field: keyof Thresholds; detail: string } | null => {
  const { counts } = ruleSpecs[kind]
  const given = (['watch', 'soon', 'urgent'] as const).filter((one) => thresholds[one] !== null)
  for (const [index, field] of given.entries()) {
    const before = given[index - 1]
    if (before === undefined) continue
    const [less, more] = [thresholds[before] ?? 0, thresholds[field] ?? 0]
    if (counts === 'since' ? more <= less : more >= less)
      return { field, detail: `This has to come after ${before}: ${counts === 'since' ? 'more' : 'fewer'} minutes` }
  }
  return null
}
