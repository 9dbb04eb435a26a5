import type { DriverActionAnswer } from '@ambit/contract'
import { useDrive } from '../ui/drive.tsx'
import styles from './cards.module.css'

/** What came out otherwise than it was done, one sentence each, until it is confirmed. */
export const Outcomes = ({ outcomes }: { outcomes: readonly DriverActionAnswer[] }) => {
  const { device, say, times } = useDrive()
  if (outcomes.length === 0) return null
  return (
    <section className={styles['card']} role="alert">
      {/* It scrolls where the lines are many, so a keyboard has to reach it. */}
      <div className={styles['words']} role="group" tabIndex={0} aria-label={say('outcomes')}>
        <h2>{say('outcomes')}</h2>
        <ul>
          {outcomes.map(({ id, kind, detail, done_at }) => (
            <li key={id}>
              <b>
                {say(`did_${kind}`)}, {times.clock(done_at)}
              </b>{' '}
              {detail}
            </li>
          ))}
        </ul>
      </div>
      <button type="button" onClick={() => void device.confirmOutcomes()}>
        {say('ok')}
      </button>
    </section>
  )
}
