import type { TakeBack } from '../device/device.ts'
import type { Say } from '../texts/catalogue.ts'
import { useDrive } from '../ui/drive.tsx'
import type { Deeds } from '../ui/use-deeds.ts'
import styles from './driving.module.css'

/** So long it is offered beside what comes next; after that the menu has it. */
const OFFERED_MS = 10_000

export const actionOf = ({ kind, about }: TakeBack, say: Say): string =>
  about === '' ? say(`did_${kind}`) : say('of_passenger', { action: say(`did_${kind}`), name: about })

export const UndoBar = (props: { newest: TakeBack | null; now: number; act: Deeds['act'] }) => {
  const { say } = useDrive()
  const { newest, now, act } = props
  const offered = newest !== null && now - newest.at < OFFERED_MS ? newest : null
  return (
    <div className={styles['undo']} data-offered={offered !== null}>
      <span role="status">{offered !== null && actionOf(offered, say)}</span>
      {offered !== null && (
        <button type="button" onClick={() => void act({ kind: 'undo', action_id: offered.id })}>
          {say('undo')}
        </button>
      )}
    </div>
  )
}
