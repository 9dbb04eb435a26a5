import { api, ApiError, type SmsTest } from '@ambit/contract'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import classes from './installation.module.css'
import { UPDATE } from './keys.ts'
import { mailStrings as words, wordsOfSms } from './mail-strings.ts'

/** Whether a gateway takes text messages: sends one to the number that is entered, and says what came of it. */
export const TestSms = ({ gateway }: { gateway: boolean }) => {
  const may = useCan()(UPDATE)
  const [to, setTo] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [tested, setTested] = useState<SmsTest | null>(null)
  const [busy, setBusy] = useState(false)
  const test = async (): Promise<void> => {
    setBusy(true)
    setTested(null)
    setWrong(null)
    try {
      setTested((await client.call(api.mailSettings.testSms, { body: { to } })).data)
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) setWrong(error.errors[0]?.detail ?? words.testFailed)
      else announceFailure(error, words.testFailed)
    }
    setBusy(false)
  }
  return (
    <section className={`card ${classes['part']}`} aria-labelledby="settings-messages">
      <h2 id="settings-messages">{words.messages}</h2>
      <p className={classes['text']}>{gateway ? words.gateway : words.noGateway}</p>
      {may && gateway && (
        <form
          className={classes['row']}
          onSubmit={(event) => {
            event.preventDefault()
            void test()
          }}
        >
          <TextInput
            type="tel"
            label={words.smsTo}
            value={to}
            error={wrong}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={busy}>
            {words.testSms}
          </Button>
        </form>
      )}
      {gateway && (
        <p className={tested === null || tested.outcome === 'sent' ? classes['name'] : classes['error']} role="status">
          {tested === null ? '' : wordsOfSms(tested)}
        </p>
      )}
    </section>
  )
}
