import { expect, test } from 'vitest'
import type { LiveEvent, PermissionKey } from '@ambit/contract'
import { visible } from './visible.ts'

const place = { zone_id: 3, region_id: 2 }
const kinds: readonly [LiveEvent, PermissionKey][] = [
  [{ kind: 'driver_message', trip_id: 1, from: 'driver', ...place }, 'Messaging:driverThread:canRead'],
  [{ kind: 'call_task', call_task_id: 1, ...place }, 'Messaging:callTask:canRead'],
  [{ kind: 'message', region_id: place.region_id }, 'Messaging:message:canRead'],
]

const isSent = (payload: LiveEvent, key: PermissionKey, scope: readonly number[] | null): boolean =>
  visible(
    { id: 1, kind: payload.kind, payload, region_ids: null } as never, // the rest is the table's
    { holds: (asked) => asked === key, scope, regions: null, zones: null },
  )

// covers: MSG-85
test('events of drivers’ threads, calls and messages are sent to those who may read them alone, within their regions', () => {
  for (const [payload, key] of kinds) {
    expect([payload.kind, isSent(payload, key, null), isSent(payload, key, [2])]).toEqual([payload.kind, true, true])
    expect([payload.kind, isSent(payload, key, [4])]).toEqual([payload.kind, false])
    for (const [, other] of kinds)
      if (other !== key)
        expect([payload.kind, other, isSent(payload, other, null)]).toEqual([payload.kind, other, false])
  }
})
