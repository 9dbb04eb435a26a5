import type { OpenTrip } from '../device/device.ts'
import { actionOf } from '../trip/action-text.ts'
import { mayName } from '../trip/details.ts'
import { useDrive } from '../ui/drive.tsx'
import { Pictogram } from '../ui/Pictogram.tsx'
import { useDeeds } from '../ui/use-deeds.ts'
import { useHeadingFocus } from '../ui/use-focus.ts'
import { AskBreak } from './AskBreak.tsx'
import { EndTrip } from './EndTrip.tsx'
import { SetDown } from './SetDown.tsx'
import { Settings } from './Settings.tsx'
import styles from './trips.module.css'

const MOST_TAKE_BACKS = 10

type Props = { open: OpenTrip; now: number; onBack: () => void; onMessages: () => void; onReport: () => void }

/** What is rarely needed: taking back, calling dispatch, ending the trip, and how the app looks. */
export const Menu = ({ open, now, onBack, onMessages, onReport }: Props) => {
  const { state, say, times } = useDrive()
  const { act, refused } = useDeeds()
  const heading = useHeadingFocus('menu')
  const phone = open.manifest.dispatch_phone ?? state.dispatch_phone
  return (
    <main className={styles['page']}>
      <h1 ref={heading} tabIndex={-1}>
        {say('menu')}
      </h1>
      <button type="button" onClick={onBack}>
        {say('back_to_trip')}
      </button>
      <button type="button" onClick={onMessages}>
        {say('messages')}
      </button>
      <button type="button" onClick={onReport}>
        {say('report')}
      </button>
      {phone !== null && (
        <a className="link" href={`tel:${phone}`}>
          <Pictogram name="phone" />
          {say('call_dispatch')}
        </a>
      )}
      <SetDown manifest={open.manifest} now={now} act={act} />
      <AskBreak />
      {open.takeBacks.length === 0 && <p>{say('nothing_to_take_back')}</p>}
      <ol className={styles['buttons']}>
        {open.takeBacks.slice(0, MOST_TAKE_BACKS).map((one, place) => (
          <li key={one.id}>
            {/* What came before the newest can be taken back once that has been. */}
            <button
              type="button"
              aria-disabled={place > 0}
              onClick={() => void (place > 0 || act({ kind: 'undo', action_id: one.id }))}
            >
              {say('take_back', {
                action: actionOf(mayName(one.at, now) ? one : { ...one, about: '' }, say),
                time: times.clock(one.at),
              })}
            </button>
          </li>
        ))}
      </ol>
      <p role="alert" className={styles['trouble']}>
        {refused}
      </p>
      <Settings />
      <EndTrip manifest={open.manifest} act={act} />
    </main>
  )
}
