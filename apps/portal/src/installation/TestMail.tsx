import { api, type MailTest } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import classes from './installation.module.css'
import { UPDATE } from './keys.ts'
import { mailStrings as words, wordsOf } from './mail-strings.ts'

/** Sends one mail to whoever presses it, and says what came of it. */
export const TestMail = () => {
  const may = useCan()(UPDATE)
  const [tested, setTested] = useState<MailTest | null>(null)
  const [busy, setBusy] = useState(false)
  if (!may) return null
  const test = async (): Promise<void> => {
    setBusy(true)
    setTested(null)
    try {
      setTested((await client.call(api.mailSettings.test)).data)
    } catch (error) {
      announceFailure(error, words.testFailed)
    }
    setBusy(false)
  }
  return (
    <section className={`card ${classes['part']}`} aria-labelledby="settings-mail-test">
      <h2 id="settings-mail-test">{words.test}</h2>
      <div className={classes['row']}>
        <p className={classes['name']}>{words.testText}</p>
        <Button variant="default" loading={busy} onClick={() => void test()}>
          {words.test}
        </Button>
      </div>
      <p className={tested === null || tested.outcome === 'sent' ? classes['name'] : classes['error']} role="status">
        {tested === null ? '' : wordsOf(tested)}
      </p>
    </section>
  )
}
