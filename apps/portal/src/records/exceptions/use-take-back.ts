import { api, ApiError } from '@ambit/contract'
import { useQueryClient } from '@tanstack/react-query'
import { announceFailure } from '../../api/announce-failure.ts'
import { client } from '../../api/client.ts'
import { failureText } from '../../api/failure-text.ts'
import { notify } from '../../notifications/notify.tsx'
import { useUndoKey } from '../../ui/use-undo-key.ts'
import { lastAnswered, putBack, takeLast } from './answered.ts'
import { exceptionsChanged } from './queries.ts'
import { exceptionStrings as words } from './strings.ts'

type Failure = { id: number; error: unknown }

/** Whether it may still go: nothing was said of the answer itself. */
const mayPass = ({ error }: Failure): boolean =>
  !(error instanceof ApiError) || error.status === 429 || error.status >= 500

/** Each reason once, led in by the numbers that it is said of. */
const reasons = (failures: readonly Failure[]): string[] =>
  [...Map.groupBy(failures, ({ error }) => failureText(error))].map(
    ([reason, said]) => `${said.map(({ id }) => id).join(', ')}: ${reason}`,
  )

/** Ctrl+Z takes back the own newest answer, or mute, for ten minutes; of several, all that can be. */
export const useTakeBack = (): void => {
  const queries = useQueryClient()
  const takeBack = async (): Promise<void> => {
    const last = takeLast()
    if (last === null) return
    const { kind, ids } = last
    const failures: Failure[] = []
    for (const id of ids)
      try {
        if (kind === 'mute') await client.call(api.exceptionMutes.destroy, { params: { id } })
        else await client.call(api.exceptions.undo, { params: { id } })
      } catch (error) {
        failures.push({ id, error })
      }
    exceptionsChanged(queries)
    putBack({ ...last, ids: failures.filter(mayPass).map(({ id }) => id) })
    const [first] = failures
    if (first === undefined) notify({ type: 'success', title: words.takenBack, message: '' })
    else if (ids.length === 1) announceFailure(first.error, words.failed)
    else {
      const title = words.takenBackOf(ids.length - failures.length, ids.length)
      notify({ type: 'warning', title, message: reasons(failures) })
    }
  }
  useUndoKey(() => {
    const last = lastAnswered()
    return last === null ? null : { at: last.at, undo: () => void takeBack() }
  })
}
