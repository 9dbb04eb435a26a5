import type { ImportOutcome } from '@ambit/contract'
import { useRef, useState } from 'react'
import { freshKey } from '../api/fresh-key.ts'
import type { FileRow } from './read-rows.ts'

export type Sending = {
  perCall: number
  /** The places of the rows that go in each call, in turn; left out: as many as a call takes. */
  parts?: (rows: readonly FileRow[]) => number[][]
  send: (rows: FileRow[], idempotencyKey: string) => Promise<ImportOutcome[]>
  /** records have been made */
  onEnd: () => void
}

const inTurn = (rows: readonly FileRow[], perCall: number): number[][] => {
  const places = [...rows.keys()]
  return Array.from({ length: Math.ceil(rows.length / perCall) }, (_, part) =>
    places.slice(part * perCall, (part + 1) * perCall),
  )
}

/**
 * Sends a file in calls of a size that shows progress. What a stopped run has settled is not sent again, and the call
 * that failed is sent under its key: where only its answer was lost, that answer comes.
 */
export const useRowImport = ({ perCall, parts = (rows) => inTurn(rows, perCall), send, onEnd }: Sending) => {
  const [outcomes, setOutcomes] = useState<readonly ImportOutcome[]>([])
  const [trouble, setTrouble] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const key = useRef(freshKey())
  const settled = useRef(0)
  const run = async (rows: FileRow[]): Promise<void> => {
    setBusy(true)
    setTrouble(null)
    try {
      for (const part of parts(rows).slice(settled.current)) {
        const data = await send(
          part.map((place) => rows[place]!), // places of these rows
          key.current,
        )
        key.current = freshKey()
        settled.current += 1
        setOutcomes((before) => [...before, ...data.map((one) => ({ ...one, row: part[one.row] ?? one.row }))])
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
    settled.current = 0
    setOutcomes([])
    setTrouble(null)
  }
  return { outcomes, trouble, busy, run, reset }
}
