import type { Deed, DriverAction as Told } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { performAction } from './action.ts'
import type { DriverAction, OnTrip } from './action.ts'
import { askNoShow } from './ask-no-show.ts'
import { noteCall } from './call.ts'
import { check } from './check.ts'
import { takeFare } from './fares.ts'
import { readOdometer } from './odometer.ts'
import { board, dropOff, noShow } from './passengers.ts'
import { setDownHere } from './set-down-here.ts'
import { arrive, depart } from './stops.ts'
import { complete, setManualNavigation, signOn } from './trip.ts'
import { undo } from './undo.ts'
import { walkOn } from './walk-on.ts'

/** What a deed does where the rules of the road allow it. */
export const stepOf = (deed: Deed): ((action: DriverAction) => Promise<void>) => {
  switch (deed.kind) {
    case 'sign_on':
      return signOn
    case 'check':
      return check(deed)
    case 'arrive':
      return arrive(deed.trip_stop_id)
    case 'depart':
      return depart(deed.trip_stop_id)
    case 'board':
      return board(deed.service_request_id, deed.boarded_count ?? null, deed.without_code)
    case 'no_show':
      return noShow(deed.service_request_id, deed)
    case 'ask_no_show':
      return askNoShow(deed)
    case 'drop_off':
      return deed.here === true ? setDownHere(deed.service_request_id) : dropOff(deed.service_request_id)
    case 'call':
      return noteCall(deed)
    case 'odometer':
      return readOdometer(deed)
    case 'walk_on':
      return walkOn(deed)
    case 'paid':
    case 'not_paid':
    case 'concession_not_shown':
      return takeFare(deed)
    case 'manual_navigation':
      return setManualNavigation(deed.enabled)
    case 'undo':
      return undo
    case 'complete':
      return complete
  }
}

type Telling = {
  deed: Deed
  /** null: staff tell of it */
  driver_id: number | null
  /** as a device told it */
  told?: Pick<Told, 'id' | 'sequence' | 'happened_at' | 'position'>
}

/** Keeps an action of a trip before it is carried out; answers its number. */
export const openRow = async (
  { change, trip, at }: Pick<DriverAction, 'change' | 'trip' | 'at'>,
  { deed: { kind, ...input }, driver_id, told }: Telling,
): Promise<number> => {
  const { id } = await change.tx
    .insertInto('driver_actions')
    .values({
      trip_id: trip.id,
      driver_id,
      kind,
      input: JSON.stringify(input),
      happened_at: told === undefined ? at : new Date(told.happened_at),
      done_at: at,
      created_at: change.now,
      ...(told === undefined
        ? {}
        : {
            uuid: told.id,
            sequence: told.sequence,
            position: told.position == null ? null : JSON.stringify(told.position),
          }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A single step: one action that happens now, refused where the rules of the road forbid it. */
export const performDeed = (
  deps: Deps,
  actor: Actor,
  tripId: number | undefined,
  deed: Deed,
  keep: Keep,
  step = stepOf(deed),
): Promise<OnTrip> =>
  performAction(
    deps,
    actor,
    tripId,
    async (action) => {
      const row = await openRow(action, { deed, driver_id: action.by.driver_id })
      await step({ ...action, row })
    },
    keep,
  )
