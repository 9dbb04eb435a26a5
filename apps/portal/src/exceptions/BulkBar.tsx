import { api } from '@ambit/contract'
import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { notify } from '../notifications/notify.tsx'
import { remember } from '../records/exceptions/answered.ts'
import { exceptionsChanged } from '../records/exceptions/queries.ts'
import { ResolutionForm } from '../records/exceptions/ResolutionForm.tsx'
import { SnoozeMenu } from '../records/exceptions/SnoozeMenu.tsx'
import { exceptionStrings } from '../records/exceptions/strings.ts'
import classes from './inbox.module.css'
import { inboxStrings as words } from './strings.ts'

type Body = Omit<z.input<typeof api.exceptions.bulk.body>, 'ids'>

/** Answers all that are marked at once, and tells which were refused. */
export const BulkBar = ({ ids, onDone }: { ids: number[]; onDone: () => void }) => {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [resolving, setResolving] = useState(false)
  const answer = async (body: Body): Promise<void> => {
    setBusy(true)
    try {
      const { data } = await client.call(api.exceptions.bulk, { body: { ...body, ids } })
      const refused = data.flatMap(({ id, refused }) => (refused === null ? [] : [`${id}: ${refused}`]))
      remember(
        'exceptions',
        data.flatMap(({ id, refused }) => (refused === null ? [id] : [])),
      )
      const title = words.outcome(data.length - refused.length, data.length)
      notify({ type: refused.length === 0 ? 'success' : 'warning', title, message: refused })
      onDone()
    } catch (error) {
      announceFailure(error, exceptionStrings.failed)
    } finally {
      setBusy(false)
      exceptionsChanged(queries)
    }
  }
  if (resolving)
    return (
      <div className={classes['bulk']}>
        <ResolutionForm
          busy={busy}
          onResolve={(resolution) => void answer({ action: 'resolve', resolution })}
          onCancel={() => setResolving(false)}
        />
      </div>
    )
  return (
    <Group className={classes['bulk'] ?? ''} gap="xs">
      <b role="status">{words.selected(ids.length)}</b>
      <Button size="xs" loading={busy} onClick={() => void answer({ action: 'acknowledge' })}>
        {exceptionStrings.acknowledge}
      </Button>
      <SnoozeMenu
        exception={{ kind: 'by_hand', severity: 'watch', trip_id: null }}
        onSnooze={(snooze) => void answer({ action: 'snooze', snooze })}
      />
      <Button size="xs" variant="default" onClick={() => setResolving(true)}>
        {exceptionStrings.resolve}
      </Button>
    </Group>
  )
}
