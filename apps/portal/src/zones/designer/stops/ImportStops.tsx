import { Button, Checkbox, FileInput, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { ToneAlert } from '../../../ui/ToneAlert.tsx'
import { useFileChoice } from '../../../ui/use-file-choice.ts'
import { notify } from '../../../notifications/notify.tsx'
import type { StopDraft } from '../design/design.ts'
import { useDesign } from '../design/design-session.ts'
import { type ImportRow, readStopFile } from './stop-file.ts'
import classes from './ImportStops.module.css'
import { fileStrings as words, stopStrings } from './strings.ts'
import { lookUpStops } from './use-stop-actions.ts'

const MEGABYTE = 1024 * 1024
const MAX_MEGABYTES = 5
const MAX_ROWS = 5000
/** As many points as one question may hold. */
const LOOK_UP_AT_ONCE = 2000
const SHOWN = 200

/** A file becomes drafts only after a preview of its rows. */
export const ImportStops = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Modal opened={opened} onClose={onClose} title={words.title} size={800} attributes={{ header: { role: 'none' } }}>
    <ImportForm onClose={onClose} />
  </Modal>
)

const ImportForm = ({ onClose }: { onClose: () => void }) => {
  const { service_areas: areas, zone_stops: stops, edit, select } = useDesign()
  const [rows, setRows] = useState<readonly ImportRow[]>([])
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const read = async (file: File | null): Promise<void> => {
    setRows([])
    setRefused(null)
    if (file === null) return
    try {
      if (file.size > MAX_MEGABYTES * MEGABYTE) throw new Error(words.tooLarge(MAX_MEGABYTES))
      const found = readStopFile(file.name, await file.text(), { stops, areas })
      if (found.length > MAX_ROWS) throw new Error(words.tooMany(MAX_ROWS))
      setRows(found)
    } catch (error) {
      setRefused(error instanceof Error ? error.message : words.notJson)
    }
  }
  const run = async (): Promise<void> => {
    setBusy(true)
    const fine = await withAddresses(rows.flatMap(({ stop, updates }) => (stop === null ? [] : [{ stop, updates }])))
    edit(stopStrings.steps.import(fine.length), {
      kind: 'zone_stops',
      added: fine.flatMap(({ stop, updates }) => (updates ? [] : [stop])),
      updated: fine.flatMap(({ stop, updates }) => (updates ? [stop] : [])),
    })
    select(fine.map(({ stop }) => stop.id))
    notify({ type: 'info', title: stopStrings.steps.import(fine.length), message: words.done })
    onClose()
  }
  const choice = useFileChoice((file) => void read(file))
  const fine = rows.filter(({ stop }) => stop !== null).length
  return (
    <>
      <FileInput
        label={words.choose}
        description={words.explain}
        accept=".csv,.json,.geojson,text/csv,application/geo+json"
        placeholder={words.choose}
        clearable
        clearButtonProps={{ 'aria-label': words.clear }}
        {...choice}
        data-autofocus
      />
      {refused !== null && (
        <ToneAlert tone="danger" mt="sm">
          {refused}
        </ToneAlert>
      )}
      {rows.length > 0 && <Preview rows={rows} />}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose} disabled={busy}>
          {words.cancel}
        </Button>
        <Button onClick={() => void run()} disabled={fine === 0} loading={busy}>
          {words.run(fine)}
        </Button>
      </Group>
    </>
  )
}

type Read = { stop: StopDraft; updates: boolean }

/** Addresses that the file does not give are looked up; places stay where the file has them. */
const withAddresses = async (read: readonly Read[]): Promise<Read[]> => {
  const open = read.filter(({ stop }) => stop.street_address === null).slice(0, MAX_ROWS)
  const found = new Map<Read, string | null>()
  for (let start = 0; start < open.length; start += LOOK_UP_AT_ONCE) {
    const part = open.slice(start, start + LOOK_UP_AT_ONCE)
    const answers = await lookUpStops(part.map(({ stop }) => stop.point))
    part.forEach((one, index) => found.set(one, answers[index]?.street_address ?? null))
  }
  return read.map((one) =>
    found.has(one) ? { ...one, stop: { ...one.stop, street_address: found.get(one) ?? null } } : one,
  )
}

const Preview = ({ rows }: { rows: readonly ImportRow[] }) => {
  const wrong = rows.filter(({ problems, warnings }) => problems.length + warnings.length > 0)
  const [onlyWrong, setOnlyWrong] = useState(false)
  const shown = onlyWrong ? wrong : rows
  const bad = rows.filter(({ stop }) => stop === null).length
  return (
    <>
      <div className={classes['counts']} role="status">
        <StatusTag tone="success">{words.fine(rows.length - bad)}</StatusTag>
        {bad > 0 && <StatusTag tone="danger">{words.wrong(bad)}</StatusTag>}
        {wrong.length > 0 && (
          <Checkbox
            label={words.onlyProblems}
            checked={onlyWrong}
            onChange={(event) => setOnlyWrong(event.currentTarget.checked)}
          />
        )}
      </div>
      <div className={classes['preview']} tabIndex={0} role="region" aria-label={words.title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.row}</th>
              <th scope="col">{words.name}</th>
              <th scope="col">{words.what}</th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, SHOWN).map((row) => (
              <tr key={row.line}>
                <td className="numbers">{row.line}</td>
                <td>{row.name}</td>
                <td>
                  {row.stop === null ? words.skipped : row.updates ? words.changed : words.added}
                  {row.problems.map((problem) => (
                    <p key={problem} className={classes['problem']}>
                      {problem}
                    </p>
                  ))}
                  {row.warnings.map((warning) => (
                    <p key={warning} className={classes['warning']}>
                      {warning}
                    </p>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length > SHOWN && <p>{words.moreRows(shown.length - SHOWN)}</p>}
    </>
  )
}
