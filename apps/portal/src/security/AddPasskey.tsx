import { Modal } from '@mantine/core'
import { useState } from 'react'
import { addPasskey } from '../auth/passkeys.ts'
import { notify } from '../notifications/notify.tsx'
import { OneField } from './OneField.tsx'
import { factorsChanged } from './queries.ts'
import { RecoveryCodeList } from './RecoveryCodeList.tsx'
import { securityStrings as words } from './strings.ts'

/** A name, then what the browser asks, then the recovery codes where these are new. */
export const AddPasskey = ({ onClose }: { onClose: () => void }) => {
  const [codes, setCodes] = useState<readonly string[]>([])
  const add = async (name: string): Promise<void> => {
    const added = await addPasskey(name)
    notify({ type: 'success', title: words.passkeys, message: words.passkeyAdded })
    if (added.codes.length === 0) onClose()
    else setCodes(added.codes)
    await factorsChanged()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      // A click beside it would throw the codes away.
      closeOnClickOutside={codes.length === 0}
      title={codes.length === 0 ? words.addPasskey : words.codesTitle}
      size={460}
      centered
      attributes={{ header: { role: 'none' } }}
    >
      {codes.length === 0 ? (
        <OneField
          label={words.passkeyName}
          description={words.passkeyNameHelp}
          initial={words.passkeyDefault}
          submit={words.continue}
          onSubmit={add}
          onCancel={onClose}
        />
      ) : (
        <RecoveryCodeList codes={codes} onKept={onClose} />
      )}
    </Modal>
  )
}
