import { useEffect, useState } from 'react'
import type { TripManifest, TripStop, WalkOnFit } from '@ambit/contract'
import { refuseWalkOn, stopAhead, type WalkOn as Deed } from '@ambit/domain'
import { withoutDoor } from '../trip/details.ts'
import { refusalText } from '../trip/refusal-text.ts'
import { useDrive } from '../ui/drive.tsx'
import type { Deeds } from '../ui/use-deeds.ts'
import { useHeadingFocus } from '../ui/use-focus.ts'
import { useStanding } from '../ui/use-standing.ts'
import { Stepper } from './Stepper.tsx'
import styles from './trips.module.css'

type Props = { manifest: TripManifest; now: number; act: Deeds['act']; onBack: () => void }

/** Where they get off: at a stop ahead of the trip, or with a signal at another one of the zone. */
type Goal = { location_id: number; trip_stop_id: number | null; name: string }

/** Passengers who did not book: where to, how many, and aboard. */
export const WalkOn = ({ manifest, now, act, onBack }: Props) => {
  const { say } = useDrive()
  const [goal, setGoal] = useState<Goal | null>(null)
  const standing = useStanding()
  const heading = useHeadingFocus(`walk_on ${goal === null}`)
  return (
    <main className={styles['page']}>
      <h1 ref={heading} tabIndex={-1}>
        {goal === null ? say('walk_on_where') : say('walk_on_to', { stop: goal.name })}
      </h1>
      <button type="button" onClick={goal === null ? onBack : () => setGoal(null)}>
        {goal === null ? say('back_to_trip') : say('back')}
      </button>
      {!standing ? (
        <p role="status">{say('stop_first')}</p>
      ) : goal === null ? (
        <Goals manifest={manifest} onChoose={setGoal} />
      ) : (
        <Party {...{ manifest, now, act, goal, onBack }} />
      )}
    </main>
  )
}

const listed = ({ kind }: TripStop): boolean => kind === 'passenger' || kind === 'route_stop'

const Goals = ({ manifest, onChoose }: { manifest: TripManifest; onChoose: (goal: Goal) => void }) => {
  const { say, state, times } = useDrive()
  const here = stopAhead(manifest.trip)
  const ahead = manifest.trip.trip_stops.filter(
    (stop) => stop.departed_at === null && stop.id !== here?.id && listed(stop),
  )
  const onRoute = manifest.trip.trip_stops.some(({ kind }) => kind === 'route_stop')
  const known = new Set([here?.location_id, ...ahead.map(({ location_id }) => location_id)])
  const silent = state.sending.silent_since !== null
  const others = onRoute || silent ? [] : (manifest.walk_on?.stops ?? []).filter((one) => !known.has(one.location_id))
  return (
    <>
      <ul className={styles['buttons']}>
        {ahead.map((stop) => (
          <li key={stop.id}>
            <button
              type="button"
              onClick={() =>
                onChoose({
                  location_id: stop.location_id,
                  trip_stop_id: stop.id,
                  name: withoutDoor(stop.location_name),
                })
              }
            >
              {withoutDoor(stop.location_name)}, {times.clock(stop.eta ?? stop.scheduled_at)}
            </button>
          </li>
        ))}
      </ul>
      {ahead.length === 0 && others.length === 0 && <p>{say('walk_on_nowhere')}</p>}
      {others.length > 0 && (
        <>
          <h2>{say('walk_on_others')}</h2>
          <ul className={styles['buttons']}>
            {others.map(({ location_id, name }) => (
              <li key={location_id}>
                <button type="button" onClick={() => onChoose({ location_id, trip_stop_id: null, name })}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {silent && <p>{say('walk_on_silent')}</p>}
    </>
  )
}

const kinds = ['adults', 'children', 'concessions', 'mobility_support'] as const
type Kind = (typeof kinds)[number]
const MOST = 20

/** Small enough for the server, and no two of a shift are the same. */
const newRef = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! % 2_000_000_000 // one number was asked for

const Party = ({ manifest, now, act, goal, onBack }: Props & { goal: Goal }) => {
  const { say, label, times } = useDrive()
  const [ref] = useState(() => newRef() + 1)
  const [people, setPeople] = useState<Record<Kind, number>>({
    adults: 1,
    children: 0,
    concessions: 0,
    mobility_support: 0,
  })
  const count = people.adults + people.children + people.concessions
  const party = { ref, dropoff_location_id: goal.location_id, dropoff_trip_stop_id: goal.trip_stop_id, ...people }
  const fit = useFit(party, count > 0)
  const deed: Deed = { kind: 'walk_on', ...party }
  const refusal = refuseWalkOn(manifest.trip, manifest.rules, deed)
  const why =
    refusal !== null
      ? refusalText(refusal, { manifest, say, label, times, now })
      : fit === 'asking'
        ? say('walk_on_asking')
        : fit === null
          ? goal.trip_stop_id === null
            ? say('walk_on_silent')
            : null
          : fit.fits
            ? null
            : fit.reason
  const wrong = count === 0 || people.mobility_support > count
  const price = (manifest.walk_on?.price ?? 0) * count
  return (
    <>
      {kinds.map((kind) => (
        <Stepper
          key={kind}
          label={say(`walk_on_${kind}`)}
          value={people[kind]}
          most={kind === 'mobility_support' ? Math.min(count, manifest.trip.mobility_capacity) : MOST}
          onChange={(value) => setPeople({ ...people, [kind]: value })}
        />
      ))}
      {price > 0 && manifest.walk_on != null && <p>{times.money(price, manifest.walk_on.currency)}</p>}
      <p role="status" className={why === null ? undefined : styles['trouble']}>
        {why ?? arrival(fit, say, times)}
      </p>
      <button
        type="button"
        className="main"
        aria-disabled={why !== null || wrong}
        onClick={() => {
          if (why !== null || wrong) return
          void act(deed)
          onBack()
        }}
      >
        {say('walk_on_aboard', { n: count })}
      </button>
    </>
  )
}

const arrival = (fit: Fit, say: ReturnType<typeof useDrive>['say'], times: ReturnType<typeof useDrive>['times']) => {
  if (fit === null) return say('walk_on_unasked')
  return fit === 'asking' || fit.dropoff_at === null ? '' : say('walk_on_fits', { time: times.clock(fit.dropoff_at) })
}

/** null: there is no signal to ask */
type Fit = WalkOnFit | 'asking' | null

/** What the server says to them, asked again with each change. */
const useFit = (party: Parameters<ReturnType<typeof useDrive>['device']['asksWalkOn']>[0], complete: boolean): Fit => {
  const { device } = useDrive()
  const about = JSON.stringify(party)
  const [answer, setAnswer] = useState<{ about: string; fit: WalkOnFit | null } | null>(null)
  useEffect(() => {
    if (!complete) return
    let wanted = true
    const ask = async (): Promise<void> => {
      const fit = await device.asksWalkOn(JSON.parse(about) as typeof party)
      if (wanted) setAnswer({ about, fit })
    }
    void ask()
    return () => {
      wanted = false
    }
  }, [device, about, complete])
  return answer?.about === about ? answer.fit : 'asking'
}
