import { type PointerEvent, useMemo, useRef, useState } from 'react'
import { useCan } from '../auth/permissions.ts'
import type { RecordId } from '../drafts/diff.ts'
import { useFormat } from '../settings/format.ts'
import { blocksInView, type PlacedPlan, type View, type ZoneLayout } from './lay-out-zones.ts'
import { type Block, createLaneDrag } from './lane-drag.ts'
import { PlanBlock } from './PlanBlock.tsx'
import shared from './service-plans.module.css'
import { planStrings as words } from './strings.ts'
import { HALF_HOURS, share, type Span, timeAt } from './units.ts'
import { useModels } from './use-models.ts'
import { usePlanActions } from './use-plan-actions.ts'
import classes from './ZoneTimeline.module.css'

type Props = {
  layout: ZoneLayout
  date: string
  now: Date
  at: number | null
  view: View
  failed: ReadonlyMap<RecordId, string>
}

/** A zone's rows of blocks, which pointers and keys work on. */
export const Lanes = ({ layout, date, now, at, view, failed }: Props) => {
  const { zone, placed, rows } = layout
  const can = useCan()
  const mayCreate = can('ServicePlans:servicePlan:canCreate')
  const mayUpdate = can('ServicePlans:servicePlan:canUpdate')
  const actions = usePlanActions({ layout, date, now })
  const [drag] = useState(createLaneDrag)
  const [focused, focus] = useState<RecordId | null>(null)
  const drawn = useRef<HTMLDivElement>(null)
  const format = useFormat(zone.time_zone)
  const models = useModels(zone.id)
  const blocks = useMemo(() => placed.map(({ plan, span, shift }): Block => ({ id: plan.id, span, shift })), [placed])
  const rowOf = useMemo(() => new Map(rows.map((shift, row) => [shift, row])), [rows])
  const time = (units: number): string => format.time(timeAt(zone.time_zone, date, units))
  const lanes = {
    rows,
    blocks,
    words: ({ start, end }: Span) => words.span(time(start), time(end)),
    onDone: actions.done,
    onBlocked: actions.blocked,
    onClick: actions.open,
  }
  const known = (target: EventTarget): PlacedPlan | undefined => {
    const id = blockOf(target)?.dataset['plan']
    return id === undefined ? undefined : placed.find(({ plan }) => String(plan.id) === id)
  }
  const begin = (event: PointerEvent<HTMLElement>): void => {
    const found = known(event.target)
    const element = found === undefined ? drawn.current : blockOf(event.target)
    if (element === null) return
    if (found === undefined) {
      if (mayCreate) drag.begin(event, lanes, { kind: 'draw', block: null, element })
      return
    }
    const { plan, span, shift } = found
    const kind = edgeOf(event.target) ?? 'move'
    if (kind !== 'move' || actions.movable(plan))
      drag.begin(event, lanes, { kind, block: { id: plan.id, span, shift }, element })
  }
  return (
    <div
      className={classes['track']}
      data-editable={mayCreate || undefined}
      style={{ '--half-hours': HALF_HOURS } as React.CSSProperties} // a property of the style sheet
      onPointerDown={begin}
      onPointerMove={drag.move}
      onPointerUp={drag.end}
      onPointerCancel={drag.stop}
      onFocus={(event) => focus(known(event.target)?.plan.id ?? null)}
      onKeyDown={(event) => {
        const found = known(event.target)
        if (found !== undefined) actions.key(event, found)
      }}
      // With a pointer that may drag, letting go decides whether it was a click.
      onClick={(event) => {
        const found = known(event.target)
        if (found !== undefined && (event.detail === 0 || !actions.movable(found.plan))) actions.open(found.plan.id)
      }}
    >
      {blocksInView(layout, view, focused).map(({ plan, span, shift }) => (
        <PlanBlock
          key={plan.id}
          plan={plan}
          now={now}
          timeZone={zone.time_zone}
          span={span}
          row={rowOf.get(shift) ?? 0}
          date={date}
          editable={mayUpdate && !plan.$destroy && !plan.$loading}
          failed={plan.$saved ? undefined : failed.get(plan.id)}
          model={plan.model_id === null ? undefined : models.get(plan.model_id)}
        />
      ))}
      {mayCreate && (
        <div ref={drawn} className={shared['drawn']} aria-hidden>
          <span data-times> </span>
        </div>
      )}
      {at !== null && <div className={classes['now']} style={{ left: share(at) }} aria-hidden />}
    </div>
  )
}

const blockOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-plan]') : null

const edgeOf = (target: EventTarget): 'start' | 'end' | null => {
  const side = target instanceof Element ? target.closest<HTMLElement>('[data-side]')?.dataset['side'] : undefined
  return side === 'start' || side === 'end' ? side : null
}
