import { api, ApiError, Schema, SchemaInput } from '@ambit/contract'
import { useMemo, useState } from 'react'
import { client } from '../../api/client.ts'
import { staleRecordOf } from '../../form/conflict.ts'
import { placeServerErrors } from '../../form/server-errors.ts'
import { notify } from '../../notifications/notify.tsx'
import { type Change, draftOf, stagesOf, typesBefore } from './draft.ts'
import { schemaChanged } from './queries.ts'
import { schemaStrings as words } from './strings.ts'
import { useDraft } from './use-draft.ts'

type Problems = ReadonlyMap<string, string>
const none: Problems = new Map()

/** Editing, checking and saving of the custom fields, built on the newest version that was there. */
export const useSchemaEditor = (versions: readonly Schema[]) => {
  const newest = versions[0] ?? null
  const [base, setBase] = useState(newest)
  const { draft, change, undo, mayUndo, load } = useDraft(draftOf(base?.stages ?? []))
  const [problems, setProblems] = useState<Problems>(none)
  const [messages, setMessages] = useState<readonly string[]>([])
  const [stale, setStale] = useState<Schema | null>(null)
  const [busy, setBusy] = useState(false)
  const before = useMemo(() => typesBefore(versions), [versions])
  const stages = stagesOf(draft, before)
  const dirty = JSON.stringify(stages) !== JSON.stringify(base?.stages ?? [])

  const buildOn = (schema: Schema): void => {
    setBase(schema)
    load(draftOf(schema.stages), false)
    setStale(null)
    setProblems(none)
    setMessages([])
  }
  // Somebody else's version is taken up where nothing was changed; else saving says so.
  if (newest !== null && newest.id !== base?.id && newest.version > (base?.version ?? 0) && !dirty) buildOn(newest)

  const refuse = (error: unknown): void => {
    const current = Schema.safeParse(staleRecordOf(error)?.current)
    if (current.success) return setStale(current.data)
    const found = error instanceof ApiError ? error.errors.flatMap(({ source }) => source?.pointer ?? []) : []
    const placed = new Map<string, string>()
    const fields = found.map((pointer) => pointer.slice(1))
    setMessages(placeServerErrors(error, fields, (field, message) => placed.set(`/${field}`, message)))
    setProblems(placed)
    if (placed.size > 0) setMessages([words.problems])
  }

  const send = async (builtOn: number | undefined): Promise<void> => {
    const body = { entity: 'vehicle' as const, stages }
    const checked = SchemaInput.safeParse(body)
    if (!checked.success) {
      setProblems(
        new Map(checked.error.issues.toReversed().map(({ path, message }) => [`/${path.join('/')}`, message])),
      )
      return setMessages([words.problems])
    }
    setBusy(true)
    setProblems(none)
    setMessages([])
    try {
      const { data } = await client.call(api.schemas.create, {
        body: checked.data,
        ...(builtOn === undefined ? {} : { version: builtOn }),
      })
      buildOn(data)
      schemaChanged()
      notify({ type: 'success', title: words.title, message: words.saved(data.version) })
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    draft,
    change: (next: Change) => {
      setProblems(none)
      setMessages([])
      change(next)
    },
    undo,
    mayUndo,
    dirty,
    busy,
    messages,
    stale,
    problems,
    problem: (pointer: string) => problems.get(pointer),
    save: () => send(base?.version),
    saveOver: () => {
      const over = stale?.version
      setStale(null)
      return send(over)
    },
    loadTheirs: () => stale !== null && buildOn(stale),
    bringBack: (schema: Schema) => load(draftOf(schema.stages), true),
  }
}
