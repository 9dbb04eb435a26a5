import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { isReason, ReasonField } from '../ui/ReasonField.tsx'
import { driverActionStrings as words } from './driver-actions.ts'

type Props = { opened: boolean; onAnswer: (reason: string | null) => void }

/** Asks why an action is set aside. */
export const SetAside = ({ opened, onAnswer }: Props) => (
  <Modal
    opened={opened}
    onClose={() => onAnswer(null)}
    title={words.setAside}
    size={460}
    zIndex={400}
    centered
    attributes={{ header: { role: 'none' } }}
  >
    {opened && <Asked onAnswer={onAnswer} />}
  </Modal>
)

const Asked = ({ onAnswer }: Pick<Props, 'onAnswer'>) => {
  const [reason, setReason] = useState('')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (isReason(reason)) onAnswer(reason.trim())
      }}
    >
      <p style={{ margin: '0 0 12px' }}>{words.asideText}</p>
      <ReasonField first label={words.reason} description={words.reasonHint} value={reason} onChange={setReason} />
      <Group justify="flex-end" gap="xs" mt={16}>
        <Button variant="default" onClick={() => onAnswer(null)}>
          {words.cancel}
        </Button>
        <Button type="submit" disabled={!isReason(reason)}>
          {words.setAside}
        </Button>
      </Group>
    </form>
  )
}
