import { Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Question.module.css'
import { useOpener } from './use-opener.ts'

type Props = {
  opened: boolean
  onClose: () => void
  title: string
  text?: string | undefined
  /** names the question for stories, where several may be open */
  name?: string
  /** what is good to know before answering, which no answer waits for */
  beneath?: ReactNode | undefined
  /** the button that leaves everything as it is, then the one that acts */
  children: ReactNode
}

/**
 * A short question over what is open. Mantine listens for Esc at the window, and would close the question with the
 * very key that raised it: the question hears only what is pressed within it.
 */
export const Question = ({ opened, onClose, title, text, name, beneath, children }: Props) => {
  useOpener(opened)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
      title={title}
      size={beneath === undefined ? 420 : 720}
      zIndex={400}
      centered
      attributes={{ header: { role: 'none' }, ...(name === undefined ? {} : { content: { 'data-dialog': name } }) }}
    >
      {text !== undefined && <p style={{ margin: '0 0 16px' }}>{text}</p>}
      <Group justify="flex-end" gap="xs">
        {children}
      </Group>
      {beneath !== undefined && (
        <div className={classes['beneath']} role="group" aria-label={title} tabIndex={0}>
          {beneath}
        </div>
      )}
    </Modal>
  )
}
