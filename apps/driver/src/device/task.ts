import type { TripStop } from '@ambit/contract'

export type StopTask = 'pick_up' | 'drop_off' | 'pick_up_and_drop_off' | 'break' | 'go_to_waiting_place' | 'route_stop'

const isExpected = ({ status }: TripStop['boardings'][number]): boolean =>
  status !== 'no_show' && status !== 'cancelled'

/** What the driver does at a stop ahead. */
export const taskAhead = ({ kind, boardings, alightings }: TripStop): StopTask => {
  switch (kind) {
    case 'break':
      return 'break'
    case 'staging':
      return 'go_to_waiting_place'
    case 'route_stop':
      return 'route_stop'
    case 'passenger': {
      if (!alightings.some(isExpected)) return 'pick_up'
      return boardings.some(isExpected) ? 'pick_up_and_drop_off' : 'drop_off'
    }
  }
}
