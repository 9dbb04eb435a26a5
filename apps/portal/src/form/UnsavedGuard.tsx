import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useContext } from 'react'
import { dialogKey, type DialogRef, parseStack } from '../dialogs/dialog-ref.ts'
import { DialogRegistryContext, OpenedDialogContext, tabsIn } from '../dialogs/stack.ts'
import { dialogStrings } from '../dialogs/strings.ts'
import { Question } from '../ui/Question.tsx'
import type { PlainSearch } from '../url/plain-search.ts'

type Props = { dirty: boolean; isSaved: () => boolean }

/** The `unsavedChanges` question: closing the dialog, switching its mode, Back, and leaving the page all ask first. */
export const UnsavedGuard = ({ dirty, isSaved }: Props) => {
  const dialog = useContext(OpenedDialogContext)
  const registry = useContext(DialogRegistryContext)
  const staysOpen = (search: PlainSearch, opened: DialogRef): boolean =>
    parseStack(search['d'], tabsIn(registry)).some(
      (ref) => dialogKey(ref) === dialogKey(opened) && ref.mode === opened.mode,
    )
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (!dirty || isSaved()) return false
      if (dialog === null) return next.pathname !== current.pathname
      return next.pathname !== current.pathname || !staysOpen(next.search as PlainSearch, dialog) // parseSearch yields only text
    },
    enableBeforeUnload: () => dirty && !isSaved(),
    withResolver: true,
  })
  const asking = blocker.status === 'blocked'
  return (
    <Question
      opened={asking}
      onClose={() => blocker.reset?.()}
      title={dialogStrings.unsavedTitle}
      text={dialogStrings.unsavedText}
      name="unsavedChanges"
    >
      <Button variant="default" data-autofocus onClick={() => blocker.reset?.()}>
        {dialogStrings.keepEditing}
      </Button>
      <Button color="red.8" onClick={() => blocker.proceed?.()}>
        {dialogStrings.discard}
      </Button>
    </Question>
  )
}
