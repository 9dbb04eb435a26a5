import type { Effect } from '@ambit/contract'
import { Sentences } from './EffectView.tsx'
import { effectStrings as words } from './strings.ts'

/** Passengers whom no message reaches, and drivers whose app shows another plan. */
export const ToldByHand = ({ effect: { to_call, drivers } }: { effect: Pick<Effect, 'to_call' | 'drivers'> }) => (
  <>
    <Sentences
      title={words.toCall}
      sentences={to_call.map(({ traveler_name, phone_number, reason }) =>
        [traveler_name, phone_number, reason].filter((part) => part !== null).join(', '),
      )}
    />
    <Sentences
      title={words.drivers}
      sentences={drivers.map(({ driver_name, vehicle_number }) => `${driver_name}, ${vehicle_number}`)}
    />
  </>
)
