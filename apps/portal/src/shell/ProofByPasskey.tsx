import { api, ApiError } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { OFFLINE_SAVE } from '../api/failure-text.ts'
import { applyPasskey, noPasskeys, PasskeyFailure, passkeysQuery } from '../auth/passkeys.ts'
import { proofStrings as words } from './proof-strings.ts'

export type ProofByPasskeyProps = { onProven: () => void; onFailure: (words: string) => void }

/** In place of the password, for those who have one. */
const ProofByPasskey = ({ onProven, onFailure }: ProofByPasskeyProps) => {
  const passkeys = useQuery(passkeysQuery)
  const [busy, setBusy] = useState(false)
  if (noPasskeys() !== null || (passkeys.data ?? []).length === 0) return null
  const prove = async (): Promise<void> => {
    setBusy(true)
    try {
      const passkey = await applyPasskey(() => client.call(api.passkeys.toProve))
      await client.call(api.sessions.prove, { body: { passkey } })
      onProven()
    } catch (error) {
      if (error instanceof PasskeyFailure) onFailure(error.message)
      else onFailure(error instanceof ApiError ? (error.errors[0]?.detail ?? '') : OFFLINE_SAVE)
      setBusy(false)
    }
  }
  return (
    <Button variant="default" mt={12} loading={busy} onClick={() => void prove()}>
      {words.passkey}
    </Button>
  )
}
export default ProofByPasskey
