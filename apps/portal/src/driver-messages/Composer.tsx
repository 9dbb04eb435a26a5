import { api, BUTTON_LENGTH, DRIVER_MESSAGE_LENGTH, MOST_BUTTONS } from '@ambit/contract'
import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import classes from './driver-messages.module.css'
import { DRIVER_MESSAGES } from './queries.ts'
import { useAnswering } from './use-answering.ts'
import { driverMessageStrings as words } from './strings.ts'

const offeredIn = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Writes to the driver; Ctrl Enter sends. A message that could not be sent stays in its field. */
export const Composer = ({ tripId }: { tripId: number }) => {
  const can = useCan()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [offered, setOffered] = useState('')
  const [busy, setBusy] = useState(false)
  const mayWrite = can('Messaging:driverThread:canCreate')
  useAnswering(tripId, mayWrite && text.trim() !== '')
  if (!mayWrite) return null
  const buttons = offeredIn(offered)
  const tooLong = text.trim().length > DRIVER_MESSAGE_LENGTH
  const tooMany = buttons.length > MOST_BUTTONS || buttons.some((one) => one.length > BUTTON_LENGTH)
  const ready = text.trim() !== '' && !tooLong && !tooMany && !busy
  const send = async (): Promise<void> => {
    if (!ready) return
    setBusy(true)
    try {
      await client.call(api.driverMessages.create, {
        params: { id: tripId },
        body: { text, buttons },
      })
      setText('')
      setOffered('')
    } catch (error) {
      announceFailure(error, words.sendFailed)
    } finally {
      setBusy(false)
      void queries.invalidateQueries({ queryKey: [DRIVER_MESSAGES] })
    }
  }
  return (
    <form
      className={classes['composer']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Textarea
        label={words.text}
        autosize
        minRows={2}
        maxRows={6}
        value={text}
        error={tooLong ? words.tooLong(DRIVER_MESSAGE_LENGTH) : null}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
        }}
        data-autofocus
      />
      <Group align="flex-end" gap="sm" wrap="nowrap">
        <TextInput
          className={classes['offered']}
          label={words.offered}
          description={words.offeredHint}
          inputWrapperOrder={['label', 'description', 'input', 'error']}
          value={offered}
          error={tooMany ? words.offeredHint : null}
          onChange={(event) => setOffered(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} disabled={!ready}>
          {words.send}
        </Button>
      </Group>
    </form>
  )
}
