import type { NoShowReason } from '@ambit/contract'

/** As histories and the portal say them. */
export const noShowReasonWords: Readonly<Record<NoShowReason, string>> = {
  not_at_stop: 'Not at the stop',
  does_not_want_to_travel: 'Does not want to travel',
  at_another_place: 'At another place',
  cannot_be_carried_safely: 'Cannot be carried safely',
  other: 'Other',
}
