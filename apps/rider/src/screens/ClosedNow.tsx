import { useNow, useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

/** One line where no zone of the app is open now: when the first of them opens, and what is said of today. */
export const ClosedNow = () => {
  const { config, say, timesOf } = useRide()
  const now = useNow()
  const zones = config?.service_hours ?? []
  if (zones.length === 0 || zones.some(({ open_now }) => open_now)) return null
  const opening = zones
    .flatMap(({ opens_at, time_zone }) => (opens_at === null ? [] : [{ opens_at, time_zone }]))
    .toSorted((a, b) => Date.parse(a.opens_at) - Date.parse(b.opens_at))[0]
  if (opening !== undefined && Date.parse(opening.opens_at) <= now) return null
  const notices = new Set(zones.map(({ days }) => days[0]?.special?.notice ?? ''))
  const [notice = ''] = notices.size === 1 ? notices : []
  const words =
    opening === undefined
      ? say('closed_for_now')
      : say('closed_now', { time: timesOf(opening.time_zone).clockAndDay(opening.opens_at, now) })
  return (
    <p className={styles['notice']} role="status">
      {[words, notice].filter((text) => text !== '').join(' ')}
    </p>
  )
}
