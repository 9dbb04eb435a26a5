import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { RecordId } from '../drafts/diff.ts'
import { nowAt } from './looks.ts'
import { layOutZones, type ZoneLayout } from './lay-out-zones.ts'
import { useDrafts, usePlanSession } from './plan-session.ts'
import { rememberSpans } from './plans.ts'
import classes from './service-plans.module.css'
import { planTitles } from './titles.ts'
import { beginAt, DAY_UNITS } from './units.ts'
import type { PlannedDay } from './use-planned-day.ts'
import { useView } from './use-view.ts'
import { ZoneTimeline } from './ZoneTimeline.tsx'

/** 2 px a minute */
const TRACK_PX = DAY_UNITS

/** One timeline for each zone, in one frame that scrolls both ways. */
export const Timelines = ({ day, whole }: { day: PlannedDay; whole: boolean }) => {
  const session = usePlanSession()!
  const state = useDrafts(session)
  const { date, zones, now } = day
  const spanOf = useMemo(() => rememberSpans(date), [date])
  const layouts = useMemo(
    () => layOutZones(zones, session.drafts.flagged('plans'), spanOf),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the flags are derived of the state
    [session, state, zones, spanOf],
  )
  const failed = useFailed()
  const { data, isPlaceholderData } = day.plans
  const frame = useBegin({
    layouts,
    whole,
    date,
    now: nowAt(zones[0]?.time_zone ?? 'UTC', date, now),
    saved: isPlaceholderData || data === undefined ? null : data.length,
  })
  const view = useView(frame, whole)
  return (
    <div
      ref={frame}
      className={classes['frame']}
      data-whole={whole || undefined}
      style={{ '--track': whole ? '100%' : `${TRACK_PX}px` } as React.CSSProperties} // a property of the style sheet
      aria-busy={day.plans.isFetching}
      role="region"
      aria-label={planTitles.timeline}
      tabIndex={0}
    >
      {layouts.map((layout) => (
        <ZoneTimeline
          key={layout.zone.id}
          layout={layout}
          date={date}
          now={now}
          whole={whole}
          view={view}
          failed={failed}
        />
      ))}
    </div>
  )
}

/** Why a schedule was not saved, by its id. */
const useFailed = (): ReadonlyMap<RecordId, string> => {
  const session = usePlanSession()!
  const failed = useSyncExternalStore(session.failed.subscribe, session.failed.get)
  return useMemo(
    () => new Map(failed.map(({ plan, errors }) => [plan.id, errors.map(({ detail }) => detail).join(' ')])),
    [failed],
  )
}

type Begin = {
  layouts: readonly ZoneLayout[]
  whole: boolean
  date: string
  now: number | null
  /** how many schedules are saved; null while they load */
  saved: number | null
}

/** A day opens at its first schedule, or at the present time where that would lie out of sight. */
const useBegin = ({ layouts, whole, date, now, saved }: Begin): React.RefObject<HTMLDivElement | null> => {
  const frame = useRef<HTMLDivElement>(null)
  const [begun, setBegun] = useState<string | null>(null)
  const spans = layouts.flatMap(({ placed }) => placed.map(({ span }) => span))
  const opening = `${date} ${whole}`
  // What was saved is drawn a moment after it was loaded.
  const ready = saved === 0 || (saved !== null && spans.length > 0)
  useLayoutEffect(() => {
    const { current } = frame
    if (current === null || !ready || begun === opening) return
    setBegun(opening)
    current.scrollLeft = whole ? 0 : beginAt(spans, now, current.clientWidth)
  }, [begun, opening, ready, spans, now, whole])
  return frame
}
