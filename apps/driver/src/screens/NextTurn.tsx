import { useEffect } from 'react'
import type { LegStep, TripStop } from '@ambit/contract'
import type { Say } from '../texts/catalogue.ts'
import { glance, type Guidance, guidanceTo, spokenOf, windOf } from '../trip/guidance.ts'
import { useDrive } from '../ui/drive.tsx'
import { preferences } from '../ui/preferences.ts'
import { speak } from '../ui/speak.ts'
import { TurnSign } from '../ui/TurnSign.tsx'
import styles from './next-turn.module.css'

const distanceIn = (say: Say, metres: number): string => {
  const { unit, n } = glance(metres)
  return say(unit === 'm' ? 'distance_m' : 'distance_km', { n })
}
const actionIn = (say: Say, { kind, exit }: LegStep): string =>
  exit === undefined ? say(`step_${kind}`) : say('step_exit', { n: exit })

/** Each turn once from afar and once right before it, if the driver wants to hear them. */
const useSpokenTurns = (stop: TripStop, guidance: Guidance | null): void => {
  const { say, preferences: prefers } = useDrive()
  const now = prefers.voice === 'on' ? spokenOf(stop, guidance) : null
  useEffect(() => {
    if (now === null || guidance?.kind !== 'step') return
    const { step, metres } = guidance
    const said = { distance: distanceIn(say, metres), action: actionIn(say, step), street: step.street }
    speak(step.street === '' ? say('spoken_turn', said) : say('spoken_turn_into', said))
    // What was said once is not said again as the distance shrinks.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [now])
}

/** What to do next on the way, with the street and the distance; where no way is known, where the stop lies. */
export const NextTurn = ({ stop, ownWay }: { stop: TripStop; ownWay: boolean }) => {
  const { state, say, preferences: prefers } = useDrive()
  const guidance = ownWay ? null : guidanceTo(stop, state.place)
  useSpokenTurns(stop, guidance)
  if (ownWay) return <p className={styles['own']}>{say('own_way_now')}</p>
  if (guidance === null) return null
  const wind = guidance.kind === 'line' ? say(`wind_${windOf(guidance.degrees)}`) : ''
  return (
    <section className={styles['turn']} aria-label={say('way_to_stop')}>
      <TurnSign of={guidance.kind === 'step' ? guidance.step.kind : (guidance.turned ?? guidance.degrees)} />
      <p className={styles['words']}>
        <span className={styles['next']}>
          {distanceIn(say, guidance.metres)}{' '}
          <span>{guidance.kind === 'step' ? actionIn(say, guidance.step) : say('to_stop', { wind })}</span>
        </span>{' '}
        {guidance.kind === 'step' && <span className={styles['street']}>{guidance.step.street}</span>}
      </p>
      {guidance.kind === 'step' && (
        <button type="button" onClick={() => preferences.set({ voice: prefers.voice === 'on' ? 'off' : 'on' })}>
          {say(prefers.voice === 'on' ? 'voice_on' : 'voice_off')}
        </button>
      )}
    </section>
  )
}
