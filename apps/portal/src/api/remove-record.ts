import { notify } from '../notifications/notify.tsx'
import { announceFailure } from './announce-failure.ts'

type Removal = {
  /** the call that deletes it */
  asked: Promise<unknown>
  name: string
  words: { one: string; removed: (name: string) => string; removeFailed: string }
  /** asks again for what shows such records, also when this one stayed: another user may have been faster */
  changed: () => void
}

/** Says that a record was deleted, or why it was not. */
export const removeRecord = async ({ asked, name, words, changed }: Removal): Promise<void> => {
  try {
    await asked
    notify({ type: 'success', title: words.one, message: words.removed(name) })
  } catch (error) {
    announceFailure(error, words.removeFailed)
  }
  changed()
}
