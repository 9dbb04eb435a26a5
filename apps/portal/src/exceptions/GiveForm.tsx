import { api, HANDOVER_NOTE_LENGTH } from '@ambit/contract'
import { Button, Select, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { refusedFields } from '../form/server-errors.ts'
import { notify } from '../notifications/notify.tsx'
import { exceptionsChanged, peopleQuery } from '../records/exceptions/queries.ts'
import classes from './handover.module.css'
import { handoverStrings as words } from './handover-strings.ts'

/** Offers the brief with a note to somebody who may answer exceptions of the region; those on duty come first. */
export const GiveForm = ({ region, zones }: { region: number; zones: readonly number[] }) => {
  const queries = useQueryClient()
  const { data: people = [] } = useQuery(peopleQuery(region))
  const [taker, setTaker] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (taker === null) return setRefused(new Map([['/taker_id', words.chooseTaker]]))
    setBusy(true)
    try {
      const body = { region_id: region, zone_ids: [...zones], taker_id: Number(taker), note }
      await client.call(api.handovers.create, { body })
      notify({ type: 'success', title: words.offerDone, message: '' })
      setNote('')
      setTaker(null)
      setRefused(new Map())
    } catch (error) {
      const fields = refusedFields(error)
      if (fields === null) announceFailure(error, words.offerFailed)
      else setRefused(fields)
    } finally {
      setBusy(false)
      exceptionsChanged(queries)
    }
    return undefined
  }
  return (
    <form className={classes['give']} onSubmit={(event) => void submit(event)}>
      <Select
        label={words.taker}
        placeholder={words.chooseTaker}
        searchable
        data={people.map(({ id, name, on_watch }) => ({
          value: String(id),
          label: on_watch ? words.onWatch(name) : name,
        }))}
        value={taker}
        error={refused.get('/taker_id')}
        onChange={setTaker}
      />
      <Textarea
        label={words.note}
        autosize
        minRows={2}
        maxLength={HANDOVER_NOTE_LENGTH}
        value={note}
        error={refused.get('/note')}
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
      <Button type="submit" loading={busy}>
        {words.offer}
      </Button>
    </form>
  )
}
