import { Group, Modal } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

type Props = {
  opened: boolean
  onClose: () => void
  title: string
  text?: string | undefined
  /** names the question for stories, where several may be open */
  name?: string
  /** the button that leaves everything as it is, then the one that acts */
  children: ReactNode
}

/**
 * A short question over what is open. Mantine listens for Esc at the window, and would close the question with the
 * very key that raised it: the question hears only what is pressed within it.
 */
export const Question = ({ opened, onClose, title, text, name, children }: Props) => {
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
      size={420}
      zIndex={400}
      centered
      attributes={{ header: { role: 'none' }, ...(name === undefined ? {} : { content: { 'data-dialog': name } }) }}
    >
      {text !== undefined && <p style={{ margin: '0 0 16px' }}>{text}</p>}
      <Group justify="flex-end" gap="xs">
        {children}
      </Group>
    </Modal>
  )
}

/** Mantine gives the keyboard back to what raised a question that closes, not of one that is gone at once. */
const useOpener = (opened: boolean): void =>
  useEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    return () =>
      void setTimeout(() => {
        if (opener instanceof HTMLElement && document.activeElement === document.body)
          opener.focus({ preventScroll: true })
      })
  }, [opened])
