import { type SubmitEvent, useEffect, useRef, useState } from 'react'
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
import { Shortcuts } from './Shortcuts.tsx'
import { When } from './When.tsx'
import { Who } from './Who.tsx'
import styles from './screens.module.css'

const SEARCH_FIELDS = ['/origin', '/destination', '/traveling_at', '/passengers', '/mobility_support']
const fieldOf = (pointer: string): string | undefined => SEARCH_FIELDS.find((field) => pointer.startsWith(field))

/** `Where to?`, and everything else that a search needs. */
export const Home = () => {
  const { say, me } = useRide()
  const { draft } = useFlow()
  if (me !== null && me.helps.length > 0 && draft.traveler === null) return <WhoFor me={me} />
  return (
    <Page title={say('where_to')} above={draft.replaces === null ? <NextRide /> : undefined}>
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
      : (refused.get('/passengers') ?? refused.get('/mobility_support'))

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
      <When fault={refused.get('/traveling_at')} />
      <Who fault={people} />
      <TroubleNote trouble={trouble} shown={[...(trouble?.fields.keys() ?? [])].filter(fieldOf)} />
      <button type="submit" className="main" aria-disabled={isSearching}>
        {say(isSearching ? 'finding' : 'find_ride')}
      </button>
    </form>
  )
}
