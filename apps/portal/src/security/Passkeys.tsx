import { api, MOST_PASSKEYS, type Passkey } from '@ambit/contract'
import { Button, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { noPasskeys, passkeysQuery } from '../auth/passkeys.ts'
import { notify } from '../notifications/notify.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Question } from '../ui/Question.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { FactorFacts } from './FactorFacts.tsx'
import { OneField } from './OneField.tsx'
import { factorsChanged, factorsQuery } from './queries.ts'
import classes from './security.module.css'
import { securityStrings as words } from './strings.ts'

/** What signs in in place of the password, or after it. */
export const Passkeys = () => {
  const passkeys = useQuery(passkeysQuery)
  const factors = useQuery(factorsQuery)
  const [adding, setAdding] = useState(false)
  if (passkeys.data === undefined)
    return passkeys.isError ? <ErrorState error={passkeys.error} onRetry={() => void passkeys.refetch()} /> : null
  const refused = passkeys.data.length < MOST_PASSKEYS ? noPasskeys() : words.mostPasskeys(MOST_PASSKEYS)
  const last = passkeys.data.length === 1 && factors.data?.length === 0
  return (
    <>
      <p className={classes['text']}>{words.passkeysText}</p>
      {passkeys.data.length > 0 && (
        <ul className={classes['list']} aria-label={words.passkeyList}>
          {passkeys.data.map((passkey) => (
            <OnePasskey key={passkey.id} passkey={passkey} last={last} />
          ))}
        </ul>
      )}
      <div className={classes['row']}>
        <span>{refused ?? (passkeys.data.length === 0 && words.noPasskey)}</span>
        {refused === null && <Button onClick={() => setAdding(true)}>{words.addPasskey}</Button>}
      </div>
      {adding && <AddPasskey onClose={() => setAdding(false)} />}
    </>
  )
}

const OnePasskey = ({ passkey, last }: { passkey: Passkey; last: boolean }) => {
  const { id, name, created_at, last_used_at } = passkey
  const [doing, setDoing] = useState<'rename' | 'remove' | null>(null)
  const close = () => setDoing(null)
  const rename = async (to: string): Promise<void> => {
    await client.call(api.passkeys.rename, { params: { id }, body: { name: to } })
    close()
    await factorsChanged()
  }
  const remove = async (): Promise<void> => {
    close()
    try {
      await client.call(api.passkeys.destroy, { params: { id } })
      notify({ type: 'success', title: words.passkeys, message: words.passkeyRemoved })
    } catch (error) {
      announceFailure(error, words.failed)
    }
    await factorsChanged()
  }
  return (
    <li className={classes['row']}>
      <FactorFacts name={name} added={created_at} used={last_used_at} />
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" size="xs" aria-label={words.renameOne(name)} onClick={() => setDoing('rename')}>
          {words.rename}
        </Button>
        <Button variant="default" size="xs" aria-label={words.removeOne(name)} onClick={() => setDoing('remove')}>
          {words.remove}
        </Button>
      </Group>
      <Modal
        opened={doing === 'rename'}
        onClose={close}
        title={words.renameTitle}
        size={420}
        centered
        attributes={{ header: { role: 'none' } }}
      >
        <OneField label={words.passkeyName} initial={name} submit={words.save} onSubmit={rename} onCancel={close} />
      </Modal>
      <Question
        opened={doing === 'remove'}
        onClose={close}
        title={words.removePasskeyTitle}
        text={words.removePasskeyText(last)}
      >
        <Button variant="default" data-autofocus onClick={close}>
          {words.cancel}
        </Button>
        <Button onClick={() => void remove()}>{words.remove}</Button>
      </Question>
    </li>
  )
}
