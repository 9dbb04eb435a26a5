import type { ServiceException } from '@ambit/contract'
import type { KeyboardEvent } from 'react'
import type { Asking } from '../records/exceptions/ExceptionActions.tsx'
import { useAnswers } from '../records/exceptions/use-answers.ts'
import { useNavigate } from '../url/link.tsx'
import { NOTE_FIELD } from './keys.ts'
import { useInboxKeys } from './use-inbox-keys.ts'

type Opened = { exception: ServiceException; keys: boolean; ask: (asking: Asking) => void }

/** The same keys while the opened exception has the focus; `j` and `k` go on from it in the list. */
export const useOpenedKeys = ({ exception, keys, ask }: Opened): ((event: KeyboardEvent) => void) => {
  const { may, acknowledge, release } = useAnswers(exception)
  const navigate = useNavigate()
  const inList = (what: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-exception] ${what}`)
  return useInboxKeys({
    on: keys,
    selected: exception.state === 'resolved' ? null : exception,
    move: (steps) => {
      const rows = [...document.querySelectorAll<HTMLElement>('[data-exception]')]
      const at = rows.findIndex((row) => row.dataset['exception'] === String(exception.id))
      const next = rows[Math.min(rows.length - 1, Math.max(0, at + steps))]
      next?.querySelector<HTMLElement>('a')?.focus()
    },
    close: () => {
      void navigate({ to: '/Exceptions/inbox', search: true })
      inList('a')?.focus()
    },
    open: () => null,
    note: () => document.querySelector<HTMLElement>(`#${NOTE_FIELD}`)?.focus(),
    mark: () => null,
    ask: (_, asking) => may && ask(asking),
    acknowledge: () => may && void acknowledge(),
    release: () => may && void release(),
    fix: ({ id }) => document.querySelector<HTMLElement>(`[data-opened-exception="${id}"] [data-fix]`)?.click(),
  })
}
