import type { ImportOutcome } from '@ambit/contract'
import { useRef, useState } from 'react'
import { freshKey } from '../api/fresh-key.ts'
import type { FileRow } from './read-rows.ts'

type Options = {
  perCall: number
  send: (rows: FileRow[], idempotencyKey: string) => Promise<ImportOutcome[]>
  /** records have been made */
  onEnd: () => void
}

/**
 * Sends a file in calls of a size that shows progress. What a stopped run has settled is not sent again, and the call
 * that failed is sent under its key: where only its answer was lost, that answer comes.
 */
export const useRowImport = ({ perCall, send, onEnd }: Options) => {
  const [outcomes, setOutcomes] = useState<readonly ImportOutcome[]>([])
  const [trouble, setTrouble] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const key = useRef(freshKey())
  const run = async (rows: FileRow[]): Promise<void> => {
    setBusy(true)
    setTrouble(null)
    try {
      for (let sent = outcomes.length; sent < rows.length; sent += perCall) {
        const data = await send(rows.slice(sent, sent + perCall), key.current)
        key.current = freshKey()
        const first = sent
        setOutcomes((before) => [...before, ...data.map((one) => ({ ...one, row: one.row + first }))])
      }
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
      onEnd()
    }
  }
  const reset = (): void => {
    key.current = freshKey()
    setOutcomes([])
    setTrouble(null)
  }
  return { outcomes, trouble, busy, run, reset }
}
