import { Loader } from '@mantine/core'
import { useSession } from '../auth/session.ts'
import { authStrings } from './strings.ts'
import classes from './sign-in.module.css'

export type SignInStep = 'checking' | 'signing_in' | 'done'

/** What a person with a saved token sees while the server looks at it. */
export const SignInProgress = ({ step }: { step: SignInStep }) => (
  <main className={classes['page']}>
    <div className={classes['progress']} role="status">
      {step !== 'done' && <Loader size="sm" aria-hidden="true" />}
      <h1 className={classes['step']}>{authStrings.steps[step]}</h1>
      {step === 'done' && <p className={classes['muted']}>{authStrings.tokenAccepted}</p>}
    </div>
  </main>
)

/** While the shell is on its way: its guard looks at a saved token, or has accepted it and the code is loading. */
export const ShellPending = () => <SignInProgress step={useSession().status === 'logged_in' ? 'done' : 'checking'} />
