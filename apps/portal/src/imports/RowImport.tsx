import type { ImportOutcome } from '@ambit/contract'
import { Button, FileInput, Group, Progress } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { saveFile } from '../api/download.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import { useFileChoice } from '../ui/use-file-choice.ts'
import { csvFile, type FileRow, type RowsReading } from './read-rows.ts'
import classes from './RowImport.module.css'
import { rowImportStrings as words } from './strings.ts'
import { type Sending, useRowImport } from './use-row-import.ts'

type Props = {
  title: string
  intro: string
  /** a file with the headings and a row as an example */
  template: { name: string; columns: readonly string[]; row: FileRow }
  /** where rows that were not added are saved */
  refusedName: string
  read: (bytes: Uint8Array) => RowsReading
  /** what else has to be chosen is */
  ready?: boolean
  children?: ReactNode
} & Sending

/** A file of rows: each is added or says why it is not. */
export const RowImport = ({ title, intro, template, refusedName, read, ready = true, children, ...sending }: Props) => {
  const { close } = useDialog()
  const [reading, setReading] = useState<RowsReading | null>(null)
  const { outcomes, trouble, busy, run, reset } = useRowImport(sending)
  const rows = reading !== null && 'rows' in reading ? reading.rows : []
  const done = !busy && outcomes.length === rows.length && rows.length > 0
  const choose = async (file: File | null): Promise<void> => {
    reset()
    setReading(file === null ? null : read(new Uint8Array(await file.arrayBuffer())))
  }
  const choice = useFileChoice((file) => void choose(file))
  return (
    <DialogFrame title={title}>
      <p className={classes['intro']}>{intro}</p>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={14} />}
        mb={12}
        onClick={() => saveFile(csvFile([template.row], template.columns), template.name)}
      >
        {words.template}
      </Button>
      {children}
      <FileInput
        label={words.file}
        placeholder={words.choose}
        accept=".csv,text/csv"
        clearable
        disabled={busy}
        error={reading !== null && 'problem' in reading ? reading.problem : null}
        {...choice}
      />
      {busy && (
        <div role="status">
          <Progress value={(100 * outcomes.length) / rows.length} aria-label={title} mt={12} />
          <p>{words.sent(outcomes.length, rows.length)}</p>
        </div>
      )}
      {trouble !== null && (
        <ToneAlert tone="danger" title={words.failed} mt={12}>
          {words.failedText(trouble)}
        </ToneAlert>
      )}
      {outcomes.length > 0 && <Outcomes {...{ outcomes, rows, refusedName }} />}
      <Group justify="flex-end" gap="xs" mt={16}>
        <Button variant="default" onClick={close} disabled={busy}>
          {words.close}
        </Button>
        {!done && (
          <Button disabled={rows.length === 0 || !ready} loading={busy} onClick={() => void run(rows)}>
            {words.run(rows.length)}
          </Button>
        )}
      </Group>
    </DialogFrame>
  )
}

type OutcomesProps = { outcomes: readonly ImportOutcome[]; rows: readonly FileRow[]; refusedName: string }

/** Refused rows first. A heading is row 1 of the file. */
const Outcomes = ({ outcomes, rows, refusedName }: OutcomesProps) => {
  const refused = outcomes.filter(({ id }) => id === null)
  const download = (): void =>
    saveFile(
      csvFile(refused.map(({ row, problems }) => ({ ...rows[row], [words.problem]: problems.join('. ') }))),
      refusedName,
    )
  return (
    <>
      <p role="status">{words.outcome(outcomes.length - refused.length, refused.length)}</p>
      {refused.length > 0 && (
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={download}>
          {words.downloadRefused}
        </Button>
      )}
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
