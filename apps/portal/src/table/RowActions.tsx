import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Question } from '../ui/Question.tsx'
import { tableStrings } from './strings.ts'

export type RowAction = {
  label: string
  icon?: ReactNode
  run: () => void | Promise<void>
  /** cannot be undone: set in red */
  danger?: boolean
  /** asked before it runs */
  confirm?: { title: string; text: string; button: string }
}

type Props = { label: string; reachable: boolean; actions: readonly RowAction[] }

/** What can be done with a row. An action that asks first does so in a small dialog of its own. */
export const RowActions = ({ label, reachable, actions }: Props) => {
  const [asked, setAsked] = useState<RowAction | null>(null)
  if (actions.length === 0) return null
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={label} tabIndex={reachable ? 0 : -1}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((action) => (
            <Menu.Item
              key={action.label}
              leftSection={action.icon}
              color={action.danger ? 'var(--danger)' : undefined}
              onClick={() => (action.confirm === undefined ? void action.run() : setAsked(action))}
            >
              {action.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        question={asked?.confirm ?? null}
        danger={asked?.danger ?? false}
        onCancel={() => setAsked(null)}
        onConfirm={async () => {
          await asked?.run()
          setAsked(null)
        }}
      />
    </>
  )
}

type ConfirmProps = {
  question: { title: string; text: string; button: string } | null
  danger: boolean
  /** what is good to know before answering, which no answer waits for */
  beneath?: ReactNode
  onCancel: () => void
  onConfirm: () => Promise<void>
}

export const ConfirmDialog = ({ question, danger, beneath, onCancel, onConfirm }: ConfirmProps) => {
  const [busy, setBusy] = useState(false)
  const confirm = async (): Promise<void> => {
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Question
      opened={question !== null}
      onClose={onCancel}
      title={question?.title ?? ''}
      text={question?.text}
      beneath={beneath}
    >
      <Button variant="default" data-autofocus onClick={onCancel} disabled={busy}>
        {tableStrings.cancel}
      </Button>
      <Button color={danger ? 'red.8' : undefined} onClick={() => void confirm()} loading={busy}>
        {question?.button ?? tableStrings.confirm}
      </Button>
    </Question>
  )
}
