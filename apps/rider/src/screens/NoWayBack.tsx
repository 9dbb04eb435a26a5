import type { RideSearchWay } from '@ambit/contract'
import { civilIn } from '../ride/zone-time.ts'
import { CallUs } from '../ui/Page.tsx'
import { go } from '../ui/path.ts'
import { useRide } from '../ui/ride.tsx'
import { useReturnWords } from '../ui/use-return-words.ts'
import { WaitForRide } from './WaitForRide.tsx'
import styles from './screens.module.css'

type Props = {
  back: RideSearchWay
  /** something is found, and begins too early */
  isFound: boolean
}

/** Why there is no way back, and what can be done: another time, a call later, the way there alone, or the waiting list. */
export const NoWayBack = ({ back, isFound }: Props) => {
  const { say, flow } = useRide()
  const words = useReturnWords()
  const { nearest, message } = back
  const goOn = (choice: 'none' | 'open'): void => {
    flow.change({ back: { choice, at: null } })
    go('confirm')
  }
  return (
    <>
      {!isFound && (
        <div role="alert" className={styles['notice']}>
          <h2>{words('no_back')}</h2>
          {message !== null && <p>{message}</p>}
        </div>
      )}
      {nearest !== null && (
        <button
          type="button"
          className="main"
          onClick={() => {
            const at = civilIn(flow.zone(), Date.parse(nearest.traveling_at))
            flow.change({ back: { choice: 'timed', at } })
            void flow.find()
          }}
        >
          {say('nearest', { text: nearest.text })}
        </button>
      )}
      <button type="button" onClick={() => goOn('open')}>
        {words('call_instead')}
      </button>
      <button type="button" onClick={() => goOn('none')}>
        {words('without')}
      </button>
      {back.can_wait !== null && <p>{words('waits_alone')}</p>}
      <WaitForRide answer={back} />
      <p>
        <CallUs number={null} />
      </p>
    </>
  )
}
