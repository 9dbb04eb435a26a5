import type { ServicePlan } from '@ambit/contract'
import type { Diff, RecordId } from '../drafts/diff.ts'
import type { PlanDraft } from './plans.ts'

/** What keeps a vehicle or a driver busy. */
export type Duty = {
  id: RecordId
  zone_id: number
  vehicle_id: number | null
  driver_id: number | null
  start_time: string
  end_time: string
}

/** The duties of a window as they would be with the drafts saved. */
export const dutiesOf = (saved: readonly ServicePlan[], drafts: Diff<PlanDraft>): Duty[] => [
  ...saved.filter(({ id }) => !drafts.has(id)),
  ...[...drafts.values()].flatMap(({ to }) => (to === null ? [] : [to])),
]

/** The first duty of a vehicle or driver that meets these times, other than the schedule itself. */
export const dutyAt = (
  duties: readonly Duty[],
  crew: { vehicle_id: number } | { driver_id: number },
  times: { id: RecordId; start_time: string; end_time: string },
): Duty | undefined => {
  const [from, to] = [Date.parse(times.start_time), Date.parse(times.end_time)]
  return duties
    .filter((duty) => ('vehicle_id' in crew ? duty.vehicle_id === crew.vehicle_id : duty.driver_id === crew.driver_id))
    .filter(
      ({ id, start_time, end_time }) => id !== times.id && Date.parse(start_time) < to && Date.parse(end_time) > from,
    )
    .toSorted((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time))[0]
}
