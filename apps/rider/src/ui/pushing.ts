import { api, type RideConfig } from '@ambit/contract'
import { createPushing, type PushServer } from '@ambit/phone-push'
import type { Calls } from '../api/calls.ts'

/** Of this browser. */
export const pushing = createPushing({ key: 'ride-push-refused', app: '/Ride', now: () => Date.now() })

export const pushServer = (calls: Calls, config: RideConfig | null): PushServer => ({
  key: async () => config?.push_key ?? null,
  save: async (body) => (await calls.call(api.ride.subscribe, { body })).ok,
})
