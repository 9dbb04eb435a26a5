import type { MessageEvent } from '@ambit/contract'
import { noteTellings } from './change-plan.ts'
import type { PlanChange } from './change-plan.ts'

/** Tells those who are to be picked up at a stop. */
export const tellWaiting = async (change: PlanChange, event: MessageEvent, stopId: number): Promise<void> => {
  const waiting = await change.tx
    .selectFrom('service_requests')
    .select('id')
    .where('pickup_trip_stop_id', '=', stopId)
    .where('status', 'in', ['assigned', 'secured'])
    .orderBy('id')
    .execute()
  noteTellings(
    change,
    waiting.map(({ id }) => ({ event, service_request_id: id })),
  )
}
