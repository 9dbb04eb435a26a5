import { api } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { applyPasskey, noPasskeys } from '../auth/passkeys.ts'
import { session } from '../auth/session.ts'
import { loginFailure } from './login-failure.ts'
import type { SignOnProps } from './SignOn.tsx'
import { authStrings as words } from './strings.ts'

/** In place of name and password; nothing where the browser could not use one. */
const PasskeySignIn = ({ onMessage, onSuccess }: SignOnProps) => {
  const [busy, setBusy] = useState(false)
  const enter = async (): Promise<void> => {
    setBusy(true)
    onMessage('')
    try {
      await onSuccess(await session.passkey(await applyPasskey(() => client.call(api.passkeys.toSignIn, { body: {} }))))
    } catch (error) {
      onMessage(loginFailure(error))
    }
    setBusy(false)
  }
  return noPasskeys() === null ? (
    <Button variant="default" fullWidth mt={14} loading={busy} onClick={() => void enter()}>
      {words.passkey}
    </Button>
  ) : null
}
export default PasskeySignIn
