import type { DispatchAction } from '@ambit/contract'
import { useLocalStorage } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useOpenDialog } from '../dialogs/stack.ts'
import { writeAction } from '../records/action-id.ts'
import { acceptOption } from './carry-out.ts'
import { effectQuery } from '../records/effects/queries.ts'

/** Whether the user wants to see every effect, of actions that touch nobody else too. */
export const useAlwaysShown = () => useLocalStorage({ key: 'effects_always_shown', defaultValue: false })

/**
 * Begins an action: its effect is shown, and it is carried out at once where nobody else is touched, nothing is broken and
 * the user has not asked to see it.
 */
export const useAction = (): {
  show: (action: DispatchAction) => void
  begin: (action: DispatchAction) => Promise<void>
} => {
  const open = useOpenDialog()
  const queries = useQueryClient()
  const [always] = useAlwaysShown()
  const show = useCallback((action: DispatchAction) => open('EffectDialog', 'edit', writeAction(action)), [open])
  const begin = useCallback(
    async (action: DispatchAction): Promise<void> => {
      if (always) return show(action)
      // The dialog says why it cannot be.
      const preview = await queries.fetchQuery(effectQuery(action, 'first')).catch(() => null)
      const [option] = preview?.options ?? []
      const plain =
        preview?.touches_nobody_else === true &&
        option?.acceptable === true &&
        !option.needs_approval &&
        option.needs_confirmation === null &&
        option.violations.length === 0
      if (!plain) return show(action)
      const answer = await acceptOption(
        { action: preview.action, option: option.key, token: option.token, reason: null },
        (id) => open('UndoDialog', 'edit', id),
      )
      if (answer !== null) show(action)
    },
    [always, open, queries, show],
  )
  return { show, begin }
}
