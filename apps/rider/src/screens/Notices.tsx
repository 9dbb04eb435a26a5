import { api, noticeIn } from '@ambit/contract'
import { useRide } from '../ui/ride.tsx'
import { useAsked } from '../ui/use-asked.ts'
import styles from './screens.module.css'

/** What the operator says of the service now, in the zones of the app. */
export const Notices = () => {
  const { language, say, timesOf, now } = useRide()
  const { answer } = useAsked(api.ride.notices)
  return answer?.data.map(({ id, texts, zones, valid_until, time_zone }) => (
    <section key={id} className={styles['notice']} aria-label={say('notice_of_service')}>
      <p>{noticeIn(texts, language)}</p>
      <p>
        {say('notice_holds', {
          zones: zones.join(', '),
          time: timesOf(time_zone).clockAndDay(valid_until, now()),
        })}
      </p>
    </section>
  ))
}
