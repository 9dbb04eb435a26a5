/* oxlint-disable react/refs -- of what the drag hook answers only `lanes` is a ref, and it is only handed on */
import type { Zone } from '@ambit/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { useFormat } from '../settings/format.ts'
import { Legend } from './Legend.tsx'
import { nowAt } from './looks.ts'
import { PlanBlock } from './PlanBlock.tsx'
import shared from './service-plans.module.css'
import classes from './ZoneTimeline.module.css'
import { layOutShifts } from './shifts.ts'
import { planStrings as words } from './strings.ts'
import type { DayPlan } from './Timelines.tsx'
import { hourLabel, share, shortHour, timeAt } from './units.ts'
import { type Gesture, LANE_PX, useLaneDrag } from './use-lane-drag.ts'
import { usePlanActions } from './use-plan-actions.ts'

type Props = { zone: Zone; date: string; now: Date; whole: boolean; plans: readonly DayPlan[] }

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** One zone's day: the hours, and its shifts as rows of blocks. */
export const ZoneTimeline = ({ zone, date, now, whole, plans }: Props) => {
  const at = nowAt(zone.time_zone, date, now)
  const format = useFormat(zone.time_zone)
  return (
    <section className={shared['zone']} aria-label={words.zone(zone.name)}>
      <div className={classes['head']}>
        <div className={classes['headWords']}>
          <h2>{zone.name}</h2>
          <span className={classes['count']}>{words.schedules(plans.length)}</span>
          <Legend zone={zone} />
        </div>
      </div>
      <div className={classes['timeBar']} aria-hidden>
        <div className={classes['corner']} />
        <ol className={classes['hours']}>
          {HOURS.map((hour) => (
            <li key={hour}>{whole ? shortHour(hour) : hourLabel(hour)}</li>
          ))}
          {at !== null && (
            <li className={classes['nowTime']} style={{ left: share(at) }}>
              {format.time(now)}
            </li>
          )}
        </ol>
      </div>
      <Lanes zone={zone} date={date} now={now} whole={whole} plans={plans} at={at} />
    </section>
  )
}

const Lanes = ({ zone, date, now, plans, at }: Props & { at: number | null }) => {
  const open = useOpenDialog()
  const can = useCan()
  const mayCreate = can('ServicePlans:servicePlan:canCreate')
  const mayUpdate = can('ServicePlans:servicePlan:canUpdate')
  const { placed, rows } = useMemo(() => layOutShifts(plans.map(({ plan, span }) => ({ plan, span }))), [plans])
  const actions = usePlanActions({ zone, date, now, placed, rows })
  const blocks = placed.map(({ plan, span, shift }) => ({ id: plan.id, span, shift }))
  const drag = useLaneDrag({ rows, blocks, onDone: actions.done })
  const topOf = (shift: number): number => rows.indexOf(shift) * LANE_PX
  return (
    <div className={classes['lanes']} style={{ height: rows.length * LANE_PX }}>
      <ol className={classes['shifts']}>
        {rows.map((shift) => (
          <li key={shift}>
            {mayCreate ? (
              <button
                type="button"
                aria-label={words.add(shift)}
                title={words.add(shift)}
                onClick={() => open('ServicePlanDialog', 'create', `${zone.id}.${shift}`)}
              >
                <span>{shift}</span>
                <IconPlus size={14} aria-hidden />
              </button>
            ) : (
              <span>{shift}</span>
            )}
          </li>
        ))}
      </ol>
      <div
        ref={drag.lanes}
        className={classes['track']}
        data-editable={mayCreate || undefined}
        onPointerDown={(event) => mayCreate && drag.begin(event, 'draw', null)}
        onPointerMove={(event) => drag.onPointerMove(event)}
        onPointerUp={(event) => drag.onPointerUp(event, actions.open)}
        onPointerCancel={() => drag.onPointerCancel()}
      >
        {placed
          .toSorted((a, b) => a.span.start - b.span.start || a.shift - b.shift)
          .map(({ plan, span, shift }) => {
            const held = drag.gesture?.id === plan.id ? drag.gesture : null
            return (
              <PlanBlock
                key={plan.id}
                plan={plan}
                now={now}
                timeZone={zone.time_zone}
                held={held === null ? null : times(held, zone.time_zone, date)}
                span={held?.span ?? span}
                top={topOf(held?.shift ?? shift)}
                date={date}
                editable={mayUpdate && !plan.$destroy && !plan.$loading}
                onBegin={(event, kind) => drag.begin(event, kind, { id: plan.id, span, shift })}
                onKey={(event) => actions.key(event, { plan, span, shift })}
                onOpen={() => actions.open(plan.id)}
              />
            )
          })}
        {drag.gesture?.kind === 'draw' && (
          <Drawn gesture={drag.gesture} top={topOf(drag.gesture.shift)} zone={zone} date={date} />
        )}
        {at !== null && <div className={classes['now']} style={{ left: share(at) }} aria-hidden />}
      </div>
    </div>
  )
}

const times = ({ span }: Gesture, timeZone: string, date: string) => ({
  start_time: timeAt(timeZone, date, span.start),
  end_time: timeAt(timeZone, date, span.end),
})

const Drawn = ({ gesture, top, zone, date }: { gesture: Gesture; top: number; zone: Zone; date: string }) => {
  const format = useFormat(zone.time_zone)
  const { start_time, end_time } = times(gesture, zone.time_zone, date)
  const { start, end } = gesture.span
  return (
    <div
      className={shared['drawn']}
      style={{ left: share(start), width: share(end - start), top: top + 3 }}
      aria-hidden
    >
      {words.span(format.time(start_time), format.time(end_time))}
    </div>
  )
}
