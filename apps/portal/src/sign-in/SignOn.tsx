import { api, ApiError, ssoFragments } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { client } from '../api/client.ts'
import { session, type SignInOutcome } from '../auth/session.ts'
import { useSettings } from '../settings/settings.ts'
import { takeFragment } from '../url/fragment.ts'
import { loginFailure } from './login-failure.ts'
import classes from './sign-in.module.css'
import { signOnStrings as words } from './sign-on-strings.ts'

export type SignOnProps = {
  onMessage: (message: string) => void
  onSuccess: (outcome: SignInOutcome) => Promise<void>
}

/** A button for each provider, and what comes back from one. */
const SignOn = ({ onMessage, onSuccess }: SignOnProps) => {
  const { signOn } = useSettings()
  const [busy, setBusy] = useState<number | null>(null)

  const failed = (error: unknown): void => {
    setBusy(null)
    const over = error instanceof ApiError && error.errors[0]?.code === 'token_expired'
    onMessage(over ? words.over : loginFailure(error))
  }
  const arrive = useEffectEvent((found: Record<string, string>): void => {
    const { [ssoFragments.code]: code, [ssoFragments.refused]: refused, [ssoFragments.away]: away } = found
    if (code !== undefined) void session.signOn(code).then(onSuccess).catch(failed)
    else if (refused !== undefined) onMessage(words.refused(refused))
    else if (away !== undefined)
      onMessage(words.away(signOn.find(({ id }) => id === Number(away))?.name ?? words.provider))
  })
  useEffect(() => arrive(takeFragment()), [])

  const leave = async (id: number): Promise<void> => {
    setBusy(id)
    onMessage('')
    try {
      window.location.assign((await client.call(api.sso.start, { params: { id } })).data.url)
    } catch (error) {
      failed(error)
    }
  }
  return (
    <div className={`${classes['form']} ${classes['providers']}`}>
      {signOn.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          fullWidth
          loading={busy === id}
          disabled={busy !== null}
          onClick={() => void leave(id)}
        >
          {words.with(name)}
        </Button>
      ))}
    </div>
  )
}
export default SignOn
