import { api } from '@ambit/contract'
import { Button } from '@mantine/core'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { useSettings } from '../settings/settings.ts'
import classes from './installation.module.css'
import { UPDATE_SIGN_IN } from './keys.ts'
import { signInChanged } from './queries.ts'
import { installationStrings as words } from './strings.ts'

/** Whether others than break-glass accounts sign in by password. */
export const LocalSignIn = () => {
  const may = useCan()(UPDATE_SIGN_IN)
  const { local_sign_in } = useSettings().signIn
  const change = async (): Promise<void> => {
    try {
      await client.call(api.breakGlassAccounts.setLocalSignIn, { body: { local_sign_in: !local_sign_in } })
    } catch (error) {
      announceFailure(error, words.failed)
    }
    await signInChanged()
  }
  return (
    <section className={`card ${classes['part']}`} aria-labelledby="settings-local">
      <h2 id="settings-local">{words.local}</h2>
      <p className={classes['text']}>{words.localText}</p>
      <div className={classes['row']}>
        <span>{local_sign_in ? words.localOn : words.localOff}</span>
        {may && (
          <Button variant="default" onClick={() => void change()}>
            {local_sign_in ? words.switchOff : words.switchOn}
          </Button>
        )}
      </div>
    </section>
  )
}
