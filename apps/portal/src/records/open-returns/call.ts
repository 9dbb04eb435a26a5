import { freshKey } from '../../api/fresh-key.ts'
import { useOpenDialog } from '../../dialogs/stack.ts'

const nameOf = (id: number): string => `open_return_call:${id}`

const newKey = (id: number): string => {
  const key = freshKey()
  sessionStorage.setItem(nameOf(id), key)
  return key
}

/** The idempotency key of a passenger's call, kept while this tab is open: its address opened again is the same call. */
export const callKey = (id: number): string => sessionStorage.getItem(nameOf(id)) ?? newKey(id)

/** Takes the call of a passenger who wants the way back: each press is a call of its own. */
export const useCall = () => {
  const open = useOpenDialog()
  return (id: number): void => {
    newKey(id)
    open('OpenReturnDialog', 'edit', id)
  }
}
