import type { RequestStatus } from '@ambit/contract'

/**
 * created → assigned ⇄ unassigned → secured → on_board → completed; ends early as no_show, cancelled or error
 * (BOOK-64). The steps back are a driver's undo (on_board → secured, completed → on_board,
 * no_show → secured), a vehicle that breaks down or a trip that is cancelled (secured, on_board → assigned or unassigned),
 * and a change on the passenger's wish (secured → assigned).
 */
const transitions: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  created: ['assigned', 'unassigned', 'cancelled', 'error'],
  assigned: ['assigned', 'unassigned', 'secured', 'on_board', 'no_show', 'cancelled', 'error'],
  unassigned: ['assigned', 'cancelled', 'error'],
  secured: ['secured', 'assigned', 'unassigned', 'on_board', 'no_show', 'cancelled', 'error'],
  on_board: ['completed', 'secured', 'assigned', 'unassigned', 'error'],
  completed: ['on_board'],
  no_show: ['secured'],
  cancelled: [],
  error: [],
}

/** What a person takes back: an end, within minutes, and what a dispatch action did to a booking. */
const takenBack: Partial<Record<RequestStatus, readonly RequestStatus[]>> = {
  unassigned: ['secured', 'on_board'],
  no_show: ['assigned', 'unassigned'],
  cancelled: ['created', 'assigned', 'unassigned', 'secured'],
  error: ['assigned', 'unassigned', 'secured', 'on_board'],
}

export const isTakenBack = (from: RequestStatus, to: RequestStatus): boolean => takenBack[from]?.includes(to) ?? false

export const isRequestTransition = (from: RequestStatus, to: RequestStatus): boolean => transitions[from].includes(to)

/** Bookings that the plan still has to serve. */
export const openRequestStatuses = [
  'created',
  'assigned',
  'unassigned',
  'secured',
  'on_board',
] as const satisfies readonly RequestStatus[]
/** Bookings whose pick-up lies ahead in a trip. */
export const plannedRequestStatuses = ['assigned', 'secured'] as const satisfies readonly RequestStatus[]

const cancellable: readonly RequestStatus[] = ['created', 'assigned', 'unassigned', 'secured']
export const allowCancel = (status: RequestStatus): boolean => cancellable.includes(status)

/** The specification's sentence; null when the booking may be cancelled. */
export const refuseCancel = (status: RequestStatus): string | null =>
  allowCancel(status) ? null : `Cannot cancel a booking with ${status.replace('_', ' ')} status`

type Changing = {
  status: RequestStatus
  /** a lost vehicle left the passenger on the road */
  stranded: boolean
  /** the fare was charged, or the card provider was asked for it */
  charged: boolean
  /** it is of a group that travels together */
  together?: boolean
}

/** The sentence why a booking cannot be changed to another journey; null when it can. */
export const refuseChange = ({ status, stranded, charged, together = false }: Changing): string | null => {
  if (status === 'on_board') return 'Passengers on board cannot change their booking'
  if (!allowCancel(status)) return `Cannot change a booking with ${status.replace('_', ' ')} status`
  if (stranded) return 'Stranded passengers cannot change their booking: another vehicle is to pick them up'
  if (charged) return 'Cannot change a booking whose fare has been charged'
  return together
    ? 'A group that travels together is not changed member by member: cancel the booking and book it anew'
    : null
}
