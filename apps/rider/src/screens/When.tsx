import { useId } from 'react'
import { chosenAt, type Draft } from '../plan/draft.ts'
import { Fault } from '../ui/Field.tsx'
import { useFlow, useRide } from '../ui/ride.tsx'
import { TimeOfDay } from './TimeOfDay.tsx'
import styles from './screens.module.css'

const kinds = [
  { when: 'now', text: 'now' },
  { when: 'leave', text: 'leave_at' },
  { when: 'arrive', text: 'arrive_by' },
] as const satisfies readonly { when: Draft['when']; text: string }[]

/** `Now`, or a time in steps of five minutes by the zone's clocks. */
export const When = ({ fault }: { fault: string | undefined }) => {
  const { say, flow, now } = useRide()
  const { draft } = useFlow()
  const id = useId()
  const zone = flow.zone()
  const at = chosenAt(draft, now(), zone)
  return (
    <fieldset className={styles['group']} aria-describedby={`${id}-fault`}>
      <legend>{say('when')}</legend>
      <div className={styles['segments']}>
        {kinds.map(({ when, text }) => (
          <label key={when} className={styles['segment']}>
            <input
              type="radio"
              name={id}
              checked={draft.when === when}
              onChange={() => flow.change({ when, at: when === 'now' ? null : at })}
            />
            {say(text)}
          </label>
        ))}
      </div>
      {draft.when !== 'now' && <TimeOfDay at={at} onChange={(next) => flow.change({ at: next })} />}
      <Fault id={`${id}-fault`} text={fault} />
    </fieldset>
  )
}
