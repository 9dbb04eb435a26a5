import { api } from '@ambit/contract'
import { useQueryClient } from '@tanstack/react-query'
import { announceFailure } from '../../api/announce-failure.ts'
import { client } from '../../api/client.ts'
import { notify } from '../../notifications/notify.tsx'
import { useUndoKey } from '../../ui/use-undo-key.ts'
import { lastAnswered, takeLast } from './answered.ts'
import { exceptionsChanged } from './queries.ts'
import { exceptionStrings as words } from './strings.ts'

/** Ctrl+Z takes back the own newest answer, or mute, for ten minutes. */
export const useTakeBack = (): void => {
  const queries = useQueryClient()
  const takeBack = async (): Promise<void> => {
    const last = takeLast()
    if (last === null) return
    try {
      for (const id of last.ids)
        if (last.kind === 'mute') await client.call(api.exceptionMutes.destroy, { params: { id } })
        else await client.call(api.exceptions.undo, { params: { id } })
      notify({ type: 'success', title: words.takenBack, message: '' })
    } catch (error) {
      announceFailure(error, words.failed)
    } finally {
      exceptionsChanged(queries)
    }
  }
  useUndoKey(() => {
    const last = lastAnswered()
    return last === null ? null : { at: last.at, undo: () => void takeBack() }
  })
}
