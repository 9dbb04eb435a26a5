import { api, ApiError, type TripStop, type TripWithStops } from '@ambit/contract'
import { type FormEvent, useState } from 'react'
import { client } from '../api/client.ts'
import { placeServerErrors } from '../form/server-errors.ts'
import { notify } from '../notifications/notify.tsx'
import { tripRecords } from '../records/trips.ts'
import { type PaperEntry, type PaperErrors, type PaperForm, placeRefusals, readPaper } from './paper.ts'
import { continuityChanged } from './queries.ts'
import { continuityStrings } from './strings.ts'

const words = continuityStrings.form

/** What was typed, until the server has taken it in: a lost answer leaves it as it is, and it can be sent again. */
export const usePaper = (trip: TripWithStops, stops: readonly TripStop[], timeZone: string) => {
  const [form, setForm] = useState<PaperForm>({})
  const [writtenBy, setWrittenBy] = useState('')
  const [errors, setErrors] = useState<PaperErrors>({})
  const [refusals, setRefusals] = useState<string[]>([])
  const [saving, setSaving] = useState(false)

  const send = async (): Promise<void> => {
    const { stops: sent, errors: wrong } = readPaper(stops, form, timeZone)
    const missing: PaperErrors = writtenBy.trim() === '' ? { by: words.writtenByMissing } : {}
    setErrors({ ...wrong, ...missing })
    setRefusals(sent.length === 0 ? [words.nothingEntered] : [])
    if (sent.length === 0 || Object.keys({ ...wrong, ...missing }).length > 0) return
    setSaving(true)
    try {
      const body = { trip_id: trip.id, written_by: writtenBy.trim(), stops: sent }
      const { data } = await client.call(api.continuityPacks.catchUp, { body })
      setForm({})
      notify({ type: 'success', title: continuityStrings.catchUp.title, message: words.saved(data.stops) })
      tripRecords.changed()
      continuityChanged()
    } catch (error) {
      const placed = refusalsOf(error)
      const { errors: beside, rest } = placeRefusals(sent, placed.refused)
      setErrors(beside)
      setRefusals([...rest, ...placed.other])
    } finally {
      setSaving(false)
    }
  }

  return {
    form,
    writtenBy,
    setWrittenBy,
    errors,
    refusals,
    saving,
    dirty: Object.keys(form).length > 0,
    change: (stopId: number, entry: PaperEntry) => setForm((before) => ({ ...before, [stopId]: entry })),
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (!saving) void send()
    },
  }
}

const refusalsOf = (error: unknown): { refused: { pointer: string; detail: string }[]; other: string[] } =>
  error instanceof ApiError
    ? { refused: error.errors.map(({ source, detail }) => ({ pointer: source?.pointer ?? '', detail })), other: [] }
    : { refused: [], other: placeServerErrors(error, [], () => {}) }
