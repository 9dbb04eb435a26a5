import { type SubmitEvent, useState } from 'react'
import { api, type RidePassenger } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { Field } from '../ui/Field.tsx'
import { Link } from '../ui/Link.tsx'
import { LanguageSelect } from '../ui/LanguageChoice.tsx'
import { Page } from '../ui/Page.tsx'
import { pushing } from '../ui/pushing.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { Cards } from './Cards.tsx'
import { Contacts } from './Contacts.tsx'
import { Devices } from './Devices.tsx'
import { Helpers } from './Helpers.tsx'
import { Needs } from './Needs.tsx'
import { OwnData } from './OwnData.tsx'
import { SavedPlaces } from './SavedPlaces.tsx'
import styles from './screens.module.css'

/** Who the passenger is, where they go, and where they are signed in. */
export const Account = () => {
  const { say, me, setMe, calls } = useRide()
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const signOut = async (): Promise<void> => {
    const answered = await calls.call(api.ride.signOut)
    if (answered.ok) {
      // Who signs in here next has not asked for pushes.
      void pushing.end()
      setMe(null)
    } else setTrouble(answered.trouble)
  }
  return (
    <Page title={say('page_account')}>
      {me !== null && (
        <>
          <AboutYou me={me} />
          <Needs />
          <Contacts me={me} />
        </>
      )}
      <Link to="account/messages" className="link">
        {say('messages')}
      </Link>
      <Link to="account/record" className="link">
        {say('my_record')}
      </Link>
      <SavedPlaces />
      <Cards />
      <Helpers />
      <Devices />
      <OwnData />
      <TroubleNote trouble={trouble} />
      <button type="button" onClick={() => void signOut()}>
        {say('sign_out')}
      </button>
    </Page>
  )
}

const AboutYou = ({ me }: { me: RidePassenger }) => {
  const { say, setMe, calls } = useRide()
  const [given, setGiven] = useState({
    first_name: me.first_name,
    last_name: me.last_name,
    language: me.language,
    wheelchair: me.wheelchair,
  })
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [state, setState] = useState<'open' | 'sending' | 'saved'>('open')
  const change = (part: Partial<typeof given>): void => {
    setGiven({ ...given, ...part })
    setState('open')
  }
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (state === 'sending') return
    setState('sending')
    setTrouble(null)
    const answered = await calls.call(api.ride.changeMe, { body: given })
    setState(answered.ok ? 'saved' : 'open')
    if (answered.ok) setMe(answered.answer.data)
    else setTrouble(answered.trouble)
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate aria-label={say('about_you')}>
      <h2>{say('about_you')}</h2>
      <Field
        label={say('first_name')}
        fault={trouble?.fields.get('/first_name')}
        autoComplete="given-name"
        value={given.first_name}
        onChange={({ target }) => change({ first_name: target.value })}
      />
      <Field
        label={say('last_name')}
        fault={trouble?.fields.get('/last_name')}
        autoComplete="family-name"
        value={given.last_name}
        onChange={({ target }) => change({ last_name: target.value })}
      />
      <LanguageSelect value={given.language} onChange={(language) => change({ language })} />
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={given.wheelchair}
          onChange={({ target }) => change({ wheelchair: target.checked })}
        />
        {say('travels_in_wheelchair')}
      </label>
      <TroubleNote trouble={trouble} shown={['/first_name', '/last_name']} />
      <p role="status" className={state === 'saved' ? styles['good'] : 'hidden'}>
        {state === 'saved' && say('saved')}
      </p>
      <button type="submit" className="main" aria-disabled={state === 'sending'}>
        {say(state === 'sending' ? 'sending' : 'save')}
      </button>
    </form>
  )
}
