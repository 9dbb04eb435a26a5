import { useDrive } from '../ui/drive.tsx'
import { useHeadingFocus } from '../ui/use-focus.ts'
import { StatusLine } from './StatusLine.tsx'
import styles from './trips.module.css'

/** The trip is another driver's now: nothing of its passengers is drawn any more. */
export const GivenAway = () => {
  const { device, say } = useDrive()
  const heading = useHeadingFocus('given away')
  const confirm = async (): Promise<void> => {
    await device.confirmChanges()
    await device.closeTrip()
  }
  return (
    <main className={styles['page']}>
      <StatusLine screenMayTurnOff={false} />
      <h1 ref={heading} tabIndex={-1}>
        {say('given_away')}
      </h1>
      <p>{say('given_away_hint')}</p>
      <button type="button" className="main" onClick={() => void confirm()}>
        {say('ok')}
      </button>
    </main>
  )
}
