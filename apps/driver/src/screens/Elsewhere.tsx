import { useState } from 'react'
import type { OpenTrip } from '../device/device.ts'
import { useDrive, useNow } from '../ui/drive.tsx'
import { useAttempt } from '../ui/use-attempt.ts'
import { useHeadingFocus } from '../ui/use-focus.ts'
import { Outcomes } from './Outcomes.tsx'
import { StatusLine } from './StatusLine.tsx'
import { type SeenStops, StopList } from './StopList.tsx'
import styles from './trips.module.css'

/** Another device of the driver has the trip: here it is only shown, until it is taken over. */
export const Elsewhere = ({ open }: { open: OpenTrip }) => {
  const { device, say } = useDrive()
  const now = useNow()
  const heading = useHeadingFocus('elsewhere')
  const [looking, setLooking] = useState(false)
  const [seen, setSeen] = useState<SeenStops>(null)
  const { attempt, busy, trouble } = useAttempt()
  if (looking)
    return <StopList manifest={open.manifest} now={now} seen={seen} onSeen={setSeen} onBack={() => setLooking(false)} />
  const take = async (): Promise<string | null> => ((await device.takeOver()) ? null : say('elsewhere_silent'))
  return (
    <main className={styles['page']}>
      <StatusLine screenMayTurnOff={false} />
      <h1 ref={heading} tabIndex={-1}>
        {say('elsewhere')}
      </h1>
      <Outcomes outcomes={open.outcomes} />
      <p role="alert" className={styles['trouble']}>
        {trouble}
      </p>
      <button type="button" className="main" aria-disabled={busy} onClick={() => void attempt(take)}>
        {say('take_over')}
      </button>
      <button type="button" onClick={() => setLooking(true)}>
        {say('stops')}
      </button>
      <button type="button" onClick={() => void device.closeTrip()}>
        {say('back_to_trips')}
      </button>
    </main>
  )
}
