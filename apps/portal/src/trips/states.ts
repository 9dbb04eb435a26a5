import { type TripState, tripStates } from '@ambit/contract'
import type { Tone } from '../ui/StatusTag.tsx'
import { tripStrings } from './strings.ts'

const tones = {
  staged: 'info',
  live: 'success',
  in_transit: 'live',
  completed: 'neutral',
  cancelled: 'danger',
} as const satisfies Record<TripState, Tone>

/** The state with spaces for its underscores; a trip without one is inactive. */
export const stateTag = (state: TripState | null): { tone: Tone; text: string } =>
  state === null
    ? { tone: 'neutral', text: tripStrings.inactive }
    : { tone: tones[state], text: state.replaceAll('_', ' ') }

/** In the specification's order. */
export const stateOptions = (['completed', 'staged', 'live', 'in_transit', 'cancelled'] as const).map((value) => ({
  value,
  label: tripStrings.states[value],
}))

export const isTripState = (text: string | null): text is TripState => tripStates.some((state) => state === text)
