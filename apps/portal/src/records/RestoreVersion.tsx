import { api, type AuditKind, insteadOfRestoring, isRestorable, type RestorePreview } from '@ambit/contract'
import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { failureText } from '../api/failure-text.ts'
import { useCan } from '../auth/permissions.ts'
import { notify } from '../notifications/notify.tsx'
import { useSettings } from '../settings/settings.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { isReason, ReasonField } from '../ui/ReasonField.tsx'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import { auditRecords, type Point } from './audit-events.ts'
import { fieldWords, valueWords } from './audit-words.ts'
import classes from './History.module.css'

const words = {
  restore: 'Restore this version',
  form: 'Restore a version',
  fields: 'What comes back',
  nothing: 'The record is as it was in this version.',
  change: (field: string, now: string, restored: string) => `${field}: ${now} becomes ${restored}`,
  deleted: 'The record was deleted. It is made again as it last was, under its number.',
  touches: (what: string) => `It also concerns ${what}.`,
  lost: 'What cannot come back',
  reason: 'Reason',
  reasonHint: '5 to 250 characters',
  run: 'Restore',
  cancel: 'Cancel',
  failed: 'The version could not be restored',
  again: 'Show again what would change',
  doneTitle: 'Restored',
  done: 'The record is as it was.',
}

type Version = { kind: AuditKind; id: string; point: Exclude<Point, 'now'> }

/** Offered to those who may restore; for records that are not restored it says what does the like. */
export const RestoreVersion = (version: Version) => {
  const may = useCan()('AuditManagement:restore:canCreate')
  const [open, setOpen] = useState(false)
  if (!may) return null
  if (!isRestorable(version.kind)) return <p className={classes['hint']}>{insteadOfRestoring(version.kind)}.</p>
  if (!open)
    return (
      <Button variant="default" onClick={() => setOpen(true)}>
        {words.restore}
      </Button>
    )
  return <Preview {...version} onClose={() => setOpen(false)} />
}

const bodyOf = ({ kind, id, point }: Version) => ({ record_kind: kind, record_id: id, ...point })

const Preview = ({ onClose, ...version }: Version & { onClose: () => void }) => {
  const preview = useQuery({
    queryKey: auditRecords.key('restore', version),
    queryFn: ({ signal }) =>
      client.call(api.recordVersions.previewRestore, { body: bodyOf(version), signal }).then(({ data }) => data),
    // What is shown is what will be done: it is not asked for again under the reader's eyes.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (preview.data === undefined)
    return preview.isError ? <ErrorState error={preview.error} onRetry={() => void preview.refetch()} /> : null
  return (
    <RestoreForm
      key={preview.data.seen}
      version={version}
      preview={preview.data}
      onClose={onClose}
      onAgain={() => void preview.refetch()}
    />
  )
}

type FormProps = { version: Version; preview: RestorePreview; onClose: () => void; onAgain: () => void }

const RestoreForm = ({ version, preview, onClose, onAgain }: FormProps) => {
  const { deleted, seen, touches, lost } = preview
  const [fields, setFields] = useState<readonly string[]>(preview.fields.map(({ field }) => field))
  const [reason, setReason] = useState('')
  const restore = useMutation({
    mutationFn: () =>
      client.call(api.recordVersions.restore, { body: { ...bodyOf(version), fields: [...fields], seen }, reason }),
    onSuccess: () => {
      auditRecords.changed()
      notify({ type: 'success', title: words.doneTitle, message: words.done })
      onClose()
    },
  })
  return (
    // No form: a dialog may be one around all of its tabs.
    <div role="form" className={classes['restore']} aria-label={words.form}>
      {deleted ? (
        <p>{words.deleted}</p>
      ) : preview.fields.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <Checkbox.Group label={words.fields} value={[...fields]} onChange={setFields}>
          {preview.fields.map((one) => (
            <FieldChoice key={one.field} field={one} />
          ))}
        </Checkbox.Group>
      )}
      {touches.length > 0 && <p>{words.touches(touches.map(({ what, count }) => `${count} ${what}`).join(', '))}</p>}
      {lost.length > 0 && (
        <ToneAlert tone="warning" title={words.lost}>
          {lost.map(({ field, reason: why }) => (
            <p key={`${field} ${why}`}>{`${fieldWords(field)}: ${why}.`}</p>
          ))}
        </ToneAlert>
      )}
      <div className={classes['reason']}>
        <ReasonField label={words.reason} description={words.reasonHint} value={reason} onChange={setReason} />
      </div>
      {restore.isError && (
        <ToneAlert tone="danger" title={words.failed}>
          {failureText(restore.error)}
          <Button size="compact-xs" variant="default" onClick={onAgain}>
            {words.again}
          </Button>
        </ToneAlert>
      )}
      <div className={classes['buttons']}>
        <Button
          loading={restore.isPending}
          disabled={fields.length === 0 || !isReason(reason)}
          onClick={() => restore.mutate()}
        >
          {words.run}
        </Button>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </div>
  )
}

const FieldChoice = ({ field: { field, now, restored } }: { field: RestorePreview['fields'][number] }) => {
  const { locale } = useSettings().app
  return (
    <Checkbox
      className={classes['field']}
      value={field}
      label={words.change(fieldWords(field), valueWords(now, locale), valueWords(restored, locale))}
    />
  )
}
