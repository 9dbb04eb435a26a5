/** Why a deed cannot be done now, by the rules of the road that device and server share. Times in ms since 1970. */
export type DeedRefusal =
  | { code: 'already_signed_on' | 'not_signed_on' | 'trip_over' | 'nothing_to_undo' }
  | { code: 'sign_on_from'; at: number }
  | { code: 'not_next_stop' | 'already_arrived' | 'not_arrived' }
  /** `name`: the first passenger left at the stop */
  | { code: 'not_boarded' | 'not_set_down'; name: string }
  | { code: 'not_at_pickup' | 'not_at_dropoff' | 'not_waiting' | 'not_on_board' }
  | { code: 'wait_until'; at: number }
  | { code: 'on_board' | 'left_to_pick_up'; count: number }
