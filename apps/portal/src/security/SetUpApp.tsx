import { api, type SecondFactorSetUp } from '@ambit/contract'
import { Modal } from '@mantine/core'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { OneField } from './OneField.tsx'
import { factorsChanged } from './queries.ts'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodeList } from './RecoveryCodeList.tsx'
import classes from './security.module.css'
import { securityStrings as words } from './strings.ts'

type Step = { kind: 'name' } | { kind: 'code'; app: SecondFactorSetUp } | { kind: 'codes'; codes: readonly string[] }

/** A name, then the first code of the app, then the recovery codes where these are new. */
export const SetUpApp = ({ onClose }: { onClose: () => void }) => {
  const [step, setStep] = useState<Step>({ kind: 'name' })
  const begin = async (name: string): Promise<void> =>
    setStep({ kind: 'code', app: (await client.call(api.secondFactors.create, { body: { name } })).data })
  const confirm = async (id: number, code: string): Promise<void> => {
    const { data } = await client.call(api.secondFactors.confirm, { params: { id }, body: { code } })
    // Whoever has a passkey has codes already.
    if (data.codes.length === 0) onClose()
    else setStep({ kind: 'codes', codes: data.codes })
    await factorsChanged()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      // A click beside it would throw the codes away.
      closeOnClickOutside={step.kind === 'name'}
      title={step.kind === 'codes' ? words.codesTitle : words.setUp}
      size={460}
      centered
      attributes={{ header: { role: 'none' } }}
    >
      {step.kind === 'name' && (
        <OneField
          key="name"
          label={words.name}
          description={words.nameHelp}
          initial={words.defaultName}
          submit={words.continue}
          onSubmit={begin}
          onCancel={onClose}
        />
      )}
      {step.kind === 'code' && (
        <>
          <p className={classes['text']}>{words.scan}</p>
          <div className={classes['app']}>
            <QrCode text={step.app.uri} label={words.qr} />
            <p>
              {words.key}
              <code className={classes['key']}>{step.app.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            </p>
          </div>
          <OneField
            key="code"
            label={words.code}
            autoComplete="one-time-code"
            submit={words.confirm}
            onSubmit={(code) => confirm(step.app.id, code)}
            onCancel={onClose}
          />
        </>
      )}
      {step.kind === 'codes' && <RecoveryCodeList codes={step.codes} onKept={onClose} />}
    </Modal>
  )
}
