import { ApiError } from '@ambit/contract'
import { Button, Group, Loader, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type BulkItem, type BulkOutcome, codeMatches, newCode, runBulk } from './bulk-run.ts'
import classes from './BulkConfirm.module.css'
import { bulkStrings as words } from './strings.ts'

type Props<I extends BulkItem> = {
  title: string
  /** what will happen, and whether it can be undone */
  text: string
  button: string
  items: readonly I[]
  run: (item: I) => Promise<unknown>
  onClose: () => void
}

const WIDTH = '400px'

const reasons = (error: unknown): readonly string[] =>
  error instanceof ApiError ? error.errors.map(({ detail }) => detail) : [words.offline]

/** What happens to many records at once is confirmed by typing a code, and lists every record that it failed for. */
export const BulkConfirm = <I extends BulkItem>({ title, text, button, items, run, onClose }: Props<I>) => {
  const [code] = useState(newCode)
  const [outcome, setOutcome] = useState<BulkOutcome>(new Map())
  /** how many are being worked on */
  const [running, setRunning] = useState(0)
  const busy = running > 0
  const start = async (these: readonly I[]): Promise<void> => {
    setRunning(these.length)
    const latest = await runBulk(these, run, reasons)
    setOutcome((before) => new Map([...before, ...latest]))
    setRunning(0)
  }
  const failed = items.filter(({ id }) => outcome.get(id) != null)
  const leave = (): void => {
    if (!busy) onClose()
  }
  return (
    <Modal
      opened
      onClose={leave}
      title={title}
      size={WIDTH}
      withCloseButton={!busy}
      attributes={{ header: { role: 'none' }, content: { 'data-dialog': 'bulkConfirm' } }}
    >
      <div role="status" aria-busy={busy}>
        {busy && (
          <p className={classes['bulkBusy']}>
            <Loader size={16} aria-hidden /> {words.running(running)}
          </p>
        )}
        {!busy && outcome.size > 0 && <p>{words.done(items.length - failed.length, items.length)}</p>}
      </div>
      {!busy && outcome.size === 0 && (
        <Question text={text} button={button} code={code} onConfirm={() => void start(items)} onClose={onClose} />
      )}
      {!busy && outcome.size > 0 && (
        <>
          {failed.length > 0 && (
            <ul className={classes['bulkErrors']}>
              {failed.map(({ id, name }) => (
                <Failure key={id} name={name} details={outcome.get(id) ?? []} />
              ))}
            </ul>
          )}
          <Group justify="flex-end" gap="xs" mt="md">
            {failed.length > 0 && (
              <Button variant="default" onClick={() => void start(failed)}>
                {words.retry(failed.length)}
              </Button>
            )}
            <Button data-autofocus onClick={onClose}>
              {words.close}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  )
}

type QuestionProps = { text: string; button: string; code: string; onConfirm: () => void; onClose: () => void }

const Question = ({ text, button, code, onConfirm, onClose }: QuestionProps) => {
  const [typed, setTyped] = useState('')
  const matches = codeMatches(typed, code)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (matches) onConfirm()
  }
  return (
    <form onSubmit={submit}>
      <p>{text}</p>
      <p className={classes['bulkCode']}>
        {words.code} <strong>{code}</strong>
      </p>
      <TextInput
        label={words.type}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" color="red.8" disabled={!matches}>
          {button}
        </Button>
      </Group>
    </form>
  )
}

const Failure = ({ name, details }: { name: string; details: readonly string[] }) => {
  const [open, setOpen] = useState(false)
  return (
    <li>
      <div>
        <span>{name}</span>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={open}
          aria-label={`${open ? words.less : words.more} ${name}`}
          onClick={() => setOpen(!open)}
        >
          {open ? words.less : words.more}
        </Button>
      </div>
      {open && details.map((detail) => <p key={detail}>{detail}</p>)}
    </li>
  )
}
