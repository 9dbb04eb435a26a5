import { addDays, type CivilTime, civilIn, stepsOfDay } from '../ride/zone-time.ts'
import { useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

/** How far ahead a day can be chosen; the server says whether the zone books so far. */
const DAYS_AHEAD = 30

type Props = { at: CivilTime; onChange: (at: CivilTime) => void }

/** A day and a time in steps of five minutes, by the zone's clocks. */
export const TimeOfDay = ({ at, onChange }: Props) => {
  const { say, flow, timesOf, now } = useRide()
  const zone = flow.zone()
  const times = timesOf(zone)
  const today = civilIn(zone, now()).date
  const soon = Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) => addDays(today, ahead))
  const days = soon.includes(at.date) ? soon : [...soon, at.date]
  const nameOf = (day: string): string =>
    day === today ? say('today') : day === addDays(today, 1) ? say('tomorrow') : times.day(day)
  return (
    <div className={styles['pair']}>
      <label>
        {say('day')}
        <select value={at.date} onChange={({ target }) => onChange({ ...at, date: target.value })}>
          {days.map((day) => (
            <option key={day} value={day}>
              {nameOf(day)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {say('time')}
        <select value={at.minutes} onChange={({ target }) => onChange({ ...at, minutes: Number(target.value) })}>
          {stepsOfDay.map((minutes) => (
            <option key={minutes} value={minutes}>
              {times.timeOfDay(minutes)}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
