import type { Zone } from '@ambit/contract'
import type { Flagged, RecordId } from '../drafts/diff.ts'
import { LANE_PX } from './lane-drag.ts'
import type { PlanDraft } from './plans.ts'
import { layOutShifts, type Placed } from './shifts.ts'
import { DAY_UNITS, type Span } from './units.ts'

export type PlacedPlan = Placed<Flagged<PlanDraft>>
/** A zone's rows and blocks, with where its section lies in the frame, in px. */
export type ZoneLayout = { zone: Zone; placed: readonly PlacedPlan[]; rows: readonly number[]; top: number }

/** Name and hours of a zone, above its rows. */
export const HEAD_PX = 58

export const heightOf = ({ rows }: Pick<ZoneLayout, 'rows'>): number => HEAD_PX + rows.length * LANE_PX

/** Zones below each other, with the schedules that touch the date. */
export const layOutZones = (
  zones: readonly Zone[],
  plans: readonly Flagged<PlanDraft>[],
  spanOf: (plan: PlanDraft, timeZone: string) => Span,
): ZoneLayout[] => {
  const byZone = Map.groupBy(plans, ({ zone_id }) => zone_id)
  let top = 0
  return zones.map((zone) => {
    const onDay = (byZone.get(zone.id) ?? [])
      .map((plan) => ({ plan, span: spanOf(plan, zone.time_zone) }))
      .filter(({ span }) => span.start < DAY_UNITS && span.end > 0)
    const layout = { zone, ...layOutShifts(onDay), top }
    top += heightOf(layout)
    return layout
  })
}

/** What of the frame is in sight: px from the top, units from midnight. */
export type View = { top: number; bottom: number; from: number; to: number }

/** The rows of a zone that are in sight, as indexes: from the first to before the last. */
export const rowsInView = ({ top, rows }: ZoneLayout, view: View): { first: number; last: number } => {
  const at = (y: number): number => (y - top - HEAD_PX) / LANE_PX
  const within = (row: number): number => Math.max(0, Math.min(rows.length, row))
  return { first: within(Math.floor(at(view.top))), last: within(Math.ceil(at(view.bottom))) }
}

/** The blocks in sight, row by row, and the one that has the focus, even out of sight. */
export const blocksInView = (layout: ZoneLayout, view: View, focused: RecordId | null): PlacedPlan[] => {
  const { first, last } = rowsInView(layout, view)
  const rowOf = new Map(layout.rows.map((shift, row) => [shift, row]))
  return layout.placed
    .filter(({ plan, span, shift }) => {
      if (plan.id === focused) return true
      const row = rowOf.get(shift) ?? 0
      return row >= first && row < last && span.end > view.from && span.start < view.to
    })
    .toSorted((a, b) => a.shift - b.shift || a.span.start - b.span.start)
}
