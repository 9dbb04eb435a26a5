import { Button, Group, Modal } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { askForReasonBy } from '../api/reasoned-calls.ts'
import { isReason, ReasonField } from '../ui/ReasonField.tsx'

const words = {
  title: 'Please give a reason',
  reason: 'Reason',
  hint: '5 to 250 characters. It is kept in the audit.',
  cancel: 'Cancel',
  go: 'Continue',
}

type Asked = { question: string; answer: (reason: string | null) => void }

/** Where the server wants to know why, this asks, and what was wanted goes on. */
export const ReasonDialog = () => {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => askForReasonBy((question) => new Promise((answer) => setAsked({ question, answer }))), [])
  const finish = (reason: string | null): void => {
    asked?.answer(reason)
    setAsked(null)
  }
  return (
    <Modal
      opened={asked !== null}
      onClose={() => finish(null)}
      title={words.title}
      size={460}
      zIndex={400}
      centered
      attributes={{ header: { role: 'none' } }}
    >
      {asked !== null && <ReasonForm key={asked.question} question={asked.question} onAnswer={finish} />}
    </Modal>
  )
}

type Props = { question: string; onAnswer: (reason: string | null) => void }

const ReasonForm = ({ question, onAnswer }: Props) => {
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // It stands in the place of a form below, which must not be sent with it.
    event.stopPropagation()
    if (isReason(reason)) onAnswer(reason.trim())
  }
  return (
    <form onSubmit={submit} noValidate>
      <p style={{ margin: '0 0 12px', overflowWrap: 'anywhere' }}>{question}.</p>
      <ReasonField first label={words.reason} description={words.hint} value={reason} onChange={setReason} />
      <Group justify="flex-end" gap="xs" mt={16}>
        <Button variant="default" onClick={() => onAnswer(null)}>
          {words.cancel}
        </Button>
        <Button type="submit" disabled={!isReason(reason)}>
          {words.go}
        </Button>
      </Group>
    </form>
  )
}
