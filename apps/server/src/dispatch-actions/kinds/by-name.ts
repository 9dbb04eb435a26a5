import type { DispatchAction } from '@ambit/contract'
import { assign } from './assign.ts'
import { cancel } from './cancel.ts'
import { changeCrew } from './change-crew.ts'
import { roadClosed, roadOpened, scheduleShortened, tripCancelled, vehicleLost } from './disruptions.ts'
import type { Asked, Kind } from './kind.ts'
import { noShow } from './no-show.ts'
import { optimiseNow } from './optimise-now.ts'
import { pauseVehicle, resumeVehicle } from './pause.ts'
import { pin, unpin } from './pin.ts'
import { reinstate } from './reinstate.ts'
import { reorder } from './reorder.ts'
import { tripState } from './trip-state.ts'
import { unassign } from './unassign.ts'

const kinds: { readonly [K in DispatchAction['kind']]: Kind<Asked<K>> } = {
  assign,
  pin,
  unpin,
  unassign,
  cancel,
  no_show: noShow,
  reinstate,
  reorder,
  trip_state: tripState,
  change_crew: changeCrew,
  pause_vehicle: pauseVehicle,
  resume_vehicle: resumeVehicle,
  vehicle_lost: vehicleLost,
  trip_cancelled: tripCancelled,
  schedule_shortened: scheduleShortened,
  road_closed: roadClosed,
  road_opened: roadOpened,
  optimise_now: optimiseNow,
}

/** How an action of this kind is asked for, refused and carried out. */
export const kindOf = ({ kind }: Pick<DispatchAction, 'kind'>): Kind<DispatchAction> =>
  kinds[kind] as unknown as Kind<DispatchAction> // it is handed actions of its own kind alone
