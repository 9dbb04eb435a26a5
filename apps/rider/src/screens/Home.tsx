import { lazy, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { Place } from '@ambit/contract'
import { faultsOf } from '../plan/draft.ts'
import { go } from '../ui/path.ts'
import { Page } from '../ui/Page.tsx'
import { PlaceField } from '../ui/PlaceField.tsx'
import { useFlow, useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { WhereIAm } from '../ui/WhereIAm.tsx'
import { Changing } from './Changing.tsx'
import { ClosedNow } from './ClosedNow.tsx'
import { ForWhom, WhoFor } from './ForWhom.tsx'
import { NextRide } from './NextRide.tsx'
import { Notices } from './Notices.tsx'
import { orNothing } from './or-nothing.ts'
import { Shortcuts } from './Shortcuts.tsx'
import { SuspensionLetter } from './SuspensionLetter.tsx'
import { When } from './When.tsx'
import { Who } from './Who.tsx'
import styles from './screens.module.css'

const SEARCH_FIELDS = [
  '/origin',
  '/destination',
  '/traveling_at',
  '/return',
  '/passengers',
  '/mobility_support',
  '/aids',
]
const fieldOf = (pointer: string): string | undefined => SEARCH_FIELDS.find((field) => pointer.startsWith(field))

const OutsideNote = lazy(() => orNothing(import('./RidePages.tsx').then((part) => part.OutsideNote)))
const UnpaidNote = lazy(() => orNothing(import('./RidePages.tsx').then((part) => part.UnpaidNote)))
const OpenReturns = lazy(() => orNothing(import('./RidePages.tsx').then((part) => part.OpenReturns)))
const Return = lazy(() => orNothing(import('./RidePages.tsx').then((part) => part.Return)))
const PlaceWays = lazy(() => orNothing(import('./RidePages.tsx').then((part) => part.PlaceWays)))

/** What is known of a place that was chosen; before, the ways to choose one without typing. */
const AboutPlace = ({ end }: { end: 'origin' | 'destination' }) => {
  const { say, flow } = useRide()
  const { draft } = useFlow()
  const [label, place, near] =
    end === 'origin' ? [say('from'), draft.origin, draft.destination] : [say('to'), draft.destination, draft.origin]
  const [isOpen, setOpen] = useState(false)
  const about = useRef<HTMLDivElement>(null)
  const onPlace = (chosen: Place): void => {
    flow.change({ [end]: chosen })
    setOpen(false)
    // What was chosen with goes: the keyboard goes on from here.
    about.current?.focus()
  }
  return (
    <div ref={about} tabIndex={-1} className={styles['about']}>
      {place === null ? (
        <details className={styles['group']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className={styles['summary']}>{say('other_ways', { label })}</summary>
          <Suspense>{isOpen && <PlaceWays label={label} near={near} onPlace={onPlace} />}</Suspense>
        </details>
      ) : (
        <Suspense>
          <OutsideNote key={place.point.join()} place={place} onPlace={onPlace} />
        </Suspense>
      )}
    </div>
  )
}

/** The next ride, and ways back that wait for a call. */
const Ahead = () => (
  <>
    <NextRide />
    <Suspense>
      <OpenReturns />
    </Suspense>
  </>
)

/** `Where to?`, and everything else that a search needs. */
export const Home = () => {
  const { say, me } = useRide()
  const { draft } = useFlow()
  useEffect(() => {
    // There before a search is answered.
    void import('./RidePages.tsx').catch(() => undefined)
  }, [])
  if (me !== null && me.helps.length > 0 && draft.traveler === null) return <WhoFor me={me} />
  return (
    <Page title={say('where_to')} above={draft.replaces === null ? <Ahead /> : undefined}>
      {me !== null && me.unpaid !== null && (
        <Suspense>
          <UnpaidNote unpaid={me.unpaid} isOwn />
        </Suspense>
      )}
      <ClosedNow />
      <Notices />
      <ForWhom name={draft.traveler?.name ?? null} canChange={draft.replaces === null} />
      {draft.replaces !== null && <Changing replaces={draft.replaces} />}
      {me !== null && me.booking_refused !== null ? (
        <p className={styles['notice']}>{me.booking_refused}</p>
      ) : (
        <SearchForm />
      )}
    </Page>
  )
}

const SearchForm = () => {
  const { say, flow, me } = useRide()
  const { draft, found } = useFlow()
  const [isTried, setTried] = useState(false)
  const destination = useRef<HTMLInputElement>(null)
  const origin = useRef<HTMLInputElement>(null)
  const isSearching = found.kind === 'searching'
  const rider = me?.helps.find(({ id }) => id === draft.traveler?.id) ?? me
  const travelsInWheelchair = rider?.wheelchair === true
  useEffect(() => {
    // Preset once: who takes it back for this ride keeps it so.
    if (travelsInWheelchair && flow.preset()) flow.change({ wheelchairs: 1 })
  }, [flow, travelsInWheelchair])

  const faults = isTried ? faultsOf(draft) : []
  const trouble = found.kind === 'failed' ? found.trouble : null
  const refused = new Map([...(trouble?.fields ?? [])].map(([pointer, words]) => [fieldOf(pointer), words]))
  const faultAt = (field: 'origin' | 'destination'): string | undefined =>
    faults.includes(field) ? say('place_missing') : refused.get(`/${field}`)
  const people = faults.includes('passengers')
    ? say('no_passengers')
    : faults.includes('wheelchairs')
      ? say('too_many_wheelchairs')
      : (refused.get('/passengers') ?? refused.get('/mobility_support') ?? refused.get('/aids'))

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isSearching) return
    setTried(true)
    const missing = faultsOf(draft)
    if (missing.includes('destination')) return destination.current?.focus()
    if (missing.includes('origin')) return origin.current?.focus()
    if (missing.length > 0) return
    await flow.find()
    if (flow.state().found.kind === 'found') go('offers')
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      <PlaceField
        field={destination}
        label={say('to')}
        place={draft.destination}
        near={draft.origin}
        fault={faultAt('destination')}
        onPlace={(place) => flow.change({ destination: place })}
      />
      {draft.destination === null && <Shortcuts />}
      <AboutPlace end="destination" />
      <PlaceField
        field={origin}
        label={say('from')}
        place={draft.origin}
        near={draft.destination}
        fault={faultAt('origin')}
        onPlace={(place) => flow.change({ origin: place })}
      >
        <WhereIAm onPlace={(place) => flow.change({ origin: place })} />
      </PlaceField>
      <AboutPlace end="origin" />
      <When fault={refused.get('/traveling_at')} />
      <Suspense>{draft.replaces === null && <Return fault={refused.get('/return')} />}</Suspense>
      <Who fault={people} />
      <TroubleNote trouble={trouble} shown={[...(trouble?.fields.keys() ?? [])].filter(fieldOf)} />
      <SuspensionLetter trouble={trouble} />
      <button type="submit" className="main" aria-disabled={isSearching}>
        {say(isSearching ? 'finding' : 'find_ride')}
      </button>
    </form>
  )
}
