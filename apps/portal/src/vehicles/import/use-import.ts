import { ApiError } from '@ambit/contract'
import { useRef, useState } from 'react'
import { vehicleRecords } from '../../records/vehicles.ts'
import { announceFailure } from '../../api/announce-failure.ts'
import { freshKey } from '../../api/fresh-key.ts'
import { type CheckedRow, checkRows } from './check-rows.ts'
import { readRows } from './read-rows.ts'
import { readText } from '../../ui/read-text.ts'
import { type Batch, batchesOf, type FailedRow, failedBefore } from './batches.ts'
import { askServer, sendBatch } from './send-rows.ts'
import { importStrings as words } from './strings.ts'

export type Parsed = {
  name: string
  headers: readonly string[]
  rows: readonly CheckedRow[]
  right: readonly CheckedRow[]
  notices: readonly string[]
}
type Run = { batches: readonly Batch[]; next: number; sent: number; imported: number; failed: readonly FailedRow[] }

/** The state of an import; a file that is read is kept until another replaces it. */
export type ImportState =
  | { step: 'empty'; problem: string | null }
  | { step: 'reading' }
  | { step: 'ready'; parsed: Parsed }
  | { step: 'sending' | 'stopped'; parsed: Parsed; run: Run }
  | { step: 'failed'; parsed: Parsed; run: Run }

const parse = async (name: string, bytes: Uint8Array, region: number | null): Promise<Parsed | string> => {
  const text = readText(bytes)
  if (!text.ok) return text.problem
  const reading = readRows(text.text)
  if (!reading.ok) return reading.problem
  const rows = checkRows(reading.rows).map((row) =>
    region === null ? row : { ...row, vehicle: { ...row.vehicle, region_id: region } },
  )
  const refused = await askServer(rows.filter(isRight)).catch(() => null)
  const checked = refused === null ? rows : rows.map((row) => ({ ...row, problems: refused.get(row) ?? row.problems }))
  return {
    name,
    headers: reading.headers,
    rows: checked,
    right: checked.filter(isRight),
    notices: [...text.notices, ...reading.notices, ...(refused === null ? [words.notLookedUp] : [])],
  }
}

const isRight = ({ problems }: CheckedRow): boolean => problems.length === 0

/** One file: read, looked through, sent in batches. `onDone` is called after an import without failures. */
export const useImport = (onDone: (imported: number) => void) => {
  const [state, setState] = useState<ImportState>({ step: 'empty', problem: null })
  const stopping = useRef(false)
  const over = useRef(false)
  const latest = useRef<File | null>(null)
  const asked = useRef<number | null>(null)

  const choose = async (files: readonly File[], region: number | null): Promise<void> => {
    const [file, second] = files
    if (file === undefined) return
    if (second !== undefined) return setState({ step: 'empty', problem: words.oneFile })
    if (!/\.csv$/i.test(file.name)) return setState({ step: 'empty', problem: words.notCsv })
    latest.current = file
    asked.current = region
    setState({ step: 'reading' })
    // A file that was moved, changed or locked since it was chosen cannot be read.
    const bytes = await file.arrayBuffer().catch(() => null)
    const parsed = bytes === null ? words.unreadable : await parse(file.name, new Uint8Array(bytes), region)
    if (latest.current !== file || asked.current !== region) return
    setState(typeof parsed === 'string' ? { step: 'empty', problem: parsed } : { step: 'ready', parsed })
  }

  const go = async (parsed: Parsed, from: Run): Promise<void> => {
    stopping.current = false
    let run = from
    setState({ step: 'sending', parsed, run })
    try {
      for (let batch = run.batches[run.next]; batch !== undefined; batch = run.batches[run.next]) {
        const { imported, failed } = await sendBatch(batch)
        run = {
          ...run,
          next: run.next + 1,
          sent: run.sent + batch.rows.length,
          imported: run.imported + imported,
          failed: [...run.failed, ...failed],
        }
        if (stopping.current && run.next < run.batches.length) return setState({ step: 'stopped', parsed, run })
        setState({ step: 'sending', parsed, run })
      }
    } catch (error) {
      setState({ step: 'stopped', parsed, run })
      return announceFailure(error instanceof ApiError || error instanceof Error ? error : null, words.title)
    } finally {
      vehicleRecords.changed()
    }
    // In the order of the file, not in that of the steps that found them wrong.
    const failed = run.failed.toSorted((a, b) => a.source.row - b.source.row)
    if (failed.length > 0) return setState({ step: 'failed', parsed, run: { ...run, failed } })
    over.current = true
    onDone(run.imported)
  }

  return {
    state,
    /** leaving loses nothing: every row is in */
    isOver: () => over.current,
    choose,
    /** the file once more, for vehicles of another region */
    chooseRegion: (region: number | null) => choose(latest.current === null ? [] : [latest.current], region),
    start: (parsed: Parsed) =>
      go(parsed, {
        batches: batchesOf(parsed.right, freshKey()),
        next: 0,
        sent: 0,
        imported: 0,
        failed: parsed.rows.filter(({ problems }) => problems.length > 0).map(failedBefore),
      }),
    stop: () => {
      stopping.current = true
    },
    resume: (parsed: Parsed, run: Run) => go(parsed, run),
  }
}
