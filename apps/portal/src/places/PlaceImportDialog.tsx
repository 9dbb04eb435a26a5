import { api, IMPORT_ROWS_PER_CALL, type PlaceOutcome } from '@ambit/contract'
import { Button, FileInput, Group, Progress } from '@mantine/core'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { placeRecords } from '../records/places.ts'
import { useFormat } from '../settings/format.ts'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import classes from './places.module.css'
import { type PlacesReading, readPlaces } from './read-places.ts'
import { RegionSelect } from './RegionSelect.tsx'
import { importStrings as words } from './strings.ts'
import { useRegion } from './use-region.ts'

/** A file of places: each row is added or says why it is not. */
const PlaceImportDialog = () => {
  const { close } = useDialog()
  const format = useFormat()
  const chosen = useRegion()
  const [read, setRead] = useState<PlacesReading | null>(null)
  const { outcomes, trouble, busy, run, reset } = useImport()
  const rows = read !== null && 'rows' in read ? read.rows : []
  const done = !busy && outcomes.length === rows.length && rows.length > 0
  const choose = async (file: File | null): Promise<void> => {
    reset()
    setRead(
      file === null ? null : readPlaces(new Uint8Array(await file.arrayBuffer()), (count) => format.number(count)),
    )
  }
  return (
    <DialogFrame title={words.title}>
      <p className={classes['intro']}>{words.intro}</p>
      <RegionSelect {...chosen} />
      <FileInput
        label={words.file}
        placeholder={words.choose}
        accept=".csv,text/csv"
        clearable
        disabled={busy}
        error={read !== null && 'problem' in read ? read.problem : null}
        onChange={(file) => void choose(file)}
      />
      {busy && (
        <div role="status">
          <Progress value={(100 * outcomes.length) / rows.length} aria-label={words.title} mt={12} />
          <p>{words.sent(outcomes.length, rows.length)}</p>
        </div>
      )}
      {trouble !== null && (
        <ToneAlert tone="danger" title={words.failed} mt={12}>
          {words.failedText(trouble)}
        </ToneAlert>
      )}
      {outcomes.length > 0 && <Outcomes outcomes={outcomes} />}
      <Group justify="flex-end" gap="xs" mt={16}>
        <Button variant="default" onClick={close} disabled={busy}>
          {words.close}
        </Button>
        {!done && (
          <Button
            disabled={rows.length === 0 || chosen.region === null}
            loading={busy}
            onClick={() => chosen.region !== null && void run(chosen.region, rows)}
          >
            {words.run(rows.length)}
          </Button>
        )}
      </Group>
    </DialogFrame>
  )
}
export default PlaceImportDialog

/** Sends a file in calls of a size that shows progress; what a stopped run has settled is not sent again. */
const useImport = () => {
  const [outcomes, setOutcomes] = useState<readonly PlaceOutcome[]>([])
  const [trouble, setTrouble] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const run = async (region_id: number, rows: Record<string, string>[]): Promise<void> => {
    setBusy(true)
    setTrouble(null)
    try {
      for (let sent = outcomes.length; sent < rows.length; sent += IMPORT_ROWS_PER_CALL) {
        const body = { region_id, rows: rows.slice(sent, sent + IMPORT_ROWS_PER_CALL) }
        const { data } = await client.call(api.places.import, { body })
        const first = sent
        setOutcomes((before) => [...before, ...data.map((one) => ({ ...one, row: one.row + first }))])
      }
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
      placeRecords.changed()
    }
  }
  const reset = (): void => {
    setOutcomes([])
    setTrouble(null)
  }
  return { outcomes, trouble, busy, run, reset }
}

/** Refused rows first. A heading is row 1 of the file. */
const Outcomes = ({ outcomes }: { outcomes: readonly PlaceOutcome[] }) => {
  const refused = outcomes.filter(({ id }) => id === null)
  return (
    <>
      <p role="status">{words.outcome(outcomes.length - refused.length, refused.length)}</p>
      <ul className={classes['outcomes']} aria-label={words.outcomes} tabIndex={0}>
        {[...refused, ...outcomes.filter(({ id }) => id !== null)].map(({ row, name, id, problems }) => (
          <li key={row}>
            <span>{words.row(row + 2)}</span>
            <span>{name}</span>
            {id === null ? (
              <span className={classes['refused']}>{problems.join('. ')}</span>
            ) : (
              <span>{words.added}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
