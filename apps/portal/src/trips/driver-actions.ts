import { api, type DriverActionKind, type DriverActionResult, type KeptDriverAction } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { tripRecords } from '../records/trips.ts'
import type { Statuses } from '../records/status.tsx'

export const driverActionsQuery = (tripId: number) =>
  queryOptions({
    queryKey: tripRecords.key('driver actions', tripId),
    queryFn: ({ signal }) =>
      client.call(api.trips.driverActions, { params: { id: tripId }, signal }).then((answer) => answer.data),
  })

/** What came out otherwise than the driver did it, or waits for dispatch, and what the odometer showed. */
export const isOfInterest = ({ kind, result }: Pick<KeptDriverAction, 'kind' | 'result'>): boolean =>
  kind === 'odometer' || (result !== 'applied' && result !== 'already_done')

export const driverActionResults = {
  applied: { text: 'Applied', tone: 'success' },
  already_done: { text: 'Known already', tone: 'neutral' },
  adjusted: { text: 'At another time', tone: 'info' },
  superseded: { text: 'Overtaken', tone: 'neutral' },
  needs_dispatcher: { text: 'For dispatch', tone: 'warning' },
  accepted: { text: 'Accepted', tone: 'success' },
  set_aside: { text: 'Set aside', tone: 'neutral' },
} as const satisfies Statuses<DriverActionResult | 'accepted' | 'set_aside'>

export const driverActionStrings = {
  title: "Driver's actions",
  kinds: {
    sign_on: 'Signed on',
    check: 'Vehicle check',
    arrive: 'Arrived',
    depart: 'Departed',
    board: 'Aboard',
    no_show: 'Not here',
    ask_no_show: 'Asks for a no-show',
    drop_off: 'Out',
    walk_on: 'Walk-on aboard',
    odometer: 'Odometer',
    call: 'Called',
    paid: 'Paid',
    not_paid: 'Not paid',
    concession_not_shown: 'Concession not shown',
    manual_navigation: 'Own way',
    undo: 'Taken back',
    complete: 'Trip ended',
  } satisfies Record<DriverActionKind, string>,
  booking: (id: number) => `booking ${id}`,
  accept: 'Accept',
  acceptOne: (what: string) => `Accept: ${what}`,
  setAside: 'Set aside',
  setAsideOne: (what: string) => `Set aside: ${what}`,
  accepted: 'The action was applied to the trip.',
  acceptFailed: 'The action could not be applied',
  aside: 'The action was set aside.',
  asideFailed: 'The action could not be set aside',
  asideText: 'It changes nothing then, and stays with the trip with your reason.',
  reason: 'Reason',
  reasonHint: '5 to 250 characters',
  cancel: 'Cancel',
  thanks: 'Thank you',
  settled: (by: string | null, when: string, reason: string | null) =>
    `${by ?? 'Staff'}, ${when}${reason === null ? '' : `: ${reason}`}`,
} as const
