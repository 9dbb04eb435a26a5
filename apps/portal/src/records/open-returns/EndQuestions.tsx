import { Button } from '@mantine/core'
import { useState } from 'react'
import { Question } from '../../ui/Question.tsx'
import { isReason, ReasonField } from '../../ui/ReasonField.tsx'
import { closeOpenReturn, notNeeded } from './queries.ts'
import { openReturnStrings as words } from './strings.ts'

type Props = { id: number; name: string; onClose: () => void }

export const NotNeededQuestion = ({ id, name, onClose }: Props) => {
  const { busy, run } = useEnding(() => notNeeded(id), onClose)
  return (
    <Question opened onClose={onClose} title={words.notNeededNamed(name)} text={words.notNeededText}>
      <Button variant="default" data-autofocus onClick={onClose} disabled={busy}>
        {words.leave}
      </Button>
      <Button loading={busy} onClick={run}>
        {words.notNeeded}
      </Button>
    </Question>
  )
}

export const CloseQuestion = ({ id, name, onClose }: Props) => {
  const [reason, setReason] = useState('')
  const { busy, run } = useEnding(() => closeOpenReturn(id, reason.trim()), onClose)
  return (
    <Question opened onClose={onClose} title={words.closeNamed(name)} text={words.closeText}>
      <div style={{ width: '100%' }}>
        <ReasonField label={words.reason} description={words.reasonHint} value={reason} onChange={setReason} first />
      </div>
      <Button variant="default" onClick={onClose} disabled={busy}>
        {words.leave}
      </Button>
      <Button loading={busy} disabled={!isReason(reason)} onClick={run}>
        {words.closeIt}
      </Button>
    </Question>
  )
}

const useEnding = (end: () => Promise<boolean>, onClose: () => void) => {
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    const ended = await end()
    setBusy(false)
    if (ended) onClose()
  }
  return { busy, run: () => void run() }
}
