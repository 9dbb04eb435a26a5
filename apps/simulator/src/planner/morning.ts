import { ApiError, api, type TripWithStops } from '@ambit/contract'
import type { Session } from '../access/line.ts'
import { sentence } from '../access/trouble.ts'
import { HOUR, MINUTE } from '../timeline/timeline.ts'
import { plansBetween } from './roster.ts'

type Log = (text: string) => void

const SHIFT_MS = 4 * HOUR
const FIRST_MS = 40 * MINUTE

/** An extra schedule later this morning that still has no driver: a vehicle which is free until the afternoon. */
export const leaveDriverOut = async (planner: Session, opens: number, log: Log): Promise<void> => {
  const start = opens + FIRST_MS
  const plans = await plansBetween(planner, start - 12 * HOUR, start + 12 * HOUR)
  const busy = new Set(
    plans
      .filter((plan) => Date.parse(plan.start_time) < start + SHIFT_MS && Date.parse(plan.end_time) > start)
      .map(({ vehicle_id }) => vehicle_id),
  )
  const later = plans.find(({ vehicle_id, start_time }) => Date.parse(start_time) > start && !busy.has(vehicle_id))
  if (later === undefined) return
  const body = {
    zone_id: later.zone_id,
    vehicle_id: later.vehicle_id,
    driver_id: null,
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + SHIFT_MS).toISOString(),
    minimum_capacity: later.minimum_capacity,
    metadata: { shift: null, shiftLabel: null },
  }
  await unlessRefused('schedule without a driver', planner.call(api.servicePlans.create, { body }), log)
}

/** What a driver who cannot drive on says to the office. */
export const reportBreakdown = async (
  planner: Session,
  { vehicle_id, name }: TripWithStops,
  log: Log,
): Promise<void> => {
  if (vehicle_id === null) return
  const details = `Engine failure on ${name}. The vehicle cannot drive on and waits for the workshop.`
  await unlessRefused(
    `breakdown of ${name}`,
    planner.call(api.vehicleNotes.create, { body: { vehicle_id, category: 'incident', details } }),
    log,
  )
}

const unlessRefused = async (what: string, call: Promise<unknown>, log: Log): Promise<void> => {
  try {
    await call
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    log(`${what}: ${sentence(error)}`)
  }
}
