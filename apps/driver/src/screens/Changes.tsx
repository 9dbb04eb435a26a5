import { useEffect } from 'react'
import type { PlanChange } from '../device/device.ts'
import type { Say } from '../texts/catalogue.ts'
import { withoutDoor } from '../trip/details.ts'
import { chime } from '../ui/chime.ts'
import { useDrive } from '../ui/drive.tsx'
import styles from './cards.module.css'

/** A card that is not confirmed is heard again. */
const AGAIN_MS = 20_000
const MOST_AGAIN = 3

/** Stops far ahead may change: their doors are told when it is time. */
const lineOf = (change: PlanChange, say: Say): string => {
  switch (change.kind) {
    case 'added':
    case 'moved':
      return change.before === null
        ? say(`${change.kind}_last`, { stop: whatAt(change, say) })
        : say(`${change.kind}_before`, { stop: whatAt(change, say), before: withoutDoor(change.before) })
    case 'removed':
      return say('removed', { stop: whatAt(change, say) })
    case 'later':
    case 'earlier':
      return say(`stop_${change.kind}`, { stop: withoutDoor(change.stop), n: change.minutes })
    case 'given_away':
      return say('given_away')
  }
}

/** `pick up at Market` */
const whatAt = ({ stop, task }: Extract<PlanChange, { before: string | null }>, say: Say): string =>
  task === undefined ? withoutDoor(stop) : say(`do_${task}`, { stop: withoutDoor(stop) })

/** What changed in the next stops, a line each, above the stop and at most a third of the screen. */
export const Changes = ({ changes }: { changes: readonly PlanChange[] }) => {
  const { device, say } = useDrive()
  const lines = changes.map((change) => lineOf(change, say))
  const about = lines.join('\n')
  useEffect(() => {
    if (about === '') return
    chime()
    let again = 0
    const timer = setInterval(() => {
      chime()
      if (++again === MOST_AGAIN) clearInterval(timer)
    }, AGAIN_MS)
    return () => clearInterval(timer)
  }, [about])
  if (lines.length === 0) return null
  return (
    <section className={styles['card']} role="alert">
      {/* It scrolls where the lines are many, so a keyboard has to reach it. */}
      <div className={styles['words']} role="group" tabIndex={0} aria-label={say('changes')}>
        <h2>{say('changes')}</h2>
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <button type="button" onClick={() => void device.confirmChanges()}>
        {say('ok')}
      </button>
    </section>
  )
}
