import type { ExceptionKind, ExceptionSeverity, ExceptionState, InterruptionLoad } from '@ambit/contract'

const steps: Readonly<Record<ExceptionState, readonly ExceptionState[]>> = {
  open: ['acknowledged', 'snoozed', 'resolved'],
  acknowledged: ['open', 'snoozed', 'resolved'],
  snoozed: ['open', 'resolved'],
  // Only where its cause returns, or a person undoes it.
  resolved: [],
}

/** Whether a person may take an exception from one state to another. */
export const mayStep = (from: ExceptionState, to: ExceptionState): boolean => steps[from].includes(to)

/** For how many minutes it can be snoozed at most; null: not at all. */
export const longestSnooze = (kind: ExceptionKind, severity: ExceptionSeverity): number | null =>
  kind === 'emergency' ? null : severity === 'urgent' ? 10 : 120

/** Ends when its condition does, and not by hand before. */
export const endsByItself = (kind: ExceptionKind): boolean =>
  kind === 'fault' || kind === 'plan_broken' || kind === 'mass_event'

/** How much so many interruptions in ten minutes are. */
export const loadOf = (interruptions: number): InterruptionLoad =>
  interruptions <= 1 ? 'calm' : interruptions <= 5 ? 'busy' : interruptions <= 10 ? 'heavy' : 'flood'
