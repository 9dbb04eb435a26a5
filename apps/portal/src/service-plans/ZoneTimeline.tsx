import type { Zone } from '@ambit/contract'
import { IconPlus } from '@tabler/icons-react'
import { memo, useMemo, useState } from 'react'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import type { RecordId } from '../drafts/diff.ts'
import { useFormat } from '../settings/format.ts'
import { HEAD_PX, heightOf, rowsInView, type View, type ZoneLayout } from './lay-out-zones.ts'
import { LANE_PX } from './lane-drag.ts'
import { Lanes } from './Lanes.tsx'
import { Legend } from './Legend.tsx'
import { nowAt } from './looks.ts'
import shared from './service-plans.module.css'
import { shiftLabels } from './shifts.ts'
import { planStrings as words } from './strings.ts'
import { hourLabel, share, shortHour } from './units.ts'
import classes from './ZoneTimeline.module.css'

type Props = {
  layout: ZoneLayout
  date: string
  now: Date
  whole: boolean
  view: View
  failed: ReadonlyMap<RecordId, string>
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** One zone's day: the hours, and its shifts as rows of blocks. */
export const ZoneTimeline = memo(({ layout, date, now, whole, view, failed }: Props) => {
  const { zone, placed, top } = layout
  const at = nowAt(zone.time_zone, date, now)
  const height = heightOf(layout)
  const inSight = top < view.bottom && top + height > view.top
  return (
    <section className={shared['zone']} aria-label={words.zone(zone.name)} style={{ height }}>
      <div className={classes['head']}>
        <div className={classes['headWords']}>
          <h2>{zone.name}</h2>
          <span className={classes['count']}>{words.schedules(placed.length)}</span>
          <Legend zone={zone} />
        </div>
      </div>
      <TimeBar zone={zone} whole={whole} now={now} at={at} />
      {inSight ? (
        <div className={classes['lanes']} style={{ height: height - HEAD_PX }}>
          <Shifts layout={layout} view={view} />
          <Lanes layout={layout} date={date} now={now} at={at} view={view} failed={failed} />
        </div>
      ) : null}
    </section>
  )
})

type BarProps = { zone: Zone; whole: boolean; now: Date; at: number | null }

const TimeBar = ({ zone, whole, now, at }: BarProps) => {
  const format = useFormat(zone.time_zone)
  return (
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
  )
}

/** The rows' numbers, each with the way to add a schedule to it. */
const Shifts = ({ layout, view }: { layout: ZoneLayout; view: View }) => {
  const open = useOpenDialog()
  const can = useCan()
  const [focused, focus] = useState<number | null>(null)
  const mayCreate = can('ServicePlans:servicePlan:canCreate')
  const { zone, rows } = layout
  const labels = useMemo(() => shiftLabels(rows), [rows])
  const { first, last } = rowsInView(layout, view)
  return (
    <ol className={classes['shifts']}>
      {rows.map((shift, row) => {
        if ((row < first || row >= last) && shift !== focused) return null
        const label = labels.get(shift) ?? shift
        return (
          <li key={shift} style={{ top: row * LANE_PX }}>
            {mayCreate ? (
              <button
                type="button"
                aria-label={words.add(label)}
                title={words.add(label)}
                onFocus={() => focus(shift)}
                onClick={() => open('ServicePlanDialog', 'create', `${zone.id}.${shift}`)}
              >
                <span>{label}</span>
                <IconPlus size={14} aria-hidden />
              </button>
            ) : (
              <span>{label}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
