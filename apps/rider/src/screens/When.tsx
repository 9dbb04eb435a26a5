import { useId } from 'react'
import type { Draft } from '../plan/draft.ts'
import { addDays, type CivilTime, civilIn, soonIn, stepsOfDay } from '../ride/zone-time.ts'
import { Fault } from '../ui/Field.tsx'
import { useFlow, useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

/** How far ahead a day can be chosen; the server says whether the zone books so far. */
const DAYS_AHEAD = 30

const kinds = [
  { when: 'now', text: 'now' },
  { when: 'leave', text: 'leave_at' },
  { when: 'arrive', text: 'arrive_by' },
] as const satisfies readonly { when: Draft['when']; text: string }[]

/** `Now`, or a time in steps of five minutes by the zone's clocks. */
export const When = ({ fault }: { fault: string | undefined }) => {
  const { say, flow, timesOf, now } = useRide()
  const { draft } = useFlow()
  const id = useId()
  const zone = flow.zone()
  const times = timesOf(zone)
  const today = civilIn(zone, now()).date
  const at = draft.at ?? soonIn(zone, now())
  const set = (part: Partial<CivilTime>): void => flow.change({ at: { ...at, ...part } })
  const days = Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) => addDays(today, ahead))
  const nameOf = (day: string): string =>
    day === today ? say('today') : day === addDays(today, 1) ? say('tomorrow') : times.day(day)
  return (
    <fieldset className={styles['group']} aria-describedby={`${id}-fault`}>
      <legend>{say('when')}</legend>
      <div className={styles['segments']}>
        {kinds.map(({ when, text }) => (
          <label key={when} className={styles['segment']}>
            <input
              type="radio"
              name={id}
              checked={draft.when === when}
              onChange={() => flow.change({ when, at: when === 'now' ? null : at })}
            />
            {say(text)}
          </label>
        ))}
      </div>
      {draft.when !== 'now' && (
        <div className={styles['pair']}>
          <label>
            {say('day')}
            <select value={at.date} onChange={({ target }) => set({ date: target.value })}>
              {days.map((day) => (
                <option key={day} value={day}>
                  {nameOf(day)}
                </option>
              ))}
            </select>
          </label>
          <label>
            {say('time')}
            <select value={at.minutes} onChange={({ target }) => set({ minutes: Number(target.value) })}>
              {stepsOfDay.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {times.timeOfDay(minutes)}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      <Fault id={`${id}-fault`} text={fault} />
    </fieldset>
  )
}
