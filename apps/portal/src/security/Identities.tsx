import { api, ssoFragments, type UserIdentity } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { notify } from '../notifications/notify.tsx'
import { useFormat } from '../settings/format.ts'
import { useSettings } from '../settings/settings.ts'
import { Question } from '../ui/Question.tsx'
import { takeFragment } from '../url/fragment.ts'
import { identitiesChanged, identitiesQuery } from './queries.ts'
import classes from './security.module.css'
import { securityStrings as words } from './strings.ts'

/** What the way back from a provider tells. */
const announce = (found: Record<string, string>): void => {
  const { [ssoFragments.done]: done, [ssoFragments.refused]: refused, [ssoFragments.away]: away } = found
  const title = words.identities
  if (done !== undefined)
    notify({ type: 'success', title, message: done === 'proof' ? words.proven : words.joined, decay: false })
  if (refused !== undefined) notify({ type: 'error', title, message: words.joinRefused(refused), decay: false })
  if (away !== undefined) notify({ type: 'error', title, message: words.away, decay: false })
}

/** Providers of single sign-on that know who one is; nothing where there are none. */
export const Identities = () => {
  const { signOn } = useSettings()
  const { data } = useQuery(identitiesQuery)
  useEffect(() => announce(takeFragment()), [])
  if (data === undefined || (data.length === 0 && signOn.length === 0)) return null
  const open = signOn.filter(({ id }) => !data.some(({ provider_id }) => provider_id === id))
  return (
    <section className={`card ${classes['part']}`} aria-labelledby="security-identities">
      <h2 id="security-identities">{words.identities}</h2>
      <p className={classes['text']}>{words.identitiesText}</p>
      {data.length === 0 && <p className={classes['text']}>{words.noIdentity}</p>}
      {data.map((identity) => (
        <Identity key={identity.id} identity={identity} />
      ))}
      {open.map((provider) => (
        <Join key={provider.id} provider={provider} />
      ))}
    </section>
  )
}

const Join = ({ provider: { id, name } }: { provider: { id: number; name: string } }) => {
  const [busy, setBusy] = useState(false)
  const join = async (): Promise<void> => {
    setBusy(true)
    try {
      window.location.assign((await client.call(api.sso.join, { params: { id } })).data.url)
    } catch (error) {
      announceFailure(error, words.failed)
      setBusy(false)
    }
  }
  return (
    <div className={classes['row']}>
      <span className={classes['name']}>{name}</span>
      <Button variant="default" size="xs" loading={busy} aria-label={words.join(name)} onClick={() => void join()}>
        {words.join(name)}
      </Button>
    </div>
  )
}

const Identity = ({ identity: { id, provider_name, email, subject, created_at } }: { identity: UserIdentity }) => {
  const format = useFormat()
  const [asking, setAsking] = useState(false)
  const leave = async (): Promise<void> => {
    setAsking(false)
    try {
      await client.call(api.userIdentities.destroy, { params: { id } })
      notify({ type: 'success', title: words.identities, message: words.left })
    } catch (error) {
      announceFailure(error, words.failed)
    }
    await identitiesChanged()
  }
  return (
    <div className={classes['row']}>
      <div>
        <strong className={classes['name']}>{provider_name}</strong>
        <p className={classes['facts']}>
          <span className={classes['name']}>{email ?? subject}</span>
          <span>
            {words.added} <time dateTime={created_at}>{format.dateTime(created_at)}</time>
          </span>
        </p>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={words.identityRemove(provider_name)}
        onClick={() => setAsking(true)}
      >
        {words.leave}
      </Button>
      <Question
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.leaveTitle}
        text={words.leaveText(provider_name)}
      >
        <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
          {words.cancel}
        </Button>
        <Button onClick={() => void leave()}>{words.leave}</Button>
      </Question>
    </div>
  )
}
