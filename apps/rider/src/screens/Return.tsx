import { useId } from 'react'
import { returnChoices } from '@ambit/contract'
import { backAt } from '../plan/draft.ts'
import { Fault } from '../ui/Field.tsx'
import { useFlow, useRide } from '../ui/ride.tsx'
import { useReturnWords } from '../ui/use-return-words.ts'
import { TimeOfDay } from './TimeOfDay.tsx'
import styles from './screens.module.css'

/** Whether there is a way back: at a time, or when the passenger calls. */
export const Return = ({ fault }: { fault: string | undefined }) => {
  const { flow, now } = useRide()
  const { draft } = useFlow()
  const words = useReturnWords()
  const id = useId()
  const { choice } = draft.back
  return (
    <fieldset className={styles['group']} aria-describedby={`${id}-fault`}>
      <legend>{words('return')}</legend>
      <div className={styles['segments']}>
        {returnChoices.map((one) => (
          <label key={one} className={styles['segment']}>
            <input
              type="radio"
              name={id}
              checked={choice === one}
              onChange={() => flow.change({ back: { choice: one, at: null } })}
            />
            {words(one)}
          </label>
        ))}
      </div>
      {choice === 'timed' && (
        <>
          <p>{words('leaves')}</p>
          <TimeOfDay
            at={backAt(draft, now(), flow.zone())}
            onChange={(at) => flow.change({ back: { choice: 'timed', at } })}
          />
        </>
      )}
      {choice === 'open' && <p className={styles['muted']}>{words('open_hint')}</p>}
      <Fault id={`${id}-fault`} text={fault} />
    </fieldset>
  )
}
