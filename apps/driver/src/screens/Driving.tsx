import { useState } from 'react'
import type { TripStop, WalkOnMode } from '@ambit/contract'
import { stopAhead } from '@ambit/domain'
import type { OpenTrip } from '../device/device.ts'
import { isFinished, minutesToSetOut } from '../trip/stop-view.ts'
import { useDrive, useNow } from '../ui/drive.tsx'
import { useDeeds } from '../ui/use-deeds.ts'
import { useHeadingFocus } from '../ui/use-focus.ts'
import { useReturn } from '../ui/use-return.ts'
import { useTilesAlong } from '../ui/use-tiles-along.ts'
import { Changes } from './Changes.tsx'
import { EndTrip } from './EndTrip.tsx'
import { MainAction } from './MainAction.tsx'
import { MapOfWay } from './MapOfWay.tsx'
import { Menu } from './Menu.tsx'
import { Messages } from './Messages.tsx'
import { NewMessages } from './NewMessages.tsx'
import { NextTurn } from './NextTurn.tsx'
import { OpenIn } from './OpenIn.tsx'
import { Outcomes } from './Outcomes.tsx'
import { PhoneWarnings } from './PhoneWarnings.tsx'
import { Report } from './Report.tsx'
import { Riders } from './Riders.tsx'
import { SoundTest } from './SoundTest.tsx'
import { StatusLine } from './StatusLine.tsx'
import { StopFacts } from './StopFacts.tsx'
import { type SeenStops, StopList } from './StopList.tsx'
import { UndoButton } from './UndoButton.tsx'
import { WalkOn } from './WalkOn.tsx'
import cards from './cards.module.css'
import styles from './driving.module.css'

/** At a stop where passengers get on. */
const takesWalkOns = (mode: WalkOnMode = 'off', stop: TripStop | null): boolean =>
  mode !== 'off' &&
  stop !== null &&
  stop.arrived_at !== null &&
  (stop.kind === 'passenger' || stop.kind === 'route_stop')

type View = 'stop' | 'stops' | 'menu' | 'messages' | 'open_in' | 'report' | 'walk_on'

/** One stop, what to do there, and one main button. */
export const Driving = ({ open, screenMayTurnOff }: { open: OpenTrip; screenMayTurnOff: boolean }) => {
  const { say, state, preferences } = useDrive()
  const now = useNow()
  const [view, setView] = useState<View>('stop')
  const deeds = useDeeds()
  const [seen, setSeen] = useState<SeenStops>(null)
  const { manifest } = open
  const { manual_navigation: ownWay } = manifest.trip
  useReturn(manifest.trip.id, ownWay, () => void deeds.act({ kind: 'manual_navigation', enabled: false }))
  useTilesAlong(manifest, state.sending.silent_since === null && preferences.map !== 'hidden')
  const stop = stopAhead(manifest.trip)
  const heading = useHeadingFocus(`${view} ${stop?.id} ${stop?.arrived_at === null}`)
  const back = (): void => setView('stop')
  if (view === 'stops') return <StopList manifest={manifest} now={now} seen={seen} onSeen={setSeen} onBack={back} />
  const toMessages = (): void => setView('messages')
  if (view === 'menu')
    return <Menu open={open} now={now} onBack={back} onMessages={toMessages} onReport={() => setView('report')} />
  if (view === 'report') return <Report onBack={back} />
  if (view === 'walk_on') return <WalkOn manifest={manifest} now={now} act={deeds.act} onBack={back} />
  if (view === 'messages') return <Messages thread={open.thread} onBack={back} />
  const onTheWay = stop !== null && stop.arrived_at === null
  if (view === 'open_in' && onTheWay) return <OpenIn manifest={manifest} stop={stop} act={deeds.act} onBack={back} />
  const setOut = stop === null ? null : minutesToSetOut(manifest.trip, stop, now)
  const waitsHere = stop !== null && stop.arrived_at !== null && setOut !== null && isFinished(stop)
  const untouched = manifest.trip.trip_stops.every(({ arrived_at }) => arrived_at === null)
  return (
    <div className={styles['screen']}>
      <StatusLine screenMayTurnOff={screenMayTurnOff} />
      <main className={styles['stop']}>
        <div className={cards['cards']}>
          <Changes changes={open.changes} />
          <Outcomes outcomes={open.outcomes} />
          <NewMessages thread={open.thread} onOpen={toMessages} />
        </div>
        <PhoneWarnings />
        {untouched && <p className={styles['ready']}>{say('ready_offline')}</p>}
        {stop === null ? (
          <>
            <h1 ref={heading} tabIndex={-1}>
              {say('no_stop_ahead')}
            </h1>
            <p>{say('more_stops_may_come')}</p>
          </>
        ) : (
          <>
            <StopFacts
              {...{ heading, manifest, stop, now, waitsHere }}
              riders={
                <>
                  {onTheWay && <MapOfWay manifest={manifest} stop={stop} />}
                  <Riders key={stop.id} manifest={manifest} stop={stop} now={now} act={deeds.act} />
                </>
              }
            />
            {setOut !== null && <p className={styles['set-out']}>{say('set_out_in', { n: setOut })}</p>}
          </>
        )}
      </main>
      <footer className={styles['actions']}>
        <p role="alert" className={styles['refused']}>
          {deeds.refused}
        </p>
        {untouched && <SoundTest key={manifest.trip.id} />}
        {onTheWay && <NextTurn key={stop.id} stop={stop} ownWay={ownWay} />}
        <nav className={styles['nav']}>
          <button type="button" onClick={() => setView('stops')}>
            {say('stops')}
          </button>
          <button type="button" onClick={() => setView('menu')}>
            {say('menu')}
          </button>
          {onTheWay && (
            <button type="button" className={styles['one-line']} onClick={() => setView('open_in')}>
              {say('open_in')}
            </button>
          )}
          {takesWalkOns(manifest.rules.walk_ons, stop) && (
            <button type="button" className={styles['one-line']} onClick={() => setView('walk_on')}>
              {say('walk_on')}
            </button>
          )}
          <UndoButton newest={open.takeBacks[0] ?? null} now={now} act={deeds.act} />
        </nav>
        {stop === null ? (
          <EndTrip manifest={manifest} act={deeds.act} />
        ) : (
          <MainAction manifest={manifest} stop={stop} now={now} act={deeds.act} />
        )}
      </footer>
    </div>
  )
}
