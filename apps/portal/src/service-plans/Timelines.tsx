import { useMemo, useLayoutEffect, useRef, useState } from 'react'
import type { Flagged } from '../drafts/diff.ts'
import { nowAt } from './looks.ts'
import { useDrafts, usePlanSession } from './plan-session.ts'
import { type PlanDraft, spanOf } from './plans.ts'
import classes from './service-plans.module.css'
import { planStrings as words } from './strings.ts'
import { DAY_UNITS } from './units.ts'
import type { PlannedDay } from './use-planned-day.ts'
import { ZoneTimeline } from './ZoneTimeline.tsx'

/** 2 px a minute */
const TRACK_PX = DAY_UNITS
const SIX_O_CLOCK = 6 * 120
/** what is before the current time when the page opens */
const BEFORE_NOW = 120

/** One timeline for each zone, in one frame that scrolls both ways. */
export const Timelines = ({ day, whole }: { day: PlannedDay; whole: boolean }) => {
  const session = usePlanSession()!
  const state = useDrafts(session)
  const byZone = useMemo(() => {
    const flagged = session.drafts.flagged('plans')
    return Map.groupBy(flagged, ({ zone_id }) => zone_id)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the flags are derived of the state
  }, [session, state])
  const frame = useRef<HTMLDivElement>(null)
  const { date, zones, now } = day
  const [zone] = zones
  const [opened] = useState(() => nowAt(zone?.time_zone ?? 'UTC', date, now) ?? SIX_O_CLOCK + BEFORE_NOW)
  useLayoutEffect(() => {
    if (frame.current !== null) frame.current.scrollLeft = whole ? 0 : opened - BEFORE_NOW
  }, [opened, whole])
  return (
    <div
      ref={frame}
      className={classes['frame']}
      data-whole={whole || undefined}
      style={{ '--track': whole ? '100%' : `${TRACK_PX}px` } as React.CSSProperties} // a property of the style sheet
      aria-busy={day.plans.isFetching}
      role="region"
      aria-label={words.title}
      tabIndex={0}
    >
      {zones.map((one) => (
        <ZoneTimeline
          key={one.id}
          zone={one}
          date={date}
          now={now}
          whole={whole}
          plans={onDay(byZone.get(one.id) ?? [], one.time_zone, date)}
        />
      ))}
    </div>
  )
}

export type DayPlan = { plan: Flagged<PlanDraft>; span: { start: number; end: number } }

/** Those that touch the date, with where they lie on it. */
const onDay = (plans: readonly Flagged<PlanDraft>[], timeZone: string, date: string): DayPlan[] =>
  plans
    .map((plan) => ({ plan, span: spanOf(plan, timeZone, date) }))
    .filter(({ span }) => span.start < DAY_UNITS && span.end > 0)
