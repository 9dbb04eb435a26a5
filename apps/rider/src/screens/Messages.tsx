import { type SubmitEvent, useState } from 'react'
import { api, messageEvents, type RideMessages } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { LanguageSelect } from '../ui/LanguageChoice.tsx'
import { Page } from '../ui/Page.tsx'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { EventWish } from './EventWish.tsx'
import { PushChoice } from './PushOffer.tsx'
import { QuietTimes } from './QuietTimes.tsx'
import styles from './screens.module.css'

/** How the passenger hears of each event, in which language, and when not. */
export const Messages = () => {
  const { say } = useRide()
  const { answer, trouble } = useAsked(api.ride.messages)
  return (
    <Page title={say('messages')} back="account">
      <TroubleNote trouble={trouble} />
      {answer !== null && <PushChoice />}
      {answer !== null && <Wishes asked={answer.data} />}
    </Page>
  )
}

const Wishes = ({ asked }: { asked: RideMessages }) => {
  const { say, me, setMe, calls } = useRide()
  const [given, setGiven] = useState(asked)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [state, setState] = useState<'open' | 'sending' | 'saved'>('open')
  const change = (part: Partial<RideMessages>): void => {
    setGiven({ ...given, ...part })
    setState('open')
  }
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (state === 'sending') return
    setState('sending')
    setTrouble(null)
    const { language, channels, quiet_hours } = given
    const answered = await calls.call(api.ride.changeMessages, { body: { language, channels, quiet_hours } })
    setState(answered.ok ? 'saved' : 'open')
    if (!answered.ok) return setTrouble(answered.trouble)
    setGiven(answered.answer.data)
    if (me !== null) setMe({ ...me, language })
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate aria-label={say('messages')}>
      <LanguageSelect value={given.language} onChange={(language) => change({ language })} />
      <h2>{say('how_to_hear')}</h2>
      <p className={styles['muted']}>{say('usual_channels')}</p>
      {messageEvents.map((event) => (
        <EventWish
          key={event}
          event={event}
          reached_by={given.reached_by}
          value={given.channels[event] ?? null}
          onChange={(wish) => {
            const { [event]: _, ...others } = given.channels
            change({ channels: wish === null ? others : { ...others, [event]: wish } })
          }}
        />
      ))}
      <QuietTimes
        value={given.quiet_hours}
        usual={given.usual_quiet_hours}
        onChange={(quiet_hours) => change({ quiet_hours })}
      />
      <TroubleNote trouble={trouble} />
      <p role="status" className={state === 'saved' ? styles['good'] : 'hidden'}>
        {state === 'saved' && say('saved')}
      </p>
      <button type="submit" className="main" aria-disabled={state === 'sending'}>
        {say(state === 'sending' ? 'sending' : 'save')}
      </button>
    </form>
  )
}
