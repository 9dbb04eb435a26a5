import { useDrive } from '../ui/drive.tsx'
import { Pictogram } from '../ui/Pictogram.tsx'
import styles from './status-line.module.css'

/** A clock that is off by more is shown to the driver (DAPP-105). */
const CLOCK_OFF_MS = 2 * 60_000

/** What the server has: by its answers, not by what the phone says of its network. */
export const StatusLine = ({ screenMayTurnOff }: { screenMayTurnOff: boolean }) => {
  const { state, say, times } = useDrive()
  const { unsent, unsent_since, silent_since } = state.sending
  const off = Math.abs(state.clock_offset_ms)
  return (
    <header className={styles['line']}>
      <p className={styles['sending']} data-silent={silent_since !== null}>
        <Pictogram name={silent_since !== null ? 'warning' : unsent === 0 ? 'done' : 'clock'} />
        <span role="status">
          {silent_since !== null && say('no_signal_since', { time: times.clock(silent_since) })}
        </span>
        {unsent > 0 && unsent_since !== null && (
          <span>{say('to_send_since', { n: unsent, time: times.clock(unsent_since) })}</span>
        )}
        {silent_since === null && unsent === 0 && <span>{say('all_sent')}</span>}
      </p>
      {screenMayTurnOff && <p className={styles['notice']}>{say('screen_may_turn_off')}</p>}
      {off > CLOCK_OFF_MS && <p className={styles['notice']}>{say('clock_off', { n: Math.round(off / 60_000) })}</p>}
    </header>
  )
}
