import { api, type SecondFactor } from '@ambit/contract'
import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { passkeysQuery } from '../auth/passkeys.ts'
import { notify } from '../notifications/notify.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Question } from '../ui/Question.tsx'
import { FactorFacts } from './FactorFacts.tsx'
import { codesQuery, factorsChanged, factorsQuery } from './queries.ts'
import { RecoveryCodeList } from './RecoveryCodeList.tsx'
import classes from './security.module.css'
import { SetUpApp } from './SetUpApp.tsx'
import { securityStrings as words } from './strings.ts'

/** What signing in asks for besides the password. */
export const SecondFactors = () => {
  const factors = useQuery(factorsQuery)
  const passkeys = useQuery(passkeysQuery)
  const [settingUp, setSettingUp] = useState(false)
  if (factors.data === undefined)
    return factors.isError ? <ErrorState error={factors.error} onRetry={() => void factors.refetch()} /> : null
  return (
    <>
      <p className={classes['text']}>{words.factorsText}</p>
      {factors.data.length === 0 ? (
        <div className={classes['row']}>
          <span>{words.noApp}</span>
          <Button onClick={() => setSettingUp(true)}>{words.setUp}</Button>
        </div>
      ) : (
        factors.data.map((factor) => <Factor key={factor.id} factor={factor} last={passkeys.data?.length === 0} />)
      )}
      {factors.data.length + (passkeys.data?.length ?? 0) > 0 && <Codes />}
      {settingUp && <SetUpApp onClose={() => setSettingUp(false)} />}
    </>
  )
}

type FactorProps = { factor: SecondFactor; last: boolean }

const Factor = ({ factor: { id, name, created_at, last_used_at }, last }: FactorProps) => {
  const [asking, setAsking] = useState(false)
  const remove = async (): Promise<void> => {
    setAsking(false)
    try {
      await client.call(api.secondFactors.destroy, { params: { id } })
      notify({ type: 'success', title: words.factors, message: words.removed })
    } catch (error) {
      announceFailure(error, words.failed)
    }
    await factorsChanged()
  }
  return (
    <div className={classes['row']}>
      <FactorFacts name={name} added={created_at} used={last_used_at} />
      <Button variant="default" size="xs" aria-label={words.removeOne(name)} onClick={() => setAsking(true)}>
        {words.remove}
      </Button>
      <Question
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.removeTitle}
        text={words.removeText(last)}
      >
        <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
          {words.cancel}
        </Button>
        <Button onClick={() => void remove()}>{words.remove}</Button>
      </Question>
    </div>
  )
}

const Codes = () => {
  const left = useQuery(codesQuery)
  const [asking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const make = async (): Promise<void> => {
    setAsking(false)
    try {
      setCodes((await client.call(api.recoveryCodes.create)).data.codes)
    } catch (error) {
      announceFailure(error, words.failed)
    }
    await factorsChanged()
  }
  return (
    <div className={classes['row']}>
      <span>{left.data !== undefined && words.codesLeft(left.data)}</span>
      <Button variant="default" size="xs" onClick={() => setAsking(true)}>
        {words.newCodes}
      </Button>
      <Question opened={asking} onClose={() => setAsking(false)} title={words.newCodesTitle} text={words.newCodesText}>
        <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
          {words.cancel}
        </Button>
        <Button onClick={() => void make()}>{words.make}</Button>
      </Question>
      <Modal
        opened={codes !== null}
        onClose={() => setCodes(null)}
        closeOnClickOutside={false}
        title={words.codesTitle}
        size={460}
        centered
        attributes={{ header: { role: 'none' } }}
      >
        <RecoveryCodeList codes={codes ?? []} onKept={() => setCodes(null)} />
      </Modal>
    </div>
  )
}
