import type { Settings } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { session, type SignInOutcome } from '../auth/session.ts'
import { loginFailure } from './login-failure.ts'
import classes from './sign-in.module.css'
import { authStrings } from './strings.ts'

type SignIn = NonNullable<Settings['local_demo']>['sign_ins'][number]
type Props = {
  signIns: readonly SignIn[]
  onMessage: (message: string) => void
  onSuccess: (outcome: SignInOutcome) => Promise<void>
}

/** operations_manager → Operations manager */
const roleName = (role: string): string => role.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())

/** A button for each role of a demo on this machine. */
export const DemoSignIns = ({ signIns, onMessage, onSuccess }: Props) => {
  const [busy, setBusy] = useState<string | null>(null)
  const enter = async ({ username, password }: SignIn): Promise<void> => {
    setBusy(username)
    onMessage('')
    try {
      await onSuccess(await session.signIn({ email: username, password }))
    } catch (error) {
      onMessage(loginFailure(error))
      setBusy(null)
    }
  }
  return (
    <section className={classes['demo']} aria-labelledby="demo-sign-ins">
      <h2 id="demo-sign-ins" className={classes['demoHeading']}>
        {authStrings.demoSignIns}
      </h2>
      <ul className={classes['roles']}>
        {signIns.map((one) => (
          <li key={one.username}>
            <Button
              variant="default"
              fullWidth
              justify="flex-start"
              loading={busy === one.username}
              disabled={busy !== null}
              onClick={() => void enter(one)}
            >
              {roleName(one.role)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
