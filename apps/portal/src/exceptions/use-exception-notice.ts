import type { ServiceException } from '@ambit/contract'
import { useRef } from 'react'
import { notify } from '../notifications/notify.tsx'
import { useNavigate } from '../url/link.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { inboxStrings as words } from './strings.ts'

type Told = Pick<ServiceException, 'id'> & { sentence: string }

/** Where the list is on screen, a notice would say it twice. */
const listed = /^\/(Exceptions\/inbox|VehicleMonitoring)/
/** Sentences in the notice; how many there are besides stands below them. */
const MOST_SENTENCES = 2

/**
 * One notice for all that is urgent: many at once, as where a depot cannot open, would keep waiting what the user's own
 * actions have to say.
 */
export const useExceptionNotice = (): ((fresh: readonly Told[]) => void) => {
  const navigate = useNavigate()
  const standing = useRef<readonly Told[]>([])
  return (fresh) => {
    if (listed.test(globalThis.location.pathname)) return
    const told = [...fresh, ...standing.current.filter(({ id }) => !fresh.some((one) => one.id === id))]
    standing.current = told
    const [newest, ...others] = told
    if (newest === undefined) return
    const to = others.length === 0 ? (`/Exceptions/inbox/${newest.id}` as const) : '/Exceptions/inbox'
    // Several may say the same.
    const sentences = [...new Set(told.map(({ sentence }) => sentence))].slice(0, MOST_SENTENCES)
    const rest = told.filter(({ sentence }) => !sentences.includes(sentence)).length
    notify({
      type: 'warning',
      key: 'exceptions',
      title: others.length === 0 ? newest.sentence : words.urgent(told.length),
      message: others.length === 0 ? '' : rest === 0 ? sentences : [...sentences, words.more(rest)],
      actions: [{ label: words.open, run: () => void navigate({ to, search: scopedSearch }) }],
      onClose: () => {
        standing.current = []
      },
    })
  }
}
