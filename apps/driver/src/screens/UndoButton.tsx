import type { TakeBack } from '../device/device.ts'
import { actionOf } from '../trip/action-text.ts'
import { useDrive } from '../ui/drive.tsx'
import type { Deeds } from '../ui/use-deeds.ts'
import styles from './driving.module.css'

/** So long it is offered beside what comes next; after that the menu has it. */
const OFFERED_MS = 10_000

export const UndoButton = (props: { newest: TakeBack | null; now: number; act: Deeds['act'] }) => {
  const { say } = useDrive()
  const { newest, now, act } = props
  const offered = newest !== null && now - newest.at < OFFERED_MS ? newest : null
  return (
    <>
      <span role="status" className="hidden">
        {offered !== null && actionOf(offered, say)}
      </span>
      {offered !== null && (
        <button
          type="button"
          className={styles['undo']}
          onClick={() => void act({ kind: 'undo', action_id: offered.id })}
        >
          <span>
            {say('undo')} <small>{actionOf(offered, say)}</small>
          </span>
        </button>
      )}
    </>
  )
}
